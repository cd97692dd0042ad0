//===- trainer_test.cpp - The training loop, driven as a user would -------===//

#include "checkpoint.h"
#include "tool.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

using namespace gradc::run;

namespace {

using Json = nlohmann::json;

std::vector<Json> jsonLines(const std::string &text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(Json::parse(line));
  return lines;
}

/// The lines about steps, without what depends on the clock.
std::vector<std::string> stepLines(const std::string &text) {
  std::vector<std::string> lines;
  for (Json line : jsonLines(text))
    if (line.contains("step") && !line.contains("eval")) {
      line.erase("examples_per_second");
      lines.push_back(line.dump());
    }
  return lines;
}

using TrainerTest = ToolTest;

} // namespace

TEST_F(TrainerTest, PrintsOneObjectForEachStep) {
  auto result = runCommand(training({"--steps", "4", "--json"}));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  auto lines = jsonLines(result.out);
  ASSERT_EQ(lines.size(), 5u);
  std::vector<int64_t> rows;
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(lines[i]["step"], i + 1);
    EXPECT_EQ(lines[i]["epoch"], i / 3 + 1);
    EXPECT_EQ(lines[i]["lr"], 0.125);
    EXPECT_TRUE(lines[i]["loss"].is_number());
    EXPECT_TRUE(lines[i]["accuracy"].is_number());
    rows.push_back(lines[i]["rows"]);
  }
  EXPECT_EQ(rows, (std::vector<int64_t>{4, 4, 2, 4}));
  EXPECT_EQ(lines[4]["done"], true);
  EXPECT_EQ(lines[4]["steps"], 4);
  EXPECT_TRUE(lines[4].contains("seconds"));
  EXPECT_TRUE(lines[4].contains("examples_per_second"));
}

