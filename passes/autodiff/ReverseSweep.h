//===- ReverseSweep.h - Reverse-mode differentiation of a block -*- C++ -*-===//

#ifndef GRADC_PASSES_AUTODIFF_REVERSESWEEP_H
#define GRADC_PASSES_AUTODIFF_REVERSESWEEP_H

#include "dialects/interfaces/Interfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace gradc::autodiff {

/// Whether a cotangent of `value` can exist: it is a tensor of floats.
bool isDifferentiable(mlir::Value value);

/// The values that depend on some chosen values through floats, as far as ops
/// that are not NotDifferentiable lead.
class Activity {
public:
  /// Follows `wrt` forward up to the insertion point `end` of `block`, which is
  /// an op of it or null for its end, and through the blocks around.
  Activity(mlir::ValueRange wrt, mlir::Block *block, mlir::Operation *end);

  bool contains(mlir::Value value) const { return active.contains(value); }

private:
  /// Follows the ops of `block` before `end`.
  void follow(mlir::Block *block, mlir::Operation *end);

  llvm::DenseSet<mlir::Value> active;
};

/// The cotangents found so far. A value without one has the cotangent zero.
class CotangentMap {
public:
  /// Adds `cotangent` to that of `primal`.
  void add(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value primal,
           mlir::Value cotangent);
  /// Null for zero.
  mlir::Value lookup(mlir::Value primal) const { return map.lookup(primal); }

private:
  llvm::DenseMap<mlir::Value, mlir::Value> map;
};

/// One reverse sweep over the ops of a block that stand before the builder's
/// insertion point. The sweep is emitted there.
class ReverseSweep {
public:
  /// `wrt` are the values whose cotangents are asked for.
  ReverseSweep(mlir::OpBuilder &builder, mlir::Location loc,
               mlir::ValueRange wrt);

  /// Returns the cotangents of `wrt`, given those of `outputs` (null: zero).
  /// On failure an error has been emitted.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  run(mlir::ValueRange outputs, mlir::ValueRange cotangents);

  /// How many rules were applied, those of nested sweeps included.
  unsigned getNumRules() const { return numRules; }

private:
  /// Passes the cotangents of the results of `op` on to what it depends on.
  mlir::LogicalResult applyRule(mlir::Operation *op);
  /// Cotangents of the results, with zeros where none has been found; empty if
  /// none has been found at all.
  llvm::SmallVector<mlir::Value> resultCotangents(mlir::Operation *op);
  /// Adds the cotangents that the rule of `op` gave for `inputs`.
  mlir::LogicalResult addAll(mlir::Operation *op, mlir::ValueRange inputs,
                             const Cotangents &found);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<mlir::Value> wrt;
  llvm::SmallDenseSet<mlir::Value> isWanted;
  mlir::Block *block;
  /// The last op that belongs to the primal program; null if there is none.
  mlir::Operation *last;
  Activity activity;
  CotangentMap cotangents;
  unsigned numRules = 0;
};

} // namespace gradc::autodiff

#endif // GRADC_PASSES_AUTODIFF_REVERSESWEEP_H
