//===- run_test.cpp - What the program says and returns -------------------===//

#include "tool.h"

using namespace gradc::run;

namespace {

using RunTest = ToolTest;

void expectIn(const std::string &text, const std::string &part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

} // namespace

TEST_F(RunTest, ShowsEpochsAndWhatToTryNext) {
  auto result =
      runCommand(evaluating({"--epochs", "2", "--checkpoint", folder / "a b"}));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  expectIn(result.out, "train.so: 10 rows in batches of 4, 3 steps an epoch, 6 "
                       "steps in all, seed 0\n");
  expectIn(result.out, "epoch 1/2  train: loss ");
  expectIn(result.out, "  eval: loss ");
  expectIn(result.out, "done: 6 steps in ");
  expectIn(result.out, "checkpoint: " + (folder / "a b/step-00000006"));
  expectIn(result.out, "train longer: gradc-run train.so --data x=");
  expectIn(result.out,
           "--checkpoint '" + (folder / "a b") + "' --resume --epochs 4\n");
  expectIn(result.out, "--set lr=0.0625 --checkpoint '" + (folder / "a b-lr"));
}

TEST_F(RunTest, SaysHowToGoOnAfterASignal) {
  fakeControl.raiseAt = 1;
  auto result =
      runCommand(training({"--epochs", "2", "--checkpoint", folder / "a"}));
  EXPECT_EQ(result.exitCode, 143);
  expectIn(result.out, "stopped: 2 steps in ");
  expectIn(result.out, "checkpoint: " + (folder / "a/step-00000002"));
  expectIn(result.out, "--checkpoint " + (folder / "a") + " --resume\n");
}

TEST_F(RunTest, KeepsALog) {
  runCommand(training({"--steps", "2", "--log-dir", folder / "log"}));
  std::string log = readFile(folder / "log/log.jsonl");
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 3);
  expectIn(log, "{\"step\":1,\"loss\":");
}

TEST_F(RunTest, AFaultIsOneLineOnStandardError) {
  auto missing = runCommand({"none.so", "--data", "x=y", "--steps", "1"});
  EXPECT_EQ(missing.exitCode, 1);
  EXPECT_EQ(missing.err, "gradc-run: error: none.so: cannot be opened\n");
  auto device = runCommand(training({"--steps", "1", "--device", "cuda"}));
  EXPECT_EQ(device.exitCode, 1);
  writeFile(folder / "file", "");
  auto folderFault =
      runCommand(training({"--steps", "1", "--checkpoint", folder / "file"}));
  EXPECT_EQ(folderFault.exitCode, 1);
  expectIn(folderFault.err, "expected a folder, found a file");
  auto grad = training({"--steps", "1"});
  grad[0] = "grad.so";
  auto wrong = runCommand(grad);
  EXPECT_EQ(wrong.exitCode, 1);
  expectIn(wrong.err, "grad.so: has no entry 'step', so it cannot be trained");
}

TEST_F(RunTest, HelpAndVersionGoToStandardOutput) {
  auto help = runCommand({"--help"});
  EXPECT_EQ(help.exitCode, 0);
  expectIn(help.out, "--epochs");
  auto version = runCommand({"--version"});
  expectIn(version.out, "gradc-run 0.1.0");
}
