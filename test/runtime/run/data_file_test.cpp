//===- data_file_test.cpp -------------------------------------------------===//

#include "compress.h"
#include "data_file.h"
#include "npy.h"
#include "npz.h"
#include "support.h"

using namespace gradc::run;

TEST(DataFile, TellsTheFormatByTheContent) {
  TemporaryFolder folder;
  std::string idx("\0\0\x08\x01\0\0\0\x01\x05", 9);
  writeFile(folder / "a", idx);
  writeFile(folder / "b", gzipped(idx));
  writeFile(folder / "c", npyHeader(DType::U8, {1}) + "\x05");
  NpzWriter writer(folder / "d.npz");
  uint8_t five = 5, six = 6;
  writer.add("x", DType::U8, {1}, &five);
  writer.add("z", DType::U8, {1}, &six);
  writer.commit();
  for (const char *name : {"a", "b", "c", "d.npz", "d.npz:x"})
    EXPECT_EQ(textOf(readDataFile(folder / name, "x").bytes), "\x05") << name;
  EXPECT_EQ(textOf(readDataFile(folder / "d.npz:z", "x").bytes), "\x06");
  EXPECT_FAULT(readDataFile(folder / "d.npz", "y"), "holds no array 'y'");

  writeFile(folder / "e", "text");
  EXPECT_FAULT(readDataFile(folder / "e", "x"),
               "/e: expected an IDX, .npy or .npz file, found one that begins "
               "with 74 65 78 74");
}
