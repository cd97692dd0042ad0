//===- Recipe.h - The settings of a training run ----------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_TRAIN_RECIPE_H
#define GRADC_DIALECTS_TRAIN_RECIPE_H

#include "dialects/train/Train.h"
#include "mlir/IR/Diagnostics.h"
#include <optional>

namespace gradc::train {

enum class Optimizer { SGD, Adam, AdamW };

/// Settings of the parameters whose names match a pattern.
struct ParameterGroup {
  /// A glob, in which `*` stands for any characters, dots included.
  std::string pattern;
  std::optional<double> lr, weightDecay;
  std::optional<bool> frozen;
};

/// A recipe with every default filled in. docs/training.md is its reference.
struct Recipe {
  Optimizer optimizer = Optimizer::SGD;
  double lr = 1e-3;
  double beta1 = 0.9, beta2 = 0.999, eps = 1e-8;
  double momentum = 0.0, dampening = 0.0;
  bool nesterov = false;
  double weightDecay = 0.0;
  /// The phases in the notation of `train.schedule`; none: a constant rate.
  mlir::ArrayAttr schedule;
  /// Longest pattern first, so that the first group that has a setting decides.
  llvm::SmallVector<ParameterGroup> groups;
  /// Whether a non-finite gradient skips an update, not only a non-finite loss.
  bool skipOnGradients = false;

  /// Reads `settings`; on failure one error has been emitted.
  static mlir::FailureOr<Recipe>
  get(mlir::DictionaryAttr settings,
      llvm::function_ref<mlir::InFlightDiagnostic()> emitError);
};

/// The assembly of a recipe's dictionary, in which numbers may be `3e-4`.
mlir::ParseResult parseSettings(mlir::OpAsmParser &parser,
                                mlir::DictionaryAttr &settings);
void printSettings(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                   mlir::DictionaryAttr settings);

} // namespace gradc::train

#endif // GRADC_DIALECTS_TRAIN_RECIPE_H
