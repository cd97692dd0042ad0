//===- packed_matmul.h - Matrix product of any type -------------*- C++ -*-===//
//
// For what oneDNN does not do: f64, integers, low precision on a CPU without
// it, strides of any kind; and for products so small that its call costs more.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUNTIME_CORE_PACKED_MATMUL_H
#define GRADC_RUNTIME_CORE_PACKED_MATMUL_H

#include <cstddef>
#include <cstdint>

namespace gradc {

/// One product of a batch, or a tile of it. Strides in elements; the result's
/// columns lie side by side.
struct PackedProduct {
  uint32_t dtype;    // of lhs and rhs
  uint32_t outDtype; // both are floats or both are integers
  int64_t m, n, k;
  const char *lhs;
  int64_t lhsStrides[2]; // m, k
  const char *rhs;
  int64_t rhsStrides[2]; // k, n
  char *out;
  int64_t outStride; // m
};

/// Scratch that packedMatmul needs, in bytes, aligned to 64.
size_t packedScratchBytes();

/// Does the product. Every element is one chain of
/// multiplications and additions in the order of k, from 0: in f64 for f64, in
/// f32 for the other floats, modulo 2^64 for integers. So the result depends on
/// neither the tile nor the CPU.
void packedMatmul(const PackedProduct &product, void *scratch);

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_PACKED_MATMUL_H
