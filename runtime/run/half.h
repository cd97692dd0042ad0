//===- half.h - The 16-bit float formats ------------------------*- C++ -*-===//

#ifndef GRADC_RUN_HALF_H
#define GRADC_RUN_HALF_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace gradc::run {

/// IEEE binary16: 1 sign, 5 exponent and 10 fraction bits.
struct Half {
  uint16_t bits;
};

/// bfloat16: the upper half of an f32.
struct BFloat {
  uint16_t bits;
};

inline float bitsToFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline uint32_t floatToBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline float toFloat(BFloat value) {
  return bitsToFloat(uint32_t(value.bits) << 16);
}

inline float toFloat(Half value) {
  uint32_t sign = uint32_t(value.bits & 0x8000) << 16;
  uint32_t exponent = (value.bits >> 10) & 31;
  uint32_t fraction = value.bits & 1023;
  if (exponent == 31) // infinity or NaN
    return bitsToFloat(sign | 0x7f800000 | fraction << 13);
  if (exponent == 0) { // zero or subnormal: fraction * 2^-24, exactly
    float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
  }
  return bitsToFloat(sign | (exponent + 112) << 23 | fraction << 13);
}

/// Rounds to nearest, ties to even. NaN stays NaN.
inline BFloat toBFloat(float value) {
  uint32_t bits = floatToBits(value);
  if (std::isnan(value))
    return {static_cast<uint16_t>(bits >> 16 | 0x40)};
  return {static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
}

/// Rounds to nearest, ties to even. NaN stays NaN.
inline Half toHalf(float value) {
  uint16_t sign = static_cast<uint16_t>(floatToBits(value) >> 16 & 0x8000);
  float magnitude = std::fabs(value);
  if (std::isnan(value))
    return {static_cast<uint16_t>(sign | 0x7e00)};
  if (magnitude >= 65520.0f) // half way between the largest and 2^16
    return {static_cast<uint16_t>(sign | 0x7c00)};
  if (magnitude < 0x1p-14f) // subnormal: count units of 2^-24
    return {static_cast<uint16_t>(
        sign | static_cast<uint16_t>(std::nearbyint(magnitude * 0x1p24f)))};
  uint32_t bits = floatToBits(magnitude);
  bits += 0xfff + (bits >> 13 & 1);
  return {static_cast<uint16_t>(sign | ((bits >> 13) - (112 << 10)))};
}

} // namespace gradc::run

#endif // GRADC_RUN_HALF_H
