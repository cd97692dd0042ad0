//===- Access.h - How a def reads and writes memory -------------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_ACCESS_H
#define GRADC_COMPILER_CUDA_ACCESS_H

#include "compiler/code/Address.h"

namespace gradc::cuda {

/// A load, a gather, a store or an accumulate of a flat def.
struct Access {
  mlir::Operation *op;
  mlir::Value tensor;
  /// Null for a gather.
  mlir::AffineExpr address;
  bool isGuarded = false;

  bool isWrite() const {
    return mlir::isa<kernel::StoreOp, kernel::AccumulateOp>(op);
  }
  /// By how many elements neighbours along `dim` are apart; none if by no fixed
  /// number.
  std::optional<int64_t> getStride(kernel::DefOp def, unsigned dim) const;
  /// Whether `lanes` neighbours along `dim` from a multiple of `lanes` on,
  /// which are contiguous, start at a multiple of `lanes` elements.
  bool isAligned(kernel::DefOp def, unsigned dim, int64_t lanes) const;
};

llvm::SmallVector<Access> findAccesses(kernel::DefOp def);

/// Whether the body, outside of stages, loads from where it stores to, which
/// may be the same memory.
bool mayStoreInPlace(kernel::DefOp def, llvm::ArrayRef<Access> accesses);

/// Bytes of an element of `tensor` in memory.
int64_t getElementBytes(mlir::Value tensor);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_ACCESS_H
