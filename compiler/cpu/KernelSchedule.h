//===- KernelSchedule.h - How a kernel runs on a CPU ------------*- C++ -*-===//

#ifndef GRADC_COMPILER_CPU_KERNELSCHEDULE_H
#define GRADC_COMPILER_CPU_KERNELSCHEDULE_H

#include "dialects/kernel/Kernel.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>

namespace gradc::cpu {

/// Lanes of a vector, whatever the instruction set: two registers on AVX2, one
/// on AVX-512. Part of the meaning of a reduction: its tree is over lanes.
constexpr int64_t kLanes = 16;

/// Lanes of four vectors side by side, where a fold would otherwise wait for
/// its last step, or where neighbours share work.
constexpr int64_t kWideLanes = 4 * kLanes;

/// Which dimension runs over vector lanes and how the grid is cut into tasks.
/// Made from the def alone, so results do not depend on the machine.
struct KernelSchedule {
  /// Position in the domain of the dimension over which lanes run; none for
  /// kernels of single points.
  std::optional<unsigned> vectorDim;
  /// Whether that is a dimension of the grid: lanes are then independent
  /// points. Otherwise they share a row and folds end with a tree over lanes.
  bool vectorInGrid = false;
  /// Points that are computed side by side: of the grid, or by each stage of
  /// the row.
  int64_t lanes = kLanes;
  llvm::DenseMap<mlir::Operation *, int64_t> stageLanes;

  /// Outputs that are written past the caches.
  llvm::SmallBitVector streamed;

  /// A unit of work is one point of the grid without `vectorDim`, or a chunk of
  /// that dimension if it is the grid's; a block of partial results counts as
  /// one point.
  int64_t chunk = 1;
  int64_t chunksPerLine = 1;
  int64_t units = 0;
  int64_t unitsPerTask = 1;
  int64_t tasks = 0;

  /// Sizes of a tile in b, m and n, if the kernel follows the tiles of a
  /// matmul: a unit is then a tile, and its columns a chunk.
  llvm::ArrayRef<int64_t> tile;

  /// Whether the grid's one dimension has an open extent: a task is then a
  /// chunk, and how many there are is not known yet.
  bool isOpen() const { return mlir::ShapedType::isDynamic(tasks); }
};

/// The copy of `def` that code is made from: over as few dimensions as memory
/// has, unless a matmul's tiles decide on them.
mlir::OwningOpRef<kernel::DefOp> prepare(kernel::DefOp def);

KernelSchedule scheduleKernel(kernel::DefOp def);

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_KERNELSCHEDULE_H
