//===- StateUpdates.h - New values of states over the old ones --*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_STATEUPDATES_H
#define GRADC_PASSES_SCHEDULE_STATEUPDATES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/schedule/InPlace.h"
#include "passes/schedule/Launches.h"

namespace gradc::schedule {

/// Whether a tensor of this `train.role` is kept from call to call.
bool isState(llvm::StringRef role);

/// Which values of an entry may be written over the state that they replace, as
/// far as their kernel is concerned: it reads each element of the old one only
/// where it writes it. Nobody may read the old value later.
class StateUpdates {
public:
  StateUpdates(mlir::func::FuncOp func, mlir::SymbolTable &symbols,
               InPlacePairs &inPlacePairs);

  /// The state that `value` may be written over, or null.
  mlir::BlockArgument getOld(mlir::Value value) const {
    return oldOf.lookup(value);
  }
  /// Who reads the memory of `old`; the op that updates it may be among them.
  static llvm::SmallVector<mlir::OpOperand *> getReaders(mlir::Value old);

private:
  llvm::DenseMap<mlir::Value, mlir::BlockArgument> oldOf;
};

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_STATEUPDATES_H
