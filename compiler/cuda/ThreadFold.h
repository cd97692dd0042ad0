//===- ThreadFold.h - Folding the values of several threads -----*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_THREADFOLD_H
#define GRADC_COMPILER_CUDA_THREADFOLD_H

#include "compiler/cuda/KernelCode.h"

namespace gradc::cuda {

/// Folds the `value`s of the threads of `dim` in a fixed tree; each of them
/// gets the result. All threads of the block have to come by. Neighbours
/// shuffle, warps meet in shared memory; if `repeats`, as in a loop, that is
/// free again afterwards.
mlir::Value foldThreads(KernelCode &code, kernel::Combine combine,
                        mlir::Value value, ThreadDim dim, bool repeats);

/// Folds the elements of a vector, halves by halves.
mlir::Value foldLanes(KernelCode &code, kernel::Combine combine,
                      mlir::Value vector);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_THREADFOLD_H
