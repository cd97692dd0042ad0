//===- StageEmitter.h - A stage as loops over its row -----------*- C++ -*-===//

#ifndef GRADC_COMPILER_CPU_STAGEEMITTER_H
#define GRADC_COMPILER_CPU_STAGEEMITTER_H

#include "compiler/cpu/KeptRows.h"
#include "compiler/cpu/PointEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace gradc::cpu {

/// `for` from `from` to `to` by `step`; `body` returns what it carries on.
llvm::SmallVector<mlir::Value>
emitFor(mlir::OpBuilder &b, mlir::Value from, mlir::Value to, int64_t step,
        mlir::ValueRange carried,
        llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                          mlir::ValueRange)>
            body);

/// The first `count` of `lanes`.
mlir::Value makeMask(mlir::OpBuilder &b, int64_t lanes, int64_t count);
mlir::Value makeMask(mlir::OpBuilder &b, int64_t lanes, mlir::Value count);

/// Emits a stage at one point of the grid, or at those of some lanes, and
/// defines its results.
class StageEmitter {
public:
  /// `buffers` are memory for what is kept.
  StageEmitter(mlir::OpBuilder &b, kernel::StageOp stage, kernel::DefOp def,
               const KernelSchedule &schedule, const KeptRows &kept,
               llvm::ArrayRef<mlir::Value> buffers)
      : b(b), loc(b.getUnknownLoc()), stage(stage), schedule(schedule),
        kept(kept), buffers(buffers), domain(def.getDomain()),
        row(def.getRow()), gridRank(def.getGrid().size()) {}

  void emit(PointEmitter &points);
  /// Writes neutral elements where the stage accumulates, and nothing else.
  void emitNeutrals(PointEmitter &points);

private:
  using Values = llvm::SmallVector<mlir::Value>;

  /// An emitter for the row's points.
  PointEmitter enter(const PointEmitter &points) const;
  /// Row dimensions from the outermost loop to the innermost.
  llvm::SmallVector<unsigned> orderOfLoops() const;
  Values neutralAccumulators(int64_t lanes);
  /// Loops over the row dimensions from position `depth` on, folding into
  /// `accumulators`.
  Values emitRow(PointEmitter &points, llvm::ArrayRef<unsigned> order,
                 size_t depth, Values accumulators);
  /// The part of the only row dimension between the stage's bounds.
  Values emitRagged(PointEmitter &points, Values accumulators);
  /// Folds the points from `from` to `to`, of which there are `size` at most,
  /// in steps of `step`. A long range goes in blocks.
  Values emitRange(mlir::Value from, mlir::Value to, int64_t step, int64_t size,
                   int64_t lanes, Values accumulators,
                   llvm::function_ref<Values(mlir::Value, Values)> body);
  /// One point or one of each lane; only lanes of `counted`, if set, are
  /// folded.
  Values emitPoint(PointEmitter &points, Values accumulators,
                   mlir::Value counted);

  mlir::Value index(int64_t value);
  bool overLanes(unsigned dim) const {
    return !schedule.vectorInGrid && dim == schedule.vectorDim;
  }

  mlir::OpBuilder &b;
  mlir::Location loc;
  kernel::StageOp stage;
  const KernelSchedule &schedule;
  const KeptRows &kept;
  llvm::ArrayRef<mlir::Value> buffers;
  llvm::SmallVector<int64_t> domain;
  llvm::ArrayRef<int64_t> row;
  unsigned gridRank;
  bool neutralsOnly = false;
};

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_STAGEEMITTER_H
