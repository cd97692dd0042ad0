//===- PointEmitter.h - A def's scalar code over a CPU's lanes --*- C++ -*-===//

#ifndef GRADC_COMPILER_CPU_POINTEMITTER_H
#define GRADC_COMPILER_CPU_POINTEMITTER_H

#include "compiler/code/PointEmitter.h"
#include "compiler/cpu/KernelSchedule.h"

namespace gradc::cpu {

/// Emits for several points at once, of which a mask may leave only some (or
/// for one, if the kernel has no vector dimension).
class PointEmitter : public code::PointEmitter {
public:
  PointEmitter(mlir::OpBuilder &b, kernel::DefOp def,
               const KernelSchedule &schedule,
               llvm::ArrayRef<mlir::Value> memory)
      : code::PointEmitter(b, def, schedule.vectorDim, schedule.lanes, memory),
        schedule(schedule) {}

  /// How many points are emitted at once, if not `schedule.lanes`. What was
  /// defined before must be scalar.
  void setLanes(int64_t lanes) { this->lanes = lanes; }
  /// The lanes that exist; all if not set.
  void setMask(mlir::Value mask) { this->mask = mask; }
  mlir::Value getMask() const { return mask; }
  /// The block whose partial results are folded.
  void setBlock(mlir::Value block) { this->block = block; }
  mlir::Value getBlock() const { return block; }

  void emit(mlir::Operation *op) override;
  /// Writes the neutral element where `accumulate` folds.
  void emitNeutral(kernel::AccumulateOp accumulate);
  /// Folds the lanes of `vector`, halving it until one is left.
  mlir::Value foldLanes(kernel::Combine combine, mlir::Value vector);

  /// Elements of a buffer for a value of each point of a row, and of each lane
  /// if lanes are points of the grid. A line along the lanes has whole vectors.
  int64_t getKeptSize();
  /// Writes and reads `value` at the row's point in such a buffer.
  void keep(mlir::Value value, mlir::Value buffer);
  void defineKept(mlir::Value value, mlir::Value buffer);
  /// `memory` from its element `offset` on.
  mlir::Value moveBy(mlir::Value memory, mlir::Value offset);

private:
  /// Where the row's point lies in such a buffer.
  mlir::AffineExpr getKeptAddress();
  bool isOverLanes(unsigned rowDim) {
    return vectorDim == def.getGrid().size() + rowDim;
  }
  mlir::Value loadLanes(mlir::Value memory, mlir::AffineExpr address,
                        mlir::Value guard, mlir::Value other) override;
  void storeLanes(mlir::Value memory, mlir::AffineExpr address,
                  mlir::Value value) override;
  /// Whether a store of whole vectors at `address` goes past the caches.
  bool isStreamed(mlir::Value memory, mlir::AffineExpr address);
  mlir::Value gatherLanes(mlir::Value memory, mlir::Value addresses,
                          mlir::Value active, mlir::Value other);
  void storeScalar(mlir::Value memory, mlir::AffineExpr address,
                   mlir::Value value);

  void emitGather(kernel::GatherOp gather);
  void emitAccumulate(kernel::AccumulateOp accumulate);
  void emitPhilox(kernel::PhiloxOp op);
  mlir::Value emitPhiloxBlocks(kernel::PhiloxOp op, mlir::Value first);

  mlir::Value asVector(mlir::Value value) {
    return isVector(value) ? value : broadcast(value);
  }
  mlir::Value getNeutral(kernel::Combine combine, mlir::Type type,
                         bool overLanes);
  /// Where the partial results of the block lie.
  mlir::Value memoryOfBlock(kernel::AccumulateOp accumulate);

  const KernelSchedule &schedule;
  mlir::Value mask, block;
};

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_POINTEMITTER_H
