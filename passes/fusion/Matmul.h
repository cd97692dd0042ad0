//===- Matmul.h - dot_general as the library takes it -----------*- C++ -*-===//

#ifndef GRADC_PASSES_FUSION_MATMUL_H
#define GRADC_PASSES_FUSION_MATMUL_H

#include "dialects/kernel/Kernel.h"
#include "dialects/prim/Prim.h"

namespace gradc::fusion {

/// Folds transposes of the operands of `dot` into its dimension numbers, and
/// transposes an operand whose batch, free and contracting dimensions do not
/// lie in memory as one group each.
void prepareMatmul(prim::DotGeneralOp dot);

/// b, m, n and k of a `dot`.
llvm::SmallVector<int64_t> getMatmulSizes(prim::DotGeneralOp dot);

/// The library call for a prepared `dot` of `lhs` and `rhs`, which `epilogue`
/// follows on `extras` if it is not null.
kernel::MatmulOp buildMatmul(mlir::OpBuilder &builder, prim::DotGeneralOp dot,
                             mlir::Value lhs, mlir::Value rhs,
                             kernel::DefOp epilogue = nullptr,
                             mlir::ValueRange extras = {});

} // namespace gradc::fusion

#endif // GRADC_PASSES_FUSION_MATMUL_H
