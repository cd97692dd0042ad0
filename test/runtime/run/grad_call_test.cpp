//===- grad_call_test.cpp - Calling value_and_grad ------------------------===//

#include "npz.h"
#include "tool.h"

using namespace gradc::run;

namespace {

class GradCallTest : public ToolTest {
protected:
  void writeInputs(bool withWeights, bool withExtra = false) {
    NpzWriter writer(folder / "in.npz");
    std::vector<float> x{1, 0, 0, 1, 1, 1, 2, 2}, w{0.5f, 0.25f};
    std::vector<int64_t> label{1, 1, 2, 0};
    int64_t valid = 2, seed = 3;
    writer.add("x", DType::F32, {4, 2}, x.data());
    writer.add("label", DType::I64, {4}, label.data());
    writer.add("valid_rows", DType::I64, {}, &valid);
    writer.add("seed", DType::I64, {}, &seed);
    if (withWeights)
      writer.add("w", DType::F32, {2}, w.data());
    if (withExtra)
      writer.add("ww", DType::F32, {2}, w.data());
    writer.commit();
  }
  ToolResult call(const std::string &library = "grad.so") {
    return runCommand({library, "--inputs", folder / "in.npz", "--outputs",
                       folder / "out.npz"});
  }
  std::vector<float> output(const std::string &name) {
    NpzReader reader(mapFile(folder / "out.npz"), "out.npz");
    return valuesOf<float>(reader.read(name).bytes);
  }
};

} // namespace

TEST_F(GradCallTest, WritesLossOutputsMetricsAndGradients) {
  writeInputs(true);
  auto result = call();
  ASSERT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(output("loss"), (std::vector<float>{(0.25f + 0.5625f) / 2}));
  EXPECT_EQ(output("metric.accuracy"), (std::vector<float>{0, 2}));
  EXPECT_EQ(output("output.score"),
            (std::vector<float>{0.5f, 0.25f, 0.75f, 1.5f}));
  EXPECT_EQ(output("output.w"), (std::vector<float>{0.5f, 0.25f}));
  EXPECT_EQ(output("grad.w"), (std::vector<float>{-0.5f, -0.75f}));
}

TEST_F(GradCallTest, MissingParametersComeFromTheSeed) {
  writeInputs(false);
  ASSERT_EQ(call().exitCode, 0);
  EXPECT_EQ(output("output.score").at(0), 3.0f / 8);
}

TEST_F(GradCallTest, SaysWhatIsMissingUnknownOrMisshapen) {
  writeInputs(true, true);
  auto unknown = call();
  EXPECT_EQ(unknown.exitCode, 1);
  EXPECT_NE(
      unknown.err.find("'ww' is neither an input nor a parameter; did you "
                       "mean 'w'?"),
      std::string::npos)
      << unknown.err;
  NpzWriter writer(folder / "in.npz");
  std::vector<float> x(8, 0.0f);
  writer.add("x", DType::F32, {2, 4}, x.data());
  writer.commit();
  EXPECT_NE(call().err.find("'x' expects shape [4, 2], found [2, 4]"),
            std::string::npos);
  NpzWriter second(folder / "in.npz");
  second.add("x", DType::F32, {4, 2}, x.data());
  second.commit();
  EXPECT_NE(call().err.find("lacks the input 'label' ([4] of i32)"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder / "out.npz"));
  EXPECT_NE(call("train.so").err.find("has no entry 'value_and_grad'"),
            std::string::npos);
}
