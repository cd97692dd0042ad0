//===- dtype.h - Element types of tensors -----------------------*- C++ -*-===//

#ifndef GRADC_RUNTIME_CORE_DTYPE_H
#define GRADC_RUNTIME_CORE_DTYPE_H

#include "gradc/types.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gradc {

constexpr uint32_t numDtypes = GRADC_BOOL + 1;

inline size_t dtypeSize(uint32_t dtype) {
  constexpr uint8_t sizes[numDtypes] = {4, 8, 2, 2, 1, 2, 4, 8, 1, 2, 4, 8, 1};
  return dtype < numDtypes ? sizes[dtype] : 0;
}

inline const char *dtypeName(uint32_t dtype) {
  constexpr const char *names[numDtypes] = {
      "f32", "f64", "f16",  "bf16", "i8",   "i16", "i32",
      "i64", "ui8", "ui16", "ui32", "ui64", "i1"};
  return dtype < numDtypes ? names[dtype] : "";
}

inline bool isFloat(uint32_t dtype) { return dtype <= GRADC_BF16; }

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

inline float bf16ToFloat(uint16_t value) {
  return bitsToFloat(uint32_t(value) << 16);
}

/// Rounds to nearest, ties to even; a NaN stays one (quiet).
inline uint16_t floatToBf16(float value) {
  uint32_t bits = floatToBits(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return uint16_t(bits >> 16) | 0x40;
  return uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

inline float f16ToFloat(uint16_t value) {
  uint32_t sign = uint32_t(value & 0x8000) << 16;
  uint32_t magnitude = value & 0x7fff;
  if (magnitude >= 0x7c00) // infinity or NaN
    return bitsToFloat(sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
  if (magnitude >= 0x400)
    return bitsToFloat(sign | ((magnitude << 13) + (112u << 23)));
  float subnormal = float(magnitude) * 0x1p-24f;
  return sign ? -subnormal : subnormal;
}

/// Rounds to nearest, ties to even; a NaN stays one (quiet).
inline uint16_t floatToF16(float value) {
  uint32_t bits = floatToBits(value);
  uint32_t sign = (bits >> 16) & 0x8000, magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return uint16_t(sign | 0x7e00 | ((magnitude >> 13) & 0x3ff));
  if (magnitude >= 0x477ff000) // rounds to 65536 or more
    return uint16_t(sign | 0x7c00);
  if (magnitude < 0x38800000) { // below the least normal number, 2^-14
    // Adding 0.5 leaves the value in units of 2^-24, rounded to even.
    float shifted = bitsToFloat(magnitude) + 0.5f;
    return uint16_t(sign | (floatToBits(shifted) - floatToBits(0.5f)));
  }
  uint32_t rounded = magnitude + 0xfff + ((magnitude >> 13) & 1);
  return uint16_t(sign | ((rounded - (112u << 23)) >> 13));
}

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_DTYPE_H
