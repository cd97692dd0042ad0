//===- ElementTypes.h - Low precision by its own name -----------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_ELEMENTTYPES_H
#define GRADC_COMPILER_CUDA_ELEMENTTYPES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace gradc::cuda {

/// Gives an argument of `func` that holds a tensor of f16 or bf16
/// (`gradc.tensor`) and is an array of integers that type, if all that is done
/// with its elements is to cast them from and to it. Only the text needs it: to
/// a person `__half` says more than `short`.
void nameElementTypes(mlir::gpu::GPUFuncOp func);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_ELEMENTTYPES_H
