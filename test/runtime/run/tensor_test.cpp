//===- tensor_test.cpp ----------------------------------------------------===//

#include "support.h"

using namespace gradc::run;

TEST(Tensor, SizesThatAFileClaimsAreCheckedForOverflow) {
  EXPECT_EQ(byteSize({2, 3}, DType::F32), 24u);
  EXPECT_EQ(byteSize({}, DType::F64), 8u);
  EXPECT_EQ(byteSize({int64_t(1) << 61, 2}, DType::U8), uint64_t(1) << 62);
  EXPECT_EQ(byteSize({int64_t(1) << 62, 2}, DType::U8), std::nullopt);
  EXPECT_EQ(byteSize({int64_t(1) << 61, int64_t(1) << 61, 0}, DType::U8),
            std::nullopt);
  EXPECT_EQ(byteSize({0, 7}, DType::F32), 0u);
  EXPECT_EQ(byteSize({-1}, DType::F32), std::nullopt);
}

TEST(Tensor, NamesAreThoseOfTheModelLanguage) {
  EXPECT_EQ(nameOf(DType::U8), "ui8");
  EXPECT_EQ(nameOf(DType::I32), "i32");
  EXPECT_EQ(nameOf(DType::Bool), "i1");
  EXPECT_EQ(toString({60000, 28, 28}), "[60000, 28, 28]");
}
