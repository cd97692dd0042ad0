//===- PointEmitter.h - A def's scalar code over vector lanes ---*- C++ -*-===//

#ifndef GRADC_COMPILER_CPU_POINTEMITTER_H
#define GRADC_COMPILER_CPU_POINTEMITTER_H

#include "compiler/cpu/KernelSchedule.h"
#include "mlir/IR/IRMapping.h"

namespace gradc::cpu {

/// The type in which elements lie in memory, as far as this code loads and
/// stores it: signless, `i8` for booleans, `i16` for `f16` and `bf16`.
mlir::Type getMemoryType(mlir::Type elementType);

/// Clones the scalar ops of a def for `kLanes` points at once (or for one, if
/// the kernel has no vector dimension). Copies share nothing, so that a copy
/// knows the values of an outer scope and keeps its own to itself.
class PointEmitter {
public:
  PointEmitter(mlir::OpBuilder &b, kernel::DefOp def,
               const KernelSchedule &schedule,
               llvm::ArrayRef<mlir::Value> memory);

  /// Index of domain dimension `dim`; of the vector dimension, that of lane 0.
  void setIndex(unsigned dim, mlir::Value index);
  /// Names the index of `dim` by a stage's argument.
  void defineIndex(mlir::BlockArgument argument, unsigned dim);
  /// The lanes that exist; all if not set.
  void setMask(mlir::Value mask) { this->mask = mask; }
  mlir::Value getMask() const { return mask; }

  /// Gives the def's `value` its emitted counterpart, scalar or vector.
  void define(mlir::Value value, mlir::Value emitted) {
    mapping.map(value, emitted);
  }
  mlir::Value getScalar(mlir::Value value) const {
    return mapping.lookup(value);
  }
  /// The counterpart, as a vector in any case.
  mlir::Value getVector(mlir::Value value);

  /// Emits `op`, any op of a def but a stage and its yield.
  void emit(mlir::Operation *op);

private:
  void emitLoad(kernel::LoadOp load);
  void emitStore(kernel::StoreOp store);
  void emitIndex(kernel::IndexOp op);
  void emitPhilox(kernel::PhiloxOp op);
  void emitCompute(mlir::Operation *op);

  mlir::Value loadScalar(mlir::Value memory, mlir::Value address);
  mlir::Value loadVector(mlir::Value memory, mlir::AffineExpr address,
                         mlir::Value guard, mlir::Value other);
  /// `expr` over the domain's indices: of lane 0, or of every lane.
  mlir::Value expand(mlir::AffineExpr expr);
  mlir::Value expandLanes(mlir::AffineExpr expr);

  mlir::Value fromMemory(mlir::Value value, mlir::Type elementType);
  mlir::Value toMemory(mlir::Value value, mlir::Type elementType);
  mlir::Value broadcast(mlir::Value scalar);
  mlir::Value splat(mlir::Type type, int64_t value);
  bool isVector(mlir::Value value) const;
  bool dependsOnLane(mlir::AffineExpr expr) const {
    return schedule.vectorDim && expr.isFunctionOfDim(*schedule.vectorDim);
  }
  mlir::Value memoryOf(mlir::Value tensor);
  mlir::Type elementTypeOf(mlir::Value tensor) const;

  mlir::OpBuilder &b;
  mlir::Location loc;
  kernel::DefOp def;
  const KernelSchedule &schedule;
  llvm::ArrayRef<mlir::Value> memory;
  unsigned numDims;
  llvm::SmallVector<mlir::Value> indices;
  mlir::Value mask;
  mlir::IRMapping mapping;
};

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_POINTEMITTER_H
