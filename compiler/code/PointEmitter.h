//===- PointEmitter.h - A def's scalar code for some points -----*- C++ -*-===//

#ifndef GRADC_COMPILER_CODE_POINTEMITTER_H
#define GRADC_COMPILER_CODE_POINTEMITTER_H

#include "compiler/code/Address.h"
#include "mlir/IR/IRMapping.h"

namespace gradc::code {

/// Clones the scalar ops of a def for one point, or for several neighbours of
/// one dimension at once, its lanes: values that differ between them are then
/// vectors. How lanes are loaded and stored is a target's business. Copies
/// share nothing, so that a copy knows the values of an outer scope and keeps
/// its own to itself.
class PointEmitter {
public:
  /// Emits for `lanes` points along `vectorDim` at once; for one if there is no
  /// such dimension. `memory` has a flat memref for each tensor of the def.
  PointEmitter(mlir::OpBuilder &b, kernel::DefOp def,
               std::optional<unsigned> vectorDim, int64_t lanes,
               llvm::ArrayRef<mlir::Value> memory);
  PointEmitter(const PointEmitter &) = default;
  virtual ~PointEmitter() = default;

  /// Index of domain dimension `dim`; of the vector dimension, that of lane 0.
  void setIndex(unsigned dim, mlir::Value index);
  /// Names the index of `dim` by a stage's argument.
  void defineIndex(mlir::BlockArgument argument, unsigned dim);

  int64_t getLanes() const { return vectorDim ? lanes : 1; }

  /// Gives the def's `value` its emitted counterpart, scalar or vector.
  void define(mlir::Value value, mlir::Value emitted) {
    mapping.map(value, emitted);
  }
  mlir::Value getScalar(mlir::Value value) const {
    return mapping.lookup(value);
  }
  /// The counterpart, as a vector in any case.
  mlir::Value getVector(mlir::Value value);

  /// The memref of the def's `tensor`.
  mlir::Value memoryOf(mlir::Value tensor);
  /// `value`, of the def's computations, as it lies in memory.
  mlir::Value toMemory(mlir::Value value, mlir::Type elementType);
  /// `expr` over the domain's indices, of lane 0.
  mlir::Value expand(mlir::AffineExpr expr);

  /// Emits `op`, any op of a def but a stage and its yield.
  virtual void emit(mlir::Operation *op);

protected:
  /// What lies at `address`, which is a function of the lane unless `guard` or
  /// `other` are; these are vectors or null.
  virtual mlir::Value loadLanes(mlir::Value memory, mlir::AffineExpr address,
                                mlir::Value guard, mlir::Value other) = 0;
  virtual void storeLanes(mlir::Value memory, mlir::AffineExpr address,
                          mlir::Value value) = 0;
  /// What lies at `address`, the same for all lanes.
  virtual mlir::Value loadScalar(mlir::Value memory, mlir::AffineExpr address);

  /// `expr` over the domain's indices, of every lane.
  mlir::Value expandLanes(mlir::AffineExpr expr);
  /// Of domain dimension `dim`; of the vector dimension, that of lane 0.
  mlir::Value getIndex(unsigned dim) const { return indices[dim]; }

  mlir::Type toVector(mlir::Type type) const;
  mlir::Value broadcast(mlir::Value scalar);
  mlir::Value splat(mlir::Type type, int64_t value);
  bool isVector(mlir::Value value) const;
  bool dependsOnLane(mlir::AffineExpr expr) const {
    return vectorDim && expr.isFunctionOfDim(*vectorDim);
  }
  bool isContiguous(mlir::AffineExpr expr) const {
    return getStride(expr, *vectorDim, numDims) == 1;
  }

  mlir::Value fromMemory(mlir::Value value, mlir::Type elementType);
  mlir::Type elementTypeOf(mlir::Value tensor) const;

  mlir::OpBuilder &b;
  mlir::Location loc;
  kernel::DefOp def;
  std::optional<unsigned> vectorDim;
  int64_t lanes;
  unsigned numDims;

private:
  void emitLoad(kernel::LoadOp load);
  void emitStore(kernel::StoreOp store);
  void emitIndex(kernel::IndexOp op);
  void emitPhilox(kernel::PhiloxOp op);
  void emitCompute(mlir::Operation *op);

  llvm::ArrayRef<mlir::Value> memory;
  llvm::SmallVector<mlir::Value> indices;
  mlir::IRMapping mapping;
};

} // namespace gradc::code

#endif // GRADC_COMPILER_CODE_POINTEMITTER_H
