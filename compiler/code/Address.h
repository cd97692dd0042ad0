//===- Address.h - Where an access of a def lies in memory ------*- C++ -*-===//

#ifndef GRADC_COMPILER_CODE_ADDRESS_H
#define GRADC_COMPILER_CODE_ADDRESS_H

#include "dialects/kernel/Kernel.h"
#include "mlir/IR/AffineExpr.h"
#include <optional>

namespace gradc::code {

/// `map` applied to `indices`, which are those of the grid and of a stage's
/// row, as expressions over the dimensions of the def's domain.
llvm::SmallVector<mlir::AffineExpr>
getPlace(kernel::DefOp def, mlir::AffineMap map, mlir::ValueRange indices);

/// The address of an access in elements, over the domain's dimensions.
mlir::AffineExpr getAddress(kernel::DefOp def, mlir::AffineMap map,
                            mlir::ValueRange indices, mlir::Value tensor);

/// By how much `expr` grows with dimension `dim`, or none if not linearly.
std::optional<int64_t> getStride(mlir::AffineExpr expr, unsigned dim,
                                 unsigned numDims);

/// The type in which elements lie in memory, as far as code loads and stores
/// it: signless, `i8` for booleans, `i16` for `f16` and `bf16`.
mlir::Type getMemoryType(mlir::Type elementType);

} // namespace gradc::code

#endif // GRADC_COMPILER_CODE_ADDRESS_H
