//===- scalar_functions.h - CUDA's scalar intrinsics ------------*- C++ -*-===//
//
// Those that are not functions of C's math library, which a kernel on the host
// calls as they are.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_STANDIN_DEVICE_SCALAR_FUNCTIONS_H
#define GRADC_STANDIN_DEVICE_SCALAR_FUNCTIONS_H

#include <math.h>
#include <stdint.h>

template <typename To, typename From>
inline To gradc_standin_bit_cast(From value) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To result;
  __builtin_memcpy(&result, &value, sizeof result);
  return result;
}

inline int __float_as_int(float x) { return gradc_standin_bit_cast<int>(x); }
inline float __int_as_float(int x) { return gradc_standin_bit_cast<float>(x); }
inline unsigned __float_as_uint(float x) {
  return gradc_standin_bit_cast<unsigned>(x);
}
inline float __uint_as_float(unsigned x) {
  return gradc_standin_bit_cast<float>(x);
}
inline long long __double_as_longlong(double x) {
  return gradc_standin_bit_cast<long long>(x);
}
inline double __longlong_as_double(long long x) {
  return gradc_standin_bit_cast<double>(x);
}

inline int __clz(int x) { return x ? __builtin_clz(unsigned(x)) : 32; }
inline int __clzll(long long x) {
  return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<uint64_t>(a) * b >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a,
                                     unsigned long long b) {
  return static_cast<unsigned long long>(
      static_cast<unsigned __int128>(a) * b >> 64);
}

// Rounded operations that no compiler may contract.
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fsqrt_rn(float a) { return sqrtf(a); }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }

/// A load by way of the read-only cache.
template <typename T>
inline T __ldg(const T *address) {
  return *address;
}

/// Streaming loads and stores.
template <typename T>
inline T __ldcs(const T *address) {
  return *address;
}
template <typename T>
inline void __stcs(T *address, T value) {
  *address = value;
}

#endif // GRADC_STANDIN_DEVICE_SCALAR_FUNCTIONS_H
