//===- Update.h - The optimizer's part of a step ----------------*- C++ -*-===//

#ifndef GRADC_PASSES_TRAIN_UPDATE_H
#define GRADC_PASSES_TRAIN_UPDATE_H

#include "dialects/train/Recipe.h"
#include "passes/train/Entry.h"

namespace gradc::train {

/// A parameter that is trained, and what the optimizer keeps beside it.
struct TrainedParameter {
  const ModelArgument *argument = nullptr;
  mlir::Value value;
  llvm::SmallVector<mlir::StringAttr, 2> slotNames;
  llvm::SmallVector<mlir::Value, 2> slots;
  /// The names of the scalars that decide for it, with their defaults.
  std::string lrName, weightDecayName;
  double lr = 0, weightDecay = 0;
};

/// The parameters of the model that `recipe` trains: those that are not frozen
/// and that the loss reaches; a warning for the others that it does not reach.
/// Values and slots' values are left empty. On failure an error has been
/// emitted.
mlir::FailureOr<llvm::SmallVector<TrainedParameter>>
selectTrained(const Forward &forward, const Recipe &recipe, RecipeOp op);

/// The new values of a parameter and, after it, of its slots.
using NewValues = llvm::SmallVector<mlir::Value, 3>;

/// Emits the updates of one step.
class Optimizing {
public:
  /// `step` counts the updates applied before.
  Optimizing(Entry &entry, const Recipe &recipe, mlir::Value step,
             mlir::Location loc);

  NewValues update(const TrainedParameter &parameter, mlir::Value gradient);

  /// The learning rate of the step, an f64 scalar, as the recipe has it for
  /// parameters of no group.
  mlir::Value getRate();

private:
  mlir::Value number(llvm::StringRef name, double defaultValue);
  mlir::Value rate(llvm::StringRef name, double lr);

  Entry &entry;
  const Recipe &recipe;
  mlir::Value step;
  mlir::Location loc;
  /// One scalar, and one schedule, for each name.
  llvm::StringMap<mlir::Value> numbers, rates;
};

} // namespace gradc::train

#endif // GRADC_PASSES_TRAIN_UPDATE_H
