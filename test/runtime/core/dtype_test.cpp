//===- dtype_test.cpp - Half precision, all values ------------------------===//

#include "core/dtype.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace gradc;

TEST(Dtype, f16KeepsEveryValue) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float value = f16ToFloat(uint16_t(bits));
    if ((bits & 0x7fff) > 0x7c00)
      EXPECT_TRUE(std::isnan(value) &&
                  std::isnan(f16ToFloat(floatToF16(value))));
    else
      EXPECT_EQ(floatToF16(value), bits);
  }
}

TEST(Dtype, f16RoundsToNearestEven) {
  for (uint32_t bits = 0; bits < 0x7bff; ++bits) {
    float low = f16ToFloat(uint16_t(bits)),
          high = f16ToFloat(uint16_t(bits + 1));
    float middle = (low + high) / 2; // exact
    uint16_t even = uint16_t(bits + (bits & 1));
    EXPECT_EQ(floatToF16(middle), even);
    EXPECT_EQ(floatToF16(std::nextafter(middle, low)), bits);
    EXPECT_EQ(floatToF16(std::nextafter(middle, high)), bits + 1);
    EXPECT_EQ(floatToF16(-middle), even | 0x8000);
  }
  EXPECT_EQ(floatToF16(65519.996f), 0x7bff);
  EXPECT_EQ(floatToF16(65520), 0x7c00);
  EXPECT_EQ(floatToF16(INFINITY), 0x7c00);
  EXPECT_EQ(floatToF16(1e-30f), 0);
}

TEST(Dtype, bf16RoundsToNearestEven) {
  for (uint32_t bits = 0; bits < 0x7f7f; ++bits) {
    float low = bf16ToFloat(uint16_t(bits)),
          high = bf16ToFloat(uint16_t(bits + 1));
    float middle = bitsToFloat(bits << 16 | 0x8000);
    EXPECT_EQ(floatToBf16(low), bits);
    EXPECT_EQ(floatToBf16(middle), bits + (bits & 1));
    EXPECT_EQ(floatToBf16(std::nextafter(middle, low)), bits);
    EXPECT_EQ(floatToBf16(std::nextafter(middle, high)), bits + 1);
  }
  EXPECT_EQ(floatToBf16(INFINITY), 0x7f80);
  EXPECT_TRUE(std::isnan(bf16ToFloat(floatToBf16(NAN))));
  EXPECT_TRUE(std::isnan(bf16ToFloat(floatToBf16(bitsToFloat(0x7f800001)))));
}

TEST(Dtype, knowsNamesAndSizes) {
  EXPECT_STREQ(dtypeName(GRADC_U64), "ui64");
  EXPECT_STREQ(dtypeName(99), "");
  EXPECT_EQ(dtypeSize(GRADC_BOOL), 1u);
  EXPECT_EQ(dtypeSize(99), 0u);
}
