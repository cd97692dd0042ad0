//===- packed_matmul.cpp - Matrix product of any type ---------------------===//
//
// Blocks of both operands are converted to the accumulation type and packed:
// lhs in groups of 4 rows, rhs in groups of one vector of columns, both with k
// outermost inside a group, padded with zeros. The inner loop then reads both
// in order.
//
//===----------------------------------------------------------------------===//

#include "core/packed_matmul.h"
#include "core/dtype.h"

#include <algorithm>
#include <cstring>

namespace gradc {
namespace {

/// What is computed at a time: rows, columns, and the depth of a step.
constexpr int64_t scratchM = 64, scratchN = 64, blockK = 256;
constexpr int64_t groupRows = 4;
constexpr size_t vectorBytes = 64;

template <typename Acc>
struct Vector {
  static constexpr int64_t lanes = vectorBytes / sizeof(Acc);
  typedef Acc Type __attribute__((vector_size(vectorBytes)));
};

template <typename Acc>
struct Scratch {
  alignas(64) Acc lhs[scratchM * blockK];
  alignas(64) Acc rhs[scratchN * blockK];
  alignas(64) Acc out[scratchM * scratchN];
};

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T>
T loadAs(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Calls `body` with a function that loads one element of `dtype` as an Acc.
template <typename Acc, typename Body>
void withLoader(uint32_t dtype, Body &&body) {
  if constexpr (sizeof(Acc) == 4 || Acc(0.5) != 0) { // a float type
    switch (dtype) {
    case GRADC_F64:
      return body([](const char *p) { return Acc(loadAs<double>(p)); });
    case GRADC_F16:
      return body(
          [](const char *p) { return Acc(f16ToFloat(loadAs<uint16_t>(p))); });
    case GRADC_BF16:
      return body(
          [](const char *p) { return Acc(bf16ToFloat(loadAs<uint16_t>(p))); });
    default:
      return body([](const char *p) { return Acc(loadAs<float>(p)); });
    }
  } else {
    switch (dtype) {
    case GRADC_I8:
      return body([](const char *p) { return Acc(loadAs<int8_t>(p)); });
    case GRADC_I16:
      return body([](const char *p) { return Acc(loadAs<int16_t>(p)); });
    case GRADC_I32:
      return body([](const char *p) { return Acc(loadAs<int32_t>(p)); });
    case GRADC_U8:
      return body([](const char *p) { return Acc(loadAs<uint8_t>(p)); });
    case GRADC_U16:
      return body([](const char *p) { return Acc(loadAs<uint16_t>(p)); });
    case GRADC_U32:
      return body([](const char *p) { return Acc(loadAs<uint32_t>(p)); });
    default: // i64 and ui64: the same bits
      return body([](const char *p) { return Acc(loadAs<uint64_t>(p)); });
    }
  }
}

template <typename T>
void store(T value, char *to) {
  std::memcpy(to, &value, sizeof value);
}

template <typename Acc>
void storeRow(const Acc *row, int64_t columns, uint32_t dtype, char *to) {
  size_t size = dtypeSize(dtype);
  for (int64_t j = 0; j < columns; ++j, to += size)
    if (dtype == GRADC_F64)
      store(double(row[j]), to);
    else if (dtype == GRADC_F32)
      store(float(row[j]), to);
    else if (dtype == GRADC_F16)
      store(floatToF16(float(row[j])), to);
    else if (dtype == GRADC_BF16)
      store(floatToBf16(float(row[j])), to);
    else // the low bytes of the sum modulo 2^64
      std::memcpy(to, &row[j], size);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Packs `rows` x `depth` elements in groups of `group` rows, k outermost.
template <typename Acc, typename Load>
void pack(const char *from, size_t size, int64_t rowStride, int64_t depthStride,
          int64_t rows, int64_t depth, int64_t group, Acc *to, Load load) {
  for (int64_t first = 0; first < rows; first += group) {
    int64_t present = std::min(group, rows - first);
    for (int64_t k = 0; k < depth; ++k, to += group) {
      const char *p =
          from + (first * rowStride + k * depthStride) * int64_t(size);
      for (int64_t r = 0; r < present; ++r)
        to[r] = load(p + r * rowStride * int64_t(size));
      for (int64_t r = present; r < group; ++r)
        to[r] = 0;
    }
  }
}

/// out[4, lanes] += lhs[depth][4] * rhs[depth][lanes], k in order.
template <typename Acc>
__attribute__((always_inline)) inline void
multiplyGroups(const Acc *lhs, const Acc *rhs, int64_t depth, Acc *out) {
  using V = typename Vector<Acc>::Type;
  auto row = [&](int64_t r) {
    return reinterpret_cast<V *>(out + r * scratchN);
  };
  V sum0 = *row(0), sum1 = *row(1), sum2 = *row(2), sum3 = *row(3);
  for (int64_t k = 0; k < depth; ++k) {
    V right = *reinterpret_cast<const V *>(rhs + k * Vector<Acc>::lanes);
    const Acc *left = lhs + k * groupRows;
    sum0 += left[0] * right;
    sum1 += left[1] * right;
    sum2 += left[2] * right;
    sum3 += left[3] * right;
  }
  *row(0) = sum0, *row(1) = sum1, *row(2) = sum2, *row(3) = sum3;
}

template <typename Acc>
__attribute__((always_inline)) inline void
multiplyBlock(const Acc *lhs, const Acc *rhs, int64_t m, int64_t n,
              int64_t depth, Acc *out) {
  constexpr int64_t lanes = Vector<Acc>::lanes;
  for (int64_t j = 0; j < n; j += lanes)
    for (int64_t i = 0; i < m; i += groupRows)
      multiplyGroups(lhs + i * depth, rhs + j * depth, depth,
                     out + i * scratchN + j);
}

// The same source for each instruction set. Nothing is contracted (see
// CMakeLists.txt), so all give the same bits.
#if defined(__x86_64__)
#define GRADC_TARGETS(X)                                                       \
  X(Avx512, __attribute__((target("avx512f"))))                                \
  X(Avx2, __attribute__((target("avx2")))) X(Plain, )
#else
#define GRADC_TARGETS(X) X(Plain, )
#endif

#define GRADC_DEFINE(name, attribute)                                          \
  template <typename Acc>                                                      \
  attribute void multiply##name(const Acc *lhs, const Acc *rhs, int64_t m,     \
                                int64_t n, int64_t depth, Acc *out) {          \
    multiplyBlock(lhs, rhs, m, n, depth, out);                                 \
  }
GRADC_TARGETS(GRADC_DEFINE)
#undef GRADC_DEFINE

template <typename Acc>
auto chooseMultiply() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f"))
    return multiplyAvx512<Acc>;
  if (__builtin_cpu_supports("avx2"))
    return multiplyAvx2<Acc>;
#endif
  return multiplyPlain<Acc>;
}

/// Does the part of `p` from row `i` and column `j` on that fits the scratch.
template <typename Acc>
void multiplyPart(const PackedProduct &p, int64_t i, int64_t j,
                  Scratch<Acc> &scratch) {
  static const auto multiplyPacked = chooseMultiply<Acc>();
  int64_t size = int64_t(dtypeSize(p.dtype));
  int64_t m = std::min(scratchM, p.m - i), n = std::min(scratchN, p.n - j);
  const char *lhs = p.lhs + i * p.lhsStrides[0] * size;
  const char *rhs = p.rhs + j * p.rhsStrides[1] * size;
  std::fill_n(scratch.out, scratchM * scratchN, Acc(0));
  for (int64_t k = 0; k < p.k; k += blockK) {
    int64_t depth = std::min(blockK, p.k - k);
    withLoader<Acc>(p.dtype, [&](auto load) {
      pack(lhs + k * p.lhsStrides[1] * size, size_t(size), p.lhsStrides[0],
           p.lhsStrides[1], m, depth, groupRows, scratch.lhs, load);
      pack(rhs + k * p.rhsStrides[0] * size, size_t(size), p.rhsStrides[1],
           p.rhsStrides[0], n, depth, Vector<Acc>::lanes, scratch.rhs, load);
    });
    multiplyPacked(scratch.lhs, scratch.rhs, m, n, depth, scratch.out);
  }
  int64_t outSize = int64_t(dtypeSize(p.outDtype));
  for (int64_t row = 0; row < m; ++row)
    storeRow(scratch.out + row * scratchN, n, p.outDtype,
             p.out + ((i + row) * p.outStride + j) * outSize);
}

template <typename Acc>
void multiply(const PackedProduct &p, void *scratch) {
  for (int64_t j = 0; j < p.n; j += scratchN)
    for (int64_t i = 0; i < p.m; i += scratchM)
      multiplyPart(p, i, j, *static_cast<Scratch<Acc> *>(scratch));
}

} // namespace

size_t packedScratchBytes() { return sizeof(Scratch<double>); }

void packedMatmul(const PackedProduct &product, void *scratch) {
  if (product.dtype == GRADC_F64 || product.outDtype == GRADC_F64)
    multiply<double>(product, scratch);
  else if (isFloat(product.dtype))
    multiply<float>(product, scratch);
  else
    multiply<uint64_t>(product, scratch);
}

} // namespace gradc
