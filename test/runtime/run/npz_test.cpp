//===- npz_test.cpp -------------------------------------------------------===//

#include "compress.h"
#include "gzip.h"
#include "npy.h"
#include "npz.h"
#include "support.h"

using namespace gradc::run;

namespace {

std::string sampleFile() {
  TemporaryFolder folder;
  NpzWriter writer(folder / "a.npz");
  std::vector<float> x{1, 2, 3};
  std::vector<uint8_t> label{7};
  writer.add("x", DType::F32, {3}, x.data());
  writer.add("fc1.weight", DType::U8, {1}, label.data());
  writer.add("nothing", DType::F32, {0}, nullptr);
  writer.commit();
  return readFile(folder / "a.npz");
}

void readAll(const std::string &content) {
  NpzReader reader(bytesOf(content), "a.npz");
  for (auto &name : reader.names())
    reader.read(name);
}

/// A plain zip of one deflated member, without the 64-bit fields.
std::string deflatedFile(const std::string &name, const std::string &content) {
  std::string packed = deflated(content), fields, file, directory;
  appendLittle(fields, uint16_t(20));
  appendLittle(fields, uint16_t(0));
  appendLittle(fields, uint16_t(8));
  appendLittle(fields, uint32_t(0));
  appendLittle(fields, crc32Of(content.data(), content.size()));
  appendLittle(fields, static_cast<uint32_t>(packed.size()));
  appendLittle(fields, static_cast<uint32_t>(content.size()));
  appendLittle(fields, static_cast<uint16_t>(name.size()));
  appendLittle(fields, uint16_t(0));
  file = "PK\3\4" + fields + name + packed;
  directory =
      "PK\1\2" + std::string(2, '\0') + fields + std::string(14, '\0') + name;
  std::string end("PK\5\6\0\0\0\0\1\0\1\0", 12);
  appendLittle(end, static_cast<uint32_t>(directory.size()));
  appendLittle(end, static_cast<uint32_t>(file.size()));
  return file + directory + end + std::string(2, '\0');
}

} // namespace

TEST(Npz, ReadsWhatItWrites) {
  NpzReader reader(bytesOf(sampleFile()), "a.npz");
  EXPECT_EQ(reader.names(),
            (std::vector<std::string>{"fc1.weight", "nothing", "x"}));
  Tensor x = reader.read("x");
  EXPECT_EQ(x.dtype, DType::F32);
  EXPECT_EQ(valuesOf<float>(x.bytes), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(reader.read("fc1.weight").dtype, DType::U8);
  EXPECT_EQ(reader.read("nothing").shape, (Shape{0}));
}

TEST(Npz, ReadsDeflatedMembers) {
  std::string member = npyHeader(DType::I32, {2}) + rawOf<int32_t>({4, 5});
  NpzReader reader(bytesOf(deflatedFile("y.npy", member)), "a.npz");
  EXPECT_EQ(valuesOf<int32_t>(reader.read("y").bytes),
            (std::vector<int32_t>{4, 5}));
}

TEST(Npz, SaysWhatIsWrong) {
  std::string file = sampleFile();
  NpzReader reader(bytesOf(file), "a.npz");
  EXPECT_FAULT(
      reader.read("fc2.weight"),
      "a.npz: holds no array 'fc2.weight'; did you mean 'fc1.weight'?");
  size_t place = file.find(rawOf<float>({1, 2, 3}));
  ASSERT_NE(place, std::string::npos);
  file[place] ^= 1;
  EXPECT_FAULT(readAll(file), "checksum does not fit");
  EXPECT_FAULT(NpzReader(bytesOf("plain text, no archive"), "a.npz"),
               "expected a .npz file");
}

TEST(Npz, SurvivesDamage) {
  std::string member = npyHeader(DType::I32, {2}) + rawOf<int32_t>({4, 5});
  for (const std::string &file :
       {sampleFile(), deflatedFile("y.npy", member)}) {
    expectTruncationsRefused(file, readAll);
    expectFlipsSurvived(file, readAll, 10000);
  }
}
