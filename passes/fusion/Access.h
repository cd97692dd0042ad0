//===- Access.h - Where an element of a tensor comes from -------*- C++ -*-===//
//
// Ops that only move elements (broadcast, transpose, reshape, slice, reverse)
// cost nothing in a kernel: they are index maps. Looking through them leads to
// a root: a value somebody computed, or one that is made on the spot.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_PASSES_FUSION_ACCESS_H
#define GRADC_PASSES_FUSION_ACCESS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseSet.h"

namespace gradc::fusion {

/// Element `map(p)` of `root`, seen as a tensor of type `type`, is wanted at
/// point `p`.
struct Access {
  mlir::Value root;
  mlir::RankedTensorType type;
  mlir::AffineMap map;
};

/// The values of shape ops and generators that must exist in memory, because a
/// library or the host reads them: they are roots of their own.
using ForcedValues = llvm::DenseSet<mlir::Value>;

/// Looks through shape ops from element `map(p)` of `value` down to its root.
/// Indices into dimensions of size 1 are written as 0.
Access resolve(mlir::Value value, mlir::AffineMap map,
               const ForcedValues &forced);

/// The access that the shape op `op` itself makes at the points of its result.
Access resolveThrough(mlir::Operation *op, const ForcedValues &forced);

/// Whether `op` only moves elements.
bool isShapeOp(mlir::Operation *op);

/// Whether a kernel makes `op`'s elements from their indices: a splat constant,
/// an iota, random bits.
bool isGenerator(mlir::Operation *op);

/// The identity over `shape`, with 0 for dimensions of size 1.
mlir::AffineMap getIdentity(llvm::ArrayRef<int64_t> shape,
                            mlir::MLIRContext *context);

/// `map` with 0 as every index into a dimension of size 1 of `shape`.
mlir::AffineMap normalize(mlir::AffineMap map, llvm::ArrayRef<int64_t> shape);

/// The map that undoes a reshape: from indices of `to` to indices of `from`.
mlir::AffineMap getReshapeMap(llvm::ArrayRef<int64_t> from,
                              llvm::ArrayRef<int64_t> to,
                              mlir::MLIRContext *context);

} // namespace gradc::fusion

#endif // GRADC_PASSES_FUSION_ACCESS_H
