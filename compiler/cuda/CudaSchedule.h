//===- CudaSchedule.h - How a kernel runs on a GPU --------------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_CUDASCHEDULE_H
#define GRADC_COMPILER_CUDA_CUDASCHEDULE_H

#include "dialects/kernel/Kernel.h"
#include <optional>

namespace gradc::cuda {

/// How the points of a def are dealt out to threads. Made from the def alone,
/// so that results do not depend on the GPU.
struct KernelSchedule {
  /// Threads of a block, a multiple of 32.
  int64_t threads = 256;

  /// Dimensions of the grid, the last one fastest: neighbouring threads work on
  /// neighbours of it.
  llvm::SmallVector<unsigned> order;

  /// A thread loads, computes and stores this many neighbours of `vectorDim` at
  /// once; together they are a unit.
  std::optional<unsigned> vectorDim;
  int64_t lanes = 1;

  /// Units of a thread, `threads` apart, and of the grid.
  int64_t unitsPerThread = 1;
  int64_t units = 0;
  int64_t blocks = 0;

  /// Bits that an index or an address in elements needs: 32 or 64.
  int64_t indexBits = 32;
};

KernelSchedule scheduleKernel(kernel::DefOp def);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_CUDASCHEDULE_H
