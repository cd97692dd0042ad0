//===- BodyEmitter.h - What a def does at the points of a thread *- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_BODYEMITTER_H
#define GRADC_COMPILER_CUDA_BODYEMITTER_H

#include "compiler/cuda/KernelCode.h"
#include "compiler/cuda/PointEmitter.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace gradc::cuda {

/// Writes the body of a def for points of the grid, with its stages over their
/// rows, on which several threads may work together.
class BodyEmitter {
public:
  explicit BodyEmitter(KernelCode &code);

  /// Emits the body at the indices that `points` has. `repeats` says that it
  /// stands in a loop, where shared memory is used over and over.
  void emit(PointEmitter &points, bool repeats = false);

  /// The partial result that the block makes.
  mlir::Value partial;
  /// The body's own accumulates: what they have folded so far.
  llvm::DenseMap<mlir::Operation *, mlir::Value> folded;
  /// Those in stages: a private array, over the thread's units of the row. An
  /// accumulate without one folds into its output.
  llvm::DenseMap<mlir::Operation *, mlir::Value> foldedRow;

  /// The place in its output where `op` folds to.
  mlir::Value getPartialPlace(kernel::AccumulateOp op, PointEmitter &points);
  /// Calls `body` for the units of the row that this thread has, by number, and
  /// says whether there is such a unit; null if there always is.
  void forRowUnits(
      PointEmitter &points,
      llvm::function_ref<void(PointEmitter &, mlir::Value, mlir::Value)> body);
  /// Sets the indices of the dimensions of `order`, the last one fastest, for
  /// unit `unit` of them.
  void setUnit(PointEmitter &points, llvm::ArrayRef<unsigned> order,
               mlir::Value unit);

private:
  void findDelayed();
  mlir::Value getRowUnit(mlir::Value number);
  mlir::Value isRowUnit(mlir::Value unit);
  void emitAccumulate(kernel::AccumulateOp op, PointEmitter &points);
  void emitStage(kernel::StageOp stage, PointEmitter &points, bool repeats);
  /// A loop over the units of a row, folding into `accumulators`.
  llvm::SmallVector<mlir::Value>
  emitUnrolled(kernel::StageOp stage, PointEmitter &points,
               llvm::SmallVector<mlir::Value> accumulators);
  llvm::SmallVector<mlir::Value>
  emitRolled(kernel::StageOp stage, PointEmitter &points,
             llvm::SmallVector<mlir::Value> accumulators);
  llvm::SmallVector<mlir::Value> emitRange(kernel::StageOp stage,
                                           PointEmitter &points,
                                           mlir::Value from, mlir::Value to,
                                           mlir::ValueRange accumulators);
  llvm::SmallVector<mlir::Value>
  emitRowUnit(kernel::StageOp stage, PointEmitter &points, mlir::Value unit,
              mlir::Value number, mlir::ValueRange accumulators);
  llvm::SmallVector<mlir::Value> neutrals(kernel::StageOp stage,
                                          PointEmitter &points);

  KernelCode &code;
  mlir::OpBuilder &b;
  mlir::Location loc;
  kernel::DefOp def;
  const KernelSchedule &schedule;
  unsigned gridRank;
  /// Whether lanes are neighbours of a row, not points of their own.
  bool lanesInRow;
  mlir::Value rowThread;
  /// What only one of the threads of a row does, at the end: stores of the body
  /// and what only they need.
  llvm::SmallPtrSet<mlir::Operation *, 16> delayed;
  Copies copies;
};

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_BODYEMITTER_H
