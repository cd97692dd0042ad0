//===- device_test.cpp - CUDA's types and functions on the host -----------===//

#include "support.h"

#include <cmath>
#include <limits>

TEST(Device, everyHalfIsItsFloat) {
  for (unsigned bits = 0; bits < 1 << 16; ++bits) {
    __half half = __ushort_as_half(bits);
    float value = __half2float(half);
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float expected = exponent == 31 ? (fraction ? NAN : INFINITY)
                     : exponent
                         ? std::ldexp(float(1024 + fraction), exponent - 25)
                         : std::ldexp(float(fraction), -24);
    if (bits >> 15)
      expected = -expected;
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(value));
      EXPECT_EQ(__float2half_rn(value).bits, 0x7fff);
    } else {
      ASSERT_EQ(__float_as_uint(value), __float_as_uint(expected));
      ASSERT_EQ(__float2half_rn(value).bits, bits);
    }
  }
}

TEST(Device, roundsToNearestEven) {
  EXPECT_EQ(__float2half_rn(1 + 0x1p-11f).bits, 0x3c00); // tie to even
  EXPECT_EQ(__float2half_rn(1 + 0x3p-11f).bits, 0x3c02);
  EXPECT_EQ(__float2half_rn(65520).bits, 0x7c00); // overflows
  EXPECT_EQ(__float2half_rn(65519).bits, 0x7bff);
  EXPECT_EQ(__float2half_rn(0x1p-25f).bits, 0); // tie to even
  EXPECT_EQ(__float2half_rn(0x3p-26f).bits, 1);
  EXPECT_EQ(__float2bfloat16_rn(1 + 0x1p-8f).bits, 0x3f80);
  EXPECT_EQ(__float2bfloat16_rn(1 + 0x3p-8f).bits, 0x3f82);
  EXPECT_EQ(__float2bfloat16_rn(3.4e38f).bits, 0x7f80);
  EXPECT_EQ(__float2bfloat16_rn(-INFINITY).bits, 0xff80);
  EXPECT_EQ(__float2bfloat16_rn(NAN).bits, 0x7fff);
  for (unsigned bits = 0; bits < 0x7f80; ++bits)
    ASSERT_EQ(__float2bfloat16_rn(__bfloat162float({uint16_t(bits)})).bits,
              bits);
}

TEST(Device, doublesAreRoundedOnce) {
  // f32 would round these to the tie, and the tie to even.
  EXPECT_EQ(__double2half(1 + 0x1p-11 + 0x1p-40).bits, 0x3c01);
  EXPECT_EQ(__double2half(1 + 0x3p-11 - 0x1p-40).bits, 0x3c01);
  EXPECT_EQ(__double2bfloat16(1 + 0x1p-8 + 0x1p-40).bits, 0x3f81);
  EXPECT_EQ(__double2bfloat16(-1 - 0x3p-8 + 0x1p-40).bits, 0xbf81);
  EXPECT_EQ(__double2half(1e300).bits, 0x7c00);
  EXPECT_EQ(__double2half(-1e-300).bits, 0x8000);
  EXPECT_EQ(__double2half(0.5).bits, 0x3800);
}

TEST(Device, vectorsAreAlignedAsOnAGpu) {
  EXPECT_EQ(alignof(float4), 16u);
  EXPECT_EQ(alignof(float2), 8u);
  EXPECT_EQ(alignof(double2), 16u);
  EXPECT_EQ(alignof(uchar4), 4u);
  EXPECT_EQ(alignof(ushort4), 8u);
  EXPECT_EQ(alignof(__half2), 4u);
  EXPECT_EQ(sizeof(longlong4), 32u);
}

TEST(Device, integerIntrinsics) {
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clz(-1), 0);
  EXPECT_EQ(__clzll(1), 63);
  EXPECT_EQ(__popc(0xf0f0u), 8);
  EXPECT_EQ(__popcll(~0ull), 64);
  EXPECT_EQ(__umulhi(0xffffffffu, 0xffffffffu), 0xfffffffeu);
  EXPECT_EQ(__umul64hi(~0ull, 2), 1u);
  EXPECT_EQ(__float_as_int(1.0f), 0x3f800000);
  EXPECT_EQ(__longlong_as_double(0x3ff0000000000000), 1.0);
}
