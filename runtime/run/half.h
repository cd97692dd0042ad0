//===- half.h - The 16-bit float formats as types ---------------*- C++ -*-===//

#ifndef GRADC_RUN_HALF_H
#define GRADC_RUN_HALF_H

#include "core/dtype.h"

namespace gradc::run {

/// IEEE binary16: 1 sign, 5 exponent and 10 fraction bits.
struct Half {
  uint16_t bits;
};

/// bfloat16: the upper half of an f32.
struct BFloat {
  uint16_t bits;
};

inline float toFloat(BFloat value) { return bf16ToFloat(value.bits); }
inline float toFloat(Half value) { return f16ToFloat(value.bits); }

/// Both round to nearest, ties to even. NaN stays NaN.
inline BFloat toBFloat(float value) { return {floatToBf16(value)}; }
inline Half toHalf(float value) { return {floatToF16(value)}; }

} // namespace gradc::run

#endif // GRADC_RUN_HALF_H
