//===- gzip_test.cpp ------------------------------------------------------===//

#include "compress.h"
#include "gzip.h"
#include "support.h"

using namespace gradc::run;

namespace {

std::string content(const std::string &packed) {
  GzipReader reader(bytesOf(packed), "x.gz");
  std::string text;
  uint8_t piece[7];
  while (size_t n = reader.read(piece, sizeof piece))
    text.append(reinterpret_cast<char *>(piece), n);
  return text;
}

} // namespace

TEST(Gzip, ReadsInPieces) {
  std::string text(1000, 'a');
  text += "end";
  EXPECT_EQ(content(gzipped(text)), text);
  EXPECT_EQ(content(gzipped("")), "");
}

TEST(Gzip, ReadsSeveralBehindOneAnother) {
  EXPECT_EQ(content(gzipped("one ") + gzipped("two")), "one two");
}

TEST(Gzip, RefusesWhatIsDamaged) {
  std::string packed = gzipped("some text that is compressed");
  expectTruncationsRefused(packed, content);
  expectFlipsSurvived(packed, content);
  EXPECT_FAULT(content(packed + "x"), "1 bytes stand after the end");
  packed[packed.size() - 6] ^= 1; // the checksum
  EXPECT_FAULT(content(packed), "damaged: incorrect data check");
}

TEST(Gzip, InflatesRawDataOfExactlyTheSizeGiven) {
  std::string text = "some text, some text, some text", packed = deflated(text);
  std::string target(text.size() + 1, '\0');
  auto data = reinterpret_cast<uint8_t *>(target.data());
  EXPECT_TRUE(inflateRaw(bytesOf(packed), data, text.size()));
  EXPECT_EQ(target.substr(0, text.size()), text);
  EXPECT_FALSE(inflateRaw(bytesOf(packed), data, text.size() - 1));
  EXPECT_FALSE(inflateRaw(bytesOf(packed), data, text.size() + 1));
  EXPECT_FALSE(inflateRaw(bytesOf(packed + "x"), data, text.size()));
}
