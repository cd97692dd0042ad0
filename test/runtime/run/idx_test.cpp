//===- idx_test.cpp -------------------------------------------------------===//

#include "compress.h"
#include "idx.h"
#include "support.h"

using namespace gradc::run;

namespace {

const std::string labels("\0\0\x08\x01\0\0\0\x03\x05\x09\x00", 11);
const std::string
    words("\0\0\x0c\x02\0\0\0\x01\0\0\0\x02\0\0\1\0\xff\xff\xff\xfe", 20);

Tensor readPlain(const std::string &content) {
  return readIdx(bytesOf(content), "f");
}

Tensor readPacked(const std::string &content) {
  return readIdxGzip(bytesOf(gzipped(content)), "f.gz");
}

} // namespace

TEST(Idx, ReadsBytesInPlaceAndTurnsWordsRound) {
  for (auto reader : {readPlain, readPacked}) {
    Tensor tensor = reader(labels);
    EXPECT_EQ(tensor.dtype, DType::U8);
    EXPECT_EQ(tensor.shape, (Shape{3}));
    EXPECT_EQ(valuesOf<uint8_t>(tensor.bytes), (std::vector<uint8_t>{5, 9, 0}));
    tensor = reader(words);
    EXPECT_EQ(tensor.dtype, DType::I32);
    EXPECT_EQ(tensor.shape, (Shape{1, 2}));
    EXPECT_EQ(valuesOf<int32_t>(tensor.bytes), (std::vector<int32_t>{256, -2}));
  }
}

TEST(Idx, SaysWhatIsWrong) {
  for (auto reader : {readPlain, readPacked}) {
    EXPECT_FAULT(reader(labels + "x"), "after the end of the data: expected 3 "
                                       "bytes of data for shape [3] of ui8, "
                                       "found 4");
    EXPECT_FAULT(reader(labels.substr(0, 10)),
                 "the file is truncated: expected 3 bytes of data");
    EXPECT_FAULT(reader(labels.substr(0, 6)), "ends within the IDX header");
    std::string odd = labels;
    odd[2] = 0x0a;
    EXPECT_FAULT(reader(odd), "expected an IDX file");
  }
}

TEST(Idx, AClaimedSizeTakesNoMemory) {
  std::string huge("\0\0\x08\x02\x7f\xff\xff\xff\0\0\1\0xyz", 15);
  EXPECT_FAULT(readPacked(huge), "cannot come out of");
  EXPECT_FAULT(readPlain(huge), "the file is truncated");
}

TEST(Idx, SurvivesDamage) {
  auto packed = [](const std::string &content) {
    return readIdxGzip(bytesOf(content), "f.gz");
  };
  expectTruncationsRefused(labels, readPlain);
  expectTruncationsRefused(words, readPlain);
  expectTruncationsRefused(gzipped(words), packed);
  expectFlipsSurvived(words, readPlain);
  expectFlipsSurvived(gzipped(words), packed);
}
