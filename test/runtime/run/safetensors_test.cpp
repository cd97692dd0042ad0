//===- safetensors_test.cpp -----------------------------------------------===//

#include "safetensors.h"
#include "support.h"

using namespace gradc::run;

namespace {

class SafetensorsTest : public testing::Test {
protected:
  void SetUp() override {
    SafetensorsWriter writer(path, {{"step", "12"}},
                             {{"fc.weight", DType::F32, {2, 1}},
                              {"empty", DType::BF16, {0}},
                              {"step", DType::I64, {}}});
    std::vector<float> weight{1, 2};
    int64_t step = 12;
    writer.write(weight.data(), 8);
    writer.write(nullptr, 0);
    writer.write(&step, 8);
    writer.commit();
  }
  void readChanged(const std::string &content) {
    writeFile(path, content);
    readSafetensors(path);
  }
  /// A file as other programs write them: no checksum.
  static std::string foreign(const std::string &header,
                             const std::string &data) {
    std::string file;
    appendLittle(file, uint64_t(header.size()));
    return file + header + data;
  }
  TemporaryFolder folder;
  std::string path = folder / "a.safetensors";
};

} // namespace

TEST_F(SafetensorsTest, ReadsWhatItWrites) {
  Safetensors file = readSafetensors(path);
  EXPECT_EQ(file.metadata.at("step"), "12");
  EXPECT_EQ(file.tensors.size(), 3u);
  EXPECT_EQ(file.tensors.at("fc.weight").shape, (Shape{2, 1}));
  EXPECT_EQ(valuesOf<float>(file.tensors.at("fc.weight").bytes),
            (std::vector<float>{1, 2}));
  EXPECT_EQ(valuesOf<int64_t>(file.tensors.at("step").bytes),
            (std::vector<int64_t>{12}));
  std::string content = readFile(path);
  EXPECT_EQ((8 + loadLittle<uint64_t>(
                     reinterpret_cast<const uint8_t *>(content.data()))) %
                64,
            0u);
}

TEST_F(SafetensorsTest, EveryChangedByteIsNoticed) {
  std::string content = readFile(path);
  for (size_t i = 0; i < content.size(); ++i) {
    std::string changed = content;
    changed[i] ^= 4;
    // Without its key the file is one without a checksum; a checkpoint is
    // refused then.
    size_t key = content.find(checksumKey);
    bool inKey = i >= key && i < key + std::string(checksumKey).size();
    EXPECT_EQ(faultOf([&] { readChanged(changed); }) == "", inKey)
        << "byte " << i;
  }
  std::string edited = content;
  edited.replace(edited.find("\"12\""), 4, "\"13\"");
  EXPECT_FAULT(readChanged(edited), "the file was edited or damaged");
}

TEST_F(SafetensorsTest, SurvivesDamage) {
  std::string content = readFile(path);
  auto read = [&](const std::string &changed) { readChanged(changed); };
  expectTruncationsRefused(content, read);
  expectFlipsSurvived(content, read, 2000);
  EXPECT_FAULT(readChanged(content + "x"), "after the end of the data");
}

TEST_F(SafetensorsTest, ReadsForeignFilesAndTheirFaults) {
  auto header = [](const std::string &offsets) {
    return "{\"w\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":" +
           offsets + "}}";
  };
  readChanged(foreign(header("[0,4]"), "abcd"));
  EXPECT_FAULT(readChanged(foreign(header("[0,4]"), "abc")),
               "the file is truncated: expected at least 4 bytes");
  EXPECT_FAULT(readChanged(foreign(header("[1,5]"), "abcde")), "leave a hole");
  EXPECT_FAULT(readChanged(foreign(header("[0,5]"), "abcde")), "disagree");
  EXPECT_FAULT(readChanged(foreign("{\"w\":{\"dtype\":\"F8_E4M3\",\"shape\":[],"
                                   "\"data_offsets\":[0,1]}}",
                                   "a")),
               "has the type F8_E4M3");
  EXPECT_FAULT(readChanged(foreign("{\"w\":3}", "")), "not the JSON");
  EXPECT_FAULT(readChanged("this is a text file"),
               "expected a safetensors file");
  expectFlipsSurvived(
      foreign(header("[0,4]"), "abcd"),
      [&](const std::string &text) { readChanged(text); }, 2000);
}
