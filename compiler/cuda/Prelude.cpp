//===- Prelude.cpp - What the text of kernels begins with -----------------===//
//
// Plain C++ but for a few of CUDA's intrinsics, so that a host compiler
// understands it as well.
//
//===----------------------------------------------------------------------===//

#include "compiler/cuda/Prelude.h"

using namespace gradc;

namespace {

/// A definition, and what a text has in it that needs it.
struct Piece {
  llvm::StringRef sign;
  llvm::StringRef text;
};

} // namespace

static constexpr Piece kPieces[] = {{"_half", "#include <cuda_fp16.h>\n"},
                                    {"bfloat16", "#include <cuda_bf16.h>\n"},
                                    {"GRADC_SHARED(", R"(
// An array that the threads of a block share.
#ifndef GRADC_SHARED
#define GRADC_SHARED(type, name, count) __shared__ __align__(16) type name[count]
#endif
)"},
                                    {"kWarp", R"(
// All 32 threads of a warp.
constexpr unsigned kWarp = 0xffffffffu;
)"},
                                    {"Vec<", R"(
// N neighbours in memory, read and written at once.
template <typename T, int N>
struct alignas(sizeof(T) * N) Vec {
  T lanes[N];
  __device__ T &operator[](int lane) { return lanes[lane]; }
  __device__ const T &operator[](int lane) const { return lanes[lane]; }
};
)"},
                                    {"load<", R"(
template <int N, typename T>
__device__ inline Vec<T, N> load(const T *address) {
  return *reinterpret_cast<const Vec<T, N> *>(address);
}
)"},
                                    {"store(", R"(
template <typename T, int N>
__device__ inline void store(T *address, const Vec<T, N> &vector) {
  *reinterpret_cast<Vec<T, N> *>(address) = vector;
}
)"},
                                    {"splat<", R"(
template <typename T, int N>
__device__ inline Vec<T, N> splat(T value) {
  Vec<T, N> vector;
#pragma unroll
  for (int lane = 0; lane < N; ++lane)
    vector[lane] = value;
  return vector;
}
)"},
                                    {"maximum(", R"(
// NaN if one of them is; +0 is greater than -0.
__device__ inline float maximum(float x, float y) {
  if (x == y)
    return __uint_as_float(__float_as_uint(x) & __float_as_uint(y));
  return x > y || x != x ? x : y;
}
__device__ inline double maximum(double x, double y) {
  if (x == y)
    return __longlong_as_double(__double_as_longlong(x) & __double_as_longlong(y));
  return x > y || x != x ? x : y;
}
)"},
                                    {"minimum(", R"(
// NaN if one of them is; -0 is less than +0.
__device__ inline float minimum(float x, float y) {
  if (x == y)
    return __uint_as_float(__float_as_uint(x) | __float_as_uint(y));
  return x < y || x != x ? x : y;
}
__device__ inline double minimum(double x, double y) {
  if (x == y)
    return __longlong_as_double(__double_as_longlong(x) | __double_as_longlong(y));
  return x < y || x != x ? x : y;
}
)"},
                                    {"greater(", R"(
template <typename T>
__device__ inline T greater(T x, T y) { return x < y ? y : x; }
)"},
                                    {"lesser(", R"(
template <typename T>
__device__ inline T lesser(T x, T y) { return y < x ? y : x; }
)"},
                                    {"floorDivide(", R"(
// Quotients that are rounded down and up.
template <typename T>
__device__ inline T floorDivide(T x, T y) {
  return x / y - (x % y != 0 && (x < 0) != (y < 0));
}
)"},
                                    {"ceilDivide(", R"(
template <typename T>
__device__ inline T ceilDivide(T x, T y) {
  return x / y + (x % y != 0 && (x < 0) == (y < 0));
}
)"}};

void cuda::printPrelude(llvm::StringRef kernels, llvm::raw_ostream &stream) {
  for (const Piece &piece : kPieces)
    if (kernels.contains(piece.sign))
      stream << piece.text;
}
