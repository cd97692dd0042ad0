//===- weights_test.cpp ---------------------------------------------------===//

#include "checkpoint.h"
#include "support.h"
#include "weights.h"

using namespace gradc::run;

namespace {

class WeightsTest : public testing::Test {
protected:
  void SetUp() override { library.init(0); }
  void load(const std::vector<TensorPlan> &plan) {
    SafetensorsWriter writer(path, {}, plan);
    for (const TensorPlan &tensor : plan) {
      std::vector<uint8_t> data(*byteSize(tensor.shape, tensor.dtype));
      for (size_t i = 0; i < data.size(); i += 2) // bf16 1.0, f32 1.0019…
        data[i + 1] = 0x3f, data[i] = 0x80;
      writer.write(data.data(), data.size());
    }
    writer.commit();
    loadWeights(library, path);
  }
  TemporaryFolder folder;
  std::string path = folder / "w.safetensors";
  StepLibrary library{"train.so", "cpu", 1};
};

} // namespace

TEST_F(WeightsTest, ParametersAreLoadedByNameAndWidened) {
  load({{"w", DType::BF16, {2}}});
  std::vector<float> values(2);
  library.readState({"w", DType::F32, {2}}, values.data());
  EXPECT_EQ(values, (std::vector<float>{1, 1}));
}

TEST_F(WeightsTest, ListsWhatDoesNotFit) {
  EXPECT_FAULT(load({{"v", DType::F32, {2}}}),
               "its weights do not fit train.so: it lacks w; it has v, which "
               "the model has not");
  EXPECT_FAULT(load({{"w", DType::F32, {3}}}), "w has shape [3], expected [2]");
  EXPECT_FAULT(load({{"w", DType::F64, {2}}}), "cannot hold exactly");
}

TEST_F(WeightsTest, ACheckpointGivesItsParametersOnly) {
  library.init(3);
  writeCheckpoint(path, library, {});
  StepLibrary grad("train.so", "cpu", 1);
  grad.init(0);
  loadWeights(grad, path);
  int64_t seed = -1;
  grad.readState({"seed", DType::I64, {}}, &seed);
  EXPECT_EQ(seed, 0);
  std::vector<float> values(2);
  grad.readState({"w", DType::F32, {2}}, values.data());
  EXPECT_EQ(values[0], 3.0f / 8);
}