TEST_F(TrainerTest, EvaluatesExactlyAtTheEndOfEachEpoch) {
  auto result = runCommand(evaluating({"--epochs", "2", "--json"}));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  std::vector<int64_t> steps;
  for (Json line : jsonLines(result.out))
    if (line.contains("eval"))
      steps.push_back(line["step"]);
  EXPECT_EQ(steps, (std::vector<int64_t>{3, 6}));

  // Zero weights: the loss is the mean of label², over ten rows in three
  // batches.
  result = runCommand(evaluating({"--steps", "0", "--json"}));
  EXPECT_EQ(result.exitCode, 0) << result.err;
  auto lines = jsonLines(result.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_DOUBLE_EQ(lines[0]["eval"]["loss"], 1.5);
  EXPECT_DOUBLE_EQ(lines[0]["eval"]["accuracy"], 0.4);
}

TEST_F(TrainerTest, ResumedAnywhereItIsTheSameRun) {
  const std::vector<std::string> run = {"--epochs", "4",     "--seed", "5",
                                        "--json",   "--set", "lr=0.05"};
  auto with = [&](const std::string &to, std::vector<std::string> more) {
    more.insert(more.end(), run.begin(), run.end());
    more.insert(more.end(), {"--checkpoint", folder / to});
    return training(more);
  };
  auto straight = runCommand(with("straight", {}));
  ASSERT_EQ(straight.exitCode, 0) << straight.err;
  auto expected = stepLines(straight.out);
  ASSERT_EQ(expected.size(), 12u);
  std::string last = readFile(folder / "straight/step-00000012.safetensors");

  for (int64_t stop = 0; stop < 11; ++stop) {
    std::string name = "stopped" + std::to_string(stop);
    fakeControl.raiseAt = stop;
    auto first = runCommand(with(name, {}));
    EXPECT_EQ(first.exitCode, 128 + 15);
    EXPECT_EQ(jsonLines(first.out).back()["done"], false);
    // The schedule's length, the seed and --set come from the checkpoint.
    auto second = runCommand(
        training({"--json", "--resume", "--checkpoint", folder / name}));
    EXPECT_EQ(second.exitCode, 0) << second.err;
    auto lines = stepLines(first.out), rest = stepLines(second.out);
    EXPECT_EQ(lines.size(), static_cast<size_t>(stop + 1));
    lines.insert(lines.end(), rest.begin(), rest.end());
    EXPECT_EQ(lines, expected) << "stopped in step " << stop;
    EXPECT_EQ(readFile(folder / (name + "/step-00000012.safetensors")), last);
  }
}

TEST_F(TrainerTest, SavesEveryEpochOrEveryNStepsAndKeepsTheNewest) {
  auto names = [&](const std::string &from) {
    std::vector<int64_t> steps;
    for (auto &[step, path] : CheckpointFolder(folder / from).list())
      steps.push_back(step);
    return steps;
  };
  runCommand(training({"--epochs", "5", "--checkpoint", folder / "a"}));
  EXPECT_EQ(names("a"), (std::vector<int64_t>{15}));
  runCommand(training({"--steps", "7", "--save-every", "2", "--keep", "9",
                       "--checkpoint", folder / "b"}));
  EXPECT_EQ(names("b"), (std::vector<int64_t>{2, 4, 6, 7}));
}

TEST_F(TrainerTest, StopsAfterASkippedStepUnlessToldOtherwise) {
  std::vector<float> x(20, 1.0f);
  x[7] = std::numeric_limits<float>::quiet_NaN();
  writeFile(folder / "x.npy", npyHeader(DType::F32, {10, 2}) + rawOf(x));
  auto stopped = runCommand(
      training({"--epochs", "2", "--json", "--checkpoint", folder / "a"}));
  EXPECT_EQ(stopped.exitCode, 3);
  EXPECT_NE(stopped.err.find("the loss or a gradient is not finite"),
            std::string::npos)
      << stopped.err;
  auto lines = jsonLines(stopped.out);
  EXPECT_EQ(lines.back()["done"], false);
  EXPECT_EQ(lines.back()["skipped"], 1);
  EXPECT_EQ(lines[lines.size() - 2]["loss"], nullptr);
  EXPECT_TRUE(std::filesystem::exists(lines.back()["checkpoint"]));

  auto through =
      runCommand(training({"--epochs", "2", "--json", "--on-nonfinite=skip"}));
  EXPECT_EQ(through.exitCode, 0);
  EXPECT_EQ(jsonLines(through.out).back()["skipped"], 2);
  EXPECT_EQ(through.err, "");
}

TEST_F(TrainerTest, SaysWhyItCannotResume) {
  runCommand(training({"--epochs", "1", "--checkpoint", folder / "a"}));
  auto sentence = [&](std::vector<std::string> arguments) {
    auto result = runCommand(std::move(arguments));
    EXPECT_EQ(result.exitCode, 1) << result.err;
    return result.err;
  };
  auto expectIn = [](const std::string &text, const std::string &part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expectIn(sentence(training({"--epochs", "1", "--checkpoint", folder / "a"})),
           "holds checkpoints of an earlier run; give --resume");
  expectIn(sentence(training({"--resume", "--checkpoint", folder / "b"})),
           "holds no checkpoint to resume from");
  expectIn(sentence(training(
               {"--resume", "--seed", "1", "--checkpoint", folder / "a"})),
           "begun with seed 0, so --seed 1 cannot continue it");
  auto other = training({"--resume", "--checkpoint", folder / "a"});
  other[0] = "other.so";
  expectIn(sentence(other), "is of another model than other.so: w has shape "
                            "[2], expected [3]");
  writeFile(folder / "label.npy",
            npyHeader(DType::U8, {2}) + std::string(2, '\0'));
  writeFile(folder / "x.npy",
            npyHeader(DType::F32, {2, 2}) + std::string(16, '\0'));
  expectIn(sentence(training({"--resume", "--checkpoint", folder / "a"})),
           "begun with 10 rows in batches of 4, so it cannot continue with 2");
}

TEST_F(TrainerTest, TrainsLongerWhenResumedWithMoreEpochs) {
  runCommand(training({"--epochs", "1", "--checkpoint", folder / "a"}));
  auto more = runCommand(training(
      {"--epochs", "2", "--json", "--resume", "--checkpoint", folder / "a"}));
  EXPECT_EQ(stepLines(more.out).size(), 3u);
  auto again = runCommand(training(
      {"--epochs", "2", "--json", "--resume", "--checkpoint", folder / "a"}));
  EXPECT_EQ(again.exitCode, 0);
  EXPECT_EQ(stepLines(again.out).size(), 0u);
}

TEST_F(TrainerTest, ChecksNamesAndLabelsBeforeTheFirstStep) {
  auto unknown = runCommand(training({"--steps", "1", "--set", "lrr=1"}));
  EXPECT_EQ(unknown.exitCode, 1);
  EXPECT_EQ(unknown.err,
            "gradc-run: error: --set lrr: the recipe has no number of "
            "that name; did you mean 'lr'?\n");
  std::string labels(10, '\1');
  labels[6] = 3;
  writeFile(folder / "label.npy", npyHeader(DType::U8, {10}) + labels);
  auto range = runCommand(training({"--steps", "1"}));
  EXPECT_EQ(range.exitCode, 1);
  EXPECT_NE(range.err.find("/label.npy: input 'label' expects values from 0 to "
                           "2, found 3 in row 6"),
            std::string::npos)
      << range.err;
  EXPECT_EQ(fakeControl.runs, 0);
}
