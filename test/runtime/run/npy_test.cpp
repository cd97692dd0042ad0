//===- npy_test.cpp -------------------------------------------------------===//

#include "npy.h"
#include "support.h"

using namespace gradc::run;

namespace {

/// A version 1 file with the given dictionary.
std::string npy(const std::string &dictionary, const std::string &data) {
  std::string file("\x93NUMPY\1\0", 8);
  appendLittle(file, static_cast<uint16_t>(dictionary.size()));
  return file + dictionary + data;
}

Tensor readPlain(const std::string &content) {
  return readNpy(bytesOf(content), "f.npy");
}

} // namespace

TEST(Npy, ReadsWhatItWrites) {
  for (int type = 0; type < numDTypes; ++type)
    for (const Shape &shape : {Shape{}, Shape{3}, Shape{2, 3}, Shape{0, 4}}) {
      DType dtype = static_cast<DType>(type);
      std::string data(*byteSize(shape, dtype), '\1');
      std::string header = npyHeader(dtype, shape);
      EXPECT_EQ(header.size() % 64, 0u);
      Tensor tensor = readPlain(header + data);
      EXPECT_EQ(tensor.dtype, dtype);
      EXPECT_EQ(tensor.shape, shape);
      EXPECT_EQ(textOf(tensor.bytes), data);
    }
}

TEST(Npy, ReadsFortranOrderAndBigEndian) {
  Tensor tensor = readPlain(
      npy("{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3), }",
          rawOf<int32_t>({1, 4, 2, 5, 3, 6})));
  EXPECT_EQ(valuesOf<int32_t>(tensor.bytes),
            (std::vector<int32_t>{1, 2, 3, 4, 5, 6}));
  tensor =
      readPlain(npy("{\"shape\": (2,), 'fortran_order':False,'descr':'>u2'}\n",
                    std::string("\0\1\1\0", 4)));
  EXPECT_EQ(valuesOf<uint16_t>(tensor.bytes), (std::vector<uint16_t>{1, 256}));
}

TEST(Npy, SaysWhatIsWrong) {
  std::string dictionary =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  EXPECT_FAULT(readPlain(npy(dictionary, "1234567")),
               "f.npy: the file is truncated: shape [2] of f32 takes 8 bytes, "
               "found 7");
  EXPECT_FAULT(readPlain(npy(dictionary, "123456789")),
               "after the end of the data");
  EXPECT_FAULT(
      readPlain(npy("{'descr': '<c8', 'fortran_order': False, 'shape': ()}",
                    "12345678")),
      "expected numbers, found NumPy's type '<c8'");
  EXPECT_FAULT(readPlain(npy("{'descr': [('a', '<f4')], 'shape': ()}", "1234")),
               "found one of records");
  EXPECT_FAULT(readPlain(npy("{'descr': '<f4', 'shape': ()}", "1234")),
               "header is damaged");
  EXPECT_FAULT(readPlain("not a file of arrays"), "expected a .npy file");
}

TEST(Npy, SurvivesDamage) {
  std::string file = npyHeader(DType::F32, {2, 2}) + rawOf<float>({1, 2, 3, 4});
  expectTruncationsRefused(file, readPlain);
  expectFlipsSurvived(file, readPlain, 10000);
}
