//===- CudaSchedule.h - How a kernel runs on a GPU --------------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_CUDASCHEDULE_H
#define GRADC_COMPILER_CUDA_CUDASCHEDULE_H

#include "dialects/kernel/Kernel.h"
#include "mlir/IR/AffineExpr.h"
#include <optional>

namespace gradc::cuda {

/// Threads of a warp, and points along an edge of a transposed tile.
constexpr int64_t kWarp = 32;

/// `count` threads of a block, `stride` apart, that share something out: thread
/// t has part `t / stride % count`.
struct ThreadDim {
  int64_t count = 1;
  int64_t stride = 1;
};

/// Loads of the element of `tensor` at `address`, of which a thread makes one.
struct CopiedLoad {
  mlir::Value tensor;
  mlir::AffineExpr address;

  bool operator==(const CopiedLoad &other) const {
    return tensor == other.tensor && address == other.address;
  }
};

/// How the points of a def are dealt out to threads. Made from the def alone,
/// so that results do not depend on the GPU.
///
/// Threads are cheap and what they share is not: points are independent, so
/// most kernels give a thread points of its own. Threads share a row where it
/// is long, or where neighbours in memory are neighbours of the row.
struct KernelSchedule {
  /// Threads of a block, a multiple of 32: those that share the points of the
  /// grid times those that share the row of a point times those that share the
  /// points which are folded into one partial result.
  int64_t threads = 256;
  ThreadDim points, row, partials;

  /// Dimensions of the grid (but for the one that partials fold) and of the
  /// row, the last one fastest.
  llvm::SmallVector<unsigned> gridOrder, rowOrder;

  /// A thread loads, computes and stores this many neighbours of `vectorDim` at
  /// once; they are one unit of the grid or the row.
  std::optional<unsigned> vectorDim;
  int64_t lanes = 1;

  /// Units of the grid, and how many a thread does, a block's threads apart.
  int64_t units = 0;
  int64_t unitsPerThread = 1;
  int64_t blocks = 0;

  /// Whether one of the threads of a row may write over what the others have
  /// loaded, so that they have to be through.
  bool waitsToStore = false;

  /// Units of the row of one point, and those of a thread.
  int64_t rowUnits = 1;
  int64_t rowUnitsPerThread = 1;
  /// Whether loops over the row are unrolled, being short.
  bool unrollsRow = false;

  /// Whether what stages accumulate is kept in an array of each thread, over
  /// its units of the row, until the end; else in memory.
  bool keepsFolds = false;

  /// If set, a block does a tile of 32 x 32 points of this dimension and the
  /// fastest one.
  std::optional<unsigned> tileDim;

  /// With a tile: loads by way of shared memory, contiguous along `tileDim`.
  /// Else what a thread keeps of a row from one stage to the next, in
  /// registers.
  llvm::SmallVector<CopiedLoad> copies;

  /// Bits that an index or an address in elements needs: 32 or 64.
  int64_t indexBits = 32;
};

/// `def` is flat (code::flatten).
KernelSchedule scheduleKernel(kernel::DefOp def);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_CUDASCHEDULE_H
