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

constexpr int64_t blockK = 256;
constexpr int64_t groupRows = 4;
constexpr size_t vectorBytes = 64;

template <typename Acc>
struct Vector {
  static constexpr int64_t lanes = vectorBytes / sizeof(Acc);
  typedef Acc Type __attribute__((vector_size(vectorBytes)));
};

template <typename Acc>
struct Scratch {
  alignas(64) Acc lhs[packedTileM * blockK];
  alignas(64) Acc rhs[packedTileN * blockK];
  alignas(64) Acc out[packedTileM * packedTileN];
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
    return reinterpret_cast<V *>(out + r * packedTileN);
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
                     out + i * packedTileN + j);
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

template <typename Acc>
void multiply(const PackedProduct &p, Scratch<Acc> &scratch) {
  static const auto multiplyPacked = chooseMultiply<Acc>();
  size_t size = dtypeSize(p.dtype);
  std::fill_n(scratch.out, packedTileM * packedTileN, Acc(0));
  for (int64_t k = 0; k < p.k; k += blockK) {
    int64_t depth = std::min(blockK, p.k - k);
    withLoader<Acc>(p.dtype, [&](auto load) {
      pack(p.lhs + k * p.lhsStrides[1] * int64_t(size), size, p.lhsStrides[0],
           p.lhsStrides[1], p.m, depth, groupRows, scratch.lhs, load);
      pack(p.rhs + k * p.rhsStrides[0] * int64_t(size), size, p.rhsStrides[1],
           p.rhsStrides[0], p.n, depth, Vector<Acc>::lanes, scratch.rhs, load);
    });
    multiplyPacked(scratch.lhs, scratch.rhs, p.m, p.n, depth, scratch.out);
  }
  size_t rowBytes = size_t(p.outStride) * dtypeSize(p.outDtype);
  for (int64_t i = 0; i < p.m; ++i)
    storeRow(scratch.out + i * packedTileN, p.n, p.outDtype,
             p.out + size_t(i) * rowBytes);
}

} // namespace

size_t packedScratchBytes() { return sizeof(Scratch<double>); }

void packedMatmul(const PackedProduct &product, void *scratch) {
  if (product.dtype == GRADC_F64 || product.outDtype == GRADC_F64)
    multiply(product, *static_cast<Scratch<double> *>(scratch));
  else if (isFloat(product.dtype))
    multiply(product, *static_cast<Scratch<float> *>(scratch));
  else
    multiply(product, *static_cast<Scratch<uint64_t> *>(scratch));
}

} // namespace gradc
