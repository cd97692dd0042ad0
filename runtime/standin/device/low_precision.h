//===- low_precision.h - CUDA's 16-bit floats on the host -------*- C++ -*-===//
//
// As storage: a kernel widens what it loads and rounds what it stores, to
// nearest, ties to even. A NaN becomes the NaN that the GPU makes of it.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_STANDIN_DEVICE_LOW_PRECISION_H
#define GRADC_STANDIN_DEVICE_LOW_PRECISION_H

#include "vector_types.h"

#include <immintrin.h>

struct alignas(2) __half {
  unsigned short bits;
};
struct alignas(4) __half2 {
  __half x, y;
};
struct alignas(2) __nv_bfloat16 {
  unsigned short bits;
};
struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
};

inline unsigned short __half_as_ushort(__half value) { return value.bits; }
inline __half __ushort_as_half(unsigned short bits) { return {bits}; }
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 value) {
  return value.bits;
}
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  return {bits};
}

inline float __half2float(__half value) { return _cvtsh_ss(value.bits); }
inline __half __float2half_rn(float value) {
  if (value != value)
    return {0x7fff};
  return {_cvtss_sh(value, _MM_FROUND_TO_NEAREST_INT)};
}
inline __half __float2half(float value) { return __float2half_rn(value); }

inline float __bfloat162float(__nv_bfloat16 value) {
  unsigned bits = unsigned(value.bits) << 16;
  float result;
  __builtin_memcpy(&result, &bits, sizeof result);
  return result;
}
inline __nv_bfloat16 __float2bfloat16_rn(float value) {
  if (value != value)
    return {0x7fff};
  unsigned bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  bits += 0x7fff + (bits >> 16 & 1);
  return {static_cast<unsigned short>(bits >> 16)};
}
inline __nv_bfloat16 __float2bfloat16(float value) {
  return __float2bfloat16_rn(value);
}

/// `value` as an f32 that a second rounding, to 16 bits, can't go wrong on: it
/// is cut, and its last bit says whether anything was cut off.
inline float gradc_standin_round_to_odd(double value) {
  float result = static_cast<float>(value);
  if (value != value || static_cast<double>(result) == value)
    return result;
  unsigned bits;
  __builtin_memcpy(&bits, &result, sizeof bits);
  bool isAway =
      __builtin_fabs(static_cast<double>(result)) > __builtin_fabs(value);
  bits = (isAway ? bits - 1 : bits) | 1;
  __builtin_memcpy(&result, &bits, sizeof bits);
  return result;
}
inline __half __double2half(double value) {
  return __float2half_rn(gradc_standin_round_to_odd(value));
}
inline __nv_bfloat16 __double2bfloat16(double value) {
  return __float2bfloat16_rn(gradc_standin_round_to_odd(value));
}

inline float2 __half22float2(__half2 value) {
  return {__half2float(value.x), __half2float(value.y)};
}
inline __half2 __float22half2_rn(float2 value) {
  return {__float2half_rn(value.x), __float2half_rn(value.y)};
}
inline __half2 __floats2half2_rn(float x, float y) {
  return {__float2half_rn(x), __float2half_rn(y)};
}
inline float2 __bfloat1622float2(__nv_bfloat162 value) {
  return {__bfloat162float(value.x), __bfloat162float(value.y)};
}
inline __nv_bfloat162 __float22bfloat162_rn(float2 value) {
  return {__float2bfloat16_rn(value.x), __float2bfloat16_rn(value.y)};
}
inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return {__float2bfloat16_rn(x), __float2bfloat16_rn(y)};
}

#endif // GRADC_STANDIN_DEVICE_LOW_PRECISION_H
