//===- tool.h - Driving the whole of gradc-run in a test --------*- C++ -*-===//

#ifndef GRADC_TEST_RUN_TOOL_H
#define GRADC_TEST_RUN_TOOL_H

#include "fake_step.h"
#include "npy.h"
#include "run.h"
#include "support.h"

namespace gradc::run {

/// What one run of the tool printed and returned.
struct ToolResult {
  int exitCode;
  std::string out, err;
};

/// Runs `gradc-run arguments…` in this process.
inline ToolResult runCommand(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "gradc-run");
  std::vector<const char *> argv;
  for (auto &argument : arguments)
    argv.push_back(argument.c_str());
  fakeControl.runs = 0;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  int code = runTool(static_cast<int>(argv.size()), argv.data());
  std::fflush(stdout);
  ToolResult result{code, testing::internal::GetCapturedStdout(),
                    testing::internal::GetCapturedStderr()};
  fakeControl.raiseAt = -1;
  return result;
}

/// A folder with training data of ten rows (so batches of 4, 4, 2) for the fake
/// model.
class ToolTest : public testing::Test {
protected:
  void SetUp() override {
    std::vector<float> x;
    std::vector<uint8_t> label;
    for (int row = 0; row < 10; ++row) {
      x.push_back(static_cast<float>(row % 5) / 4);
      x.push_back(static_cast<float>(row * 7 % 10) / 8);
      label.push_back(static_cast<uint8_t>(row % 3));
    }
    writeFile(folder / "x.npy", npyHeader(DType::F32, {10, 2}) + rawOf(x));
    writeFile(folder / "label.npy", npyHeader(DType::U8, {10}) + rawOf(label));
  }

  /// The arguments that train on the folder's data, and `more`.
  std::vector<std::string> training(const std::vector<std::string> &more) {
    std::vector<std::string> arguments{"train.so", "--data",
                                       "x=" + (folder / "x.npy"),
                                       "label=" + (folder / "label.npy")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
  std::vector<std::string> evaluating(const std::vector<std::string> &more) {
    std::vector<std::string> arguments =
        training({"--eval-data", "x=" + (folder / "x.npy"),
                  "label=" + (folder / "label.npy")});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  TemporaryFolder folder;
};

} // namespace gradc::run

#endif // GRADC_TEST_RUN_TOOL_H
