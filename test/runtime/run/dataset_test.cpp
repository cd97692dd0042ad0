//===- dataset_test.cpp ---------------------------------------------------===//

#include "dataset.h"
#include "npy.h"
#include "support.h"

using namespace gradc::run;

namespace {

class DatasetTest : public testing::Test {
protected:
  void SetUp() override {
    write("image", DType::U8, {3, 2}, rawOf<uint8_t>({1, 2, 3, 4, 5, 6}));
    write("label", DType::I64, {3}, rawOf<int64_t>({0, 9, 4}));
    write("scale", DType::F64, {2}, rawOf<double>({0.5, 2}));
  }
  void write(const std::string &name, DType dtype, const Shape &shape,
             const std::string &data) {
    writeFile(folder / name, npyHeader(dtype, shape) + data);
    files[name] = folder / name;
  }
  Dataset open() { return Dataset(inputs, files, "--data"); }

  TemporaryFolder folder;
  DataOptions files;
  std::vector<InputSpec> inputs = {
      {"image", DType::U8, {2, 2}, true, {}},
      {"label", DType::I32, {2}, true, ValueRange{0, 9, {}}},
      {"scale", DType::F32, {2}, false, {}}};
};

} // namespace

TEST_F(DatasetTest, GathersRowsAndConvertsThem) {
  Dataset dataset = open();
  EXPECT_EQ(dataset.rows(), 3);
  BatchBuffers buffers = dataset.makeBuffers();
  int64_t rows[] = {2, 1};
  dataset.gather(rows, 2, buffers);
  EXPECT_EQ(valuesOf<uint8_t>(buffers[0].bytes()),
            (std::vector<uint8_t>{5, 6, 3, 4}));
  EXPECT_EQ(valuesOf<int32_t>(buffers[1].bytes()),
            (std::vector<int32_t>{4, 9}));
  EXPECT_EQ(valuesOf<float>(buffers[2].bytes()), (std::vector<float>{0.5f, 2}));
}

TEST_F(DatasetTest, NamesWhatIsMissingOrUnknown) {
  files["lable"] = files["label"];
  EXPECT_FAULT(open(), "the model has no input 'lable'; did you mean 'label'?");
  files.erase("lable");
  files.erase("label");
  EXPECT_FAULT(open(), "input 'label' has no data: give --data label=FILE");
}

TEST_F(DatasetTest, ChecksShapesAndCounts) {
  write("image", DType::U8, {3, 1, 2}, rawOf<uint8_t>({1, 2, 3, 4, 5, 6}));
  EXPECT_FAULT(open(), "input 'image' expects shape [N, 2], found [3, 1, 2]");
  write("image", DType::U8, {2, 2}, rawOf<uint8_t>({1, 2, 3, 4}));
  EXPECT_FAULT(open(), "input 'label' has 3 rows, but input 'image' has 2 in");
  write("image", DType::U8, {0, 2}, "");
  EXPECT_FAULT(open(), "expects at least one row");
}

TEST_F(DatasetTest, ChecksTypesAndRanges) {
  write("label", DType::I64, {3}, rawOf<int64_t>({0, 10, 4}));
  EXPECT_FAULT(open(), "/label: input 'label' expects values from 0 to 9, "
                       "found 10 in row 1");
  write("label", DType::I64, {3}, rawOf<int64_t>({0, 1, int64_t(1) << 40}));
  EXPECT_FAULT(open(), "the value 1099511627776 in row 2, which i32 cannot "
                       "hold exactly");
  write("label", DType::F32, {3}, rawOf<float>({0, 1, 2}));
  EXPECT_FAULT(open(), "input 'label' expects i32, found f32");
}
