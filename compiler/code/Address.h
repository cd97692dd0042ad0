//===- Address.h - Where an access of a def lies in memory ------*- C++ -*-===//

#ifndef GRADC_COMPILER_CODE_ADDRESS_H
#define GRADC_COMPILER_CODE_ADDRESS_H

#include "dialects/kernel/Kernel.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace gradc::code {

/// `map` applied to `indices`, which are those of the grid and of a stage's
/// row, as expressions over the dimensions of the def's domain.
llvm::SmallVector<mlir::AffineExpr>
getPlace(kernel::DefOp def, mlir::AffineMap map, mlir::ValueRange indices);

/// The address, in elements over the domain's dimensions, of a load, a store or
/// an accumulate; of the latter within the elements of one partial result.
mlir::AffineExpr getAddress(kernel::DefOp def, mlir::Operation *access);

/// The dimension whose index `value` is, if it is one's.
std::optional<unsigned> getDimension(kernel::DefOp def, mlir::Value value);

/// An index of the domain, or a `kernel.index`, over the domain's dimensions;
/// null for other values.
mlir::AffineExpr getIndexExpr(kernel::DefOp def, mlir::Value index);

/// The def's scalars that may differ between neighbours along `dim`, indices
/// aside.
llvm::DenseSet<mlir::Value> getVarying(kernel::DefOp def, unsigned dim);

/// By how much `expr` grows with dimension `dim`, or none if not linearly.
std::optional<int64_t> getStride(mlir::AffineExpr expr, unsigned dim,
                                 unsigned numDims);

/// The type in which elements lie in memory, as far as code loads and stores
/// it: signless, `i8` for booleans, `i16` for `f16` and `bf16`.
mlir::Type getMemoryType(mlir::Type elementType);

} // namespace gradc::code

#endif // GRADC_COMPILER_CODE_ADDRESS_H
