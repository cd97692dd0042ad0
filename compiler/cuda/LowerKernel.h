//===- LowerKernel.h - A kernel.def as code of a GPU ------------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_LOWERKERNEL_H
#define GRADC_COMPILER_CUDA_LOWERKERNEL_H

#include "compiler/cuda/CudaSchedule.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace gradc::cuda {

/// Writes `def` as a function at the builder's insertion point, as
/// LowerToGpu.h describes it.
mlir::gpu::GPUFuncOp lowerKernel(mlir::OpBuilder &builder, kernel::DefOp def,
                                 const KernelSchedule &schedule);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_LOWERKERNEL_H
