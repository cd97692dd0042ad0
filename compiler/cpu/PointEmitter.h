//===- PointEmitter.h - A def's scalar code over a CPU's lanes --*- C++ -*-===//

#ifndef GRADC_COMPILER_CPU_POINTEMITTER_H
#define GRADC_COMPILER_CPU_POINTEMITTER_H

#include "compiler/code/PointEmitter.h"
#include "compiler/cpu/KernelSchedule.h"

namespace gradc::cpu {

/// Emits for `kLanes` points at once (or for one, if the kernel has no vector
/// dimension), of which a mask may leave only some.
class PointEmitter : public code::PointEmitter {
public:
  PointEmitter(mlir::OpBuilder &b, kernel::DefOp def,
               const KernelSchedule &schedule,
               llvm::ArrayRef<mlir::Value> memory)
      : code::PointEmitter(b, def, schedule.vectorDim, kLanes, memory) {}

  /// The lanes that exist; all if not set.
  void setMask(mlir::Value mask) { this->mask = mask; }
  mlir::Value getMask() const { return mask; }

private:
  mlir::Value loadLanes(mlir::Value memory, mlir::AffineExpr address,
                        mlir::Value guard, mlir::Value other) override;
  void storeLanes(mlir::Value memory, mlir::AffineExpr address,
                  mlir::Value value) override;

  mlir::Value mask;
};

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_POINTEMITTER_H
