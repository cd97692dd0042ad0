//===- checkpoint_test.cpp ------------------------------------------------===//

#include "checkpoint.h"
#include "support.h"

using namespace gradc::run;

namespace {

class CheckpointTest : public testing::Test {
protected:
  void SetUp() override {
    library.init(9);
    run.step = 7;
    run.rows = 10;
    run.batch = 4;
    run.totalSteps = 12;
    run.seed = 9;
    run.set = {{"lr", 0.1}};
    writeCheckpoint(path, library, run);
  }
  void readChanged(const std::string &content) {
    writeFile(path, content);
    readCheckpoint(path, library);
  }
  std::vector<float> weights(StepLibrary &from) {
    std::vector<float> values(2);
    from.readState({"w", DType::F32, {2}}, values.data());
    return values;
  }
  TemporaryFolder folder;
  std::string path = folder / "step-00000007.safetensors";
  StepLibrary library{"train.so", "cpu", 1};
  RunState run;
};

} // namespace

TEST_F(CheckpointTest, RestoresStateAndPlace) {
  StepLibrary fresh("train.so", "cpu", 1);
  RunState read = CheckpointFolder(folder.path.string()).restore(fresh);
  EXPECT_EQ(read.step, 7);
  EXPECT_EQ(read.seed, 9);
  EXPECT_EQ(read.totalSteps, 12);
  EXPECT_EQ(read.set, run.set);
  EXPECT_EQ(weights(fresh), weights(library));
  Safetensors file = readSafetensors(path);
  EXPECT_EQ(file.metadata.at("gradc.epoch"), "2");
  EXPECT_EQ(file.metadata.at("gradc.position"), "1");
}

TEST_F(CheckpointTest, EveryChangedByteIsNoticed) {
  std::string content = readFile(path);
  for (size_t i = 0; i < content.size(); ++i) {
    std::string changed = content;
    changed[i] ^= 4;
    EXPECT_NE(faultOf([&] { readChanged(changed); }), "") << "byte " << i;
  }
}

TEST_F(CheckpointTest, EveryTruncationIsNoticed) {
  expectTruncationsRefused(readFile(path),
                           [&](const std::string &text) { readChanged(text); });
}

TEST_F(CheckpointTest, RefusesOtherModelsFormatsAndFiles) {
  StepLibrary other("other.so", "cpu", 1);
  EXPECT_FAULT(readCheckpoint(path, other), "of another model than other.so");

  Safetensors file = readSafetensors(path);
  auto rewrite = [&](const std::string &key, const std::string &value) {
    Metadata metadata = file.metadata;
    value.empty() ? void(metadata.erase(key)) : void(metadata[key] = value);
    std::vector<TensorPlan> plan;
    for (auto &[name, tensor] : file.tensors)
      plan.push_back({name, tensor.dtype, tensor.shape});
    SafetensorsWriter writer(folder / "b", metadata, plan);
    for (auto &[name, tensor] : file.tensors)
      writer.write(tensor.bytes.data, tensor.bytes.size);
    writer.commit();
    readCheckpoint(folder / "b", library);
  };
  rewrite("unrelated", "kept"); // is fine
  EXPECT_FAULT(rewrite("gradc.checkpoint", "2"),
               "has format 2, this gradc-run reads format 1");
  EXPECT_FAULT(rewrite("gradc.checkpoint", ""), "is no checkpoint of gradc");
  EXPECT_FAULT(rewrite("gradc.step", "8"), "its numbers disagree");
  EXPECT_FAULT(rewrite("gradc.step", "seven"), "'step' is 'seven'");
  EXPECT_FAULT(rewrite("gradc.model", "0"), "their fingerprints differ");
}

TEST_F(CheckpointTest, TheNewestIsByNumberAndStrangersAreLeftAlone) {
  for (const char *name : {"step-100000000.safetensors", "step-x.safetensors",
                           "step-00000009.safetensors.tmp", "notes.txt"})
    writeFile(folder / name, "x");
  CheckpointFolder checkpoints(folder.path.string());
  auto list = checkpoints.list();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list.rbegin()->first, 100000000);
  run.step = 100000001;
  checkpoints.save(library, run, 1);
  EXPECT_EQ(checkpoints.list().size(), 1u);
  EXPECT_TRUE(std::filesystem::exists(folder / "notes.txt"));
}

TEST_F(CheckpointTest, TheFingerprintIgnoresTheOrder) {
  std::vector<TensorPlan> a{{"a", DType::F32, {2}}, {"b", DType::F32, {3}}};
  std::vector<TensorPlan> b{a[1], a[0]};
  EXPECT_EQ(fingerprint(a), fingerprint(b));
  b[0].shape = {4};
  EXPECT_NE(fingerprint(a), fingerprint(b));
}
