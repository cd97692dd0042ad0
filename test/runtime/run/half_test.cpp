//===- half_test.cpp ------------------------------------------------------===//

#include "half.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace gradc::run;

TEST(Half, EveryValueSurvivesFloatAndBack) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    Half value{static_cast<uint16_t>(bits)};
    float wide = toFloat(value);
    if (std::isnan(wide))
      EXPECT_TRUE(std::isnan(toFloat(toHalf(wide))));
    else
      EXPECT_EQ(toHalf(wide).bits, bits);
  }
}

TEST(Half, RoundsToNearestTiesToEven) {
  EXPECT_EQ(toHalf(1.0f + 0x1p-11f).bits, 0x3c00); // tie, down to even
  EXPECT_EQ(toHalf(1.0f + 0x3p-11f).bits, 0x3c02); // tie, up to even
  EXPECT_EQ(toHalf(6e-8f).bits, 1);
  EXPECT_EQ(toHalf(2.9e-8f).bits, 0);
  EXPECT_EQ(toHalf(65519.0f).bits, 0x7bff);
  EXPECT_EQ(toHalf(-65520.0f).bits, 0xfc00);
}

TEST(BFloat, EveryValueSurvivesFloatAndBack) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    float wide = toFloat(BFloat{static_cast<uint16_t>(bits)});
    if (std::isnan(wide))
      EXPECT_TRUE(std::isnan(toFloat(toBFloat(wide))));
    else
      EXPECT_EQ(toBFloat(wide).bits, bits);
  }
}

TEST(BFloat, RoundsToNearestTiesToEven) {
  EXPECT_EQ(toBFloat(1.0f + 0x1p-8f).bits, 0x3f80);
  EXPECT_EQ(toBFloat(1.0f + 0x3p-8f).bits, 0x3f82);
  EXPECT_EQ(toBFloat(3.4e38f).bits, 0x7f80);
}
