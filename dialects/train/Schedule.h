//===- Schedule.h - The learning rate over the steps ------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_TRAIN_SCHEDULE_H
#define GRADC_DIALECTS_TRAIN_SCHEDULE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include <optional>

namespace gradc::train {

/// One phase of a schedule; `train.schedule` defines their meaning.
struct Phase {
  enum class Kind { Warmup, Constant, Linear, Cosine };

  Kind kind = Kind::Constant;
  /// Steps, or per cents of total_steps; without one: up to total_steps.
  std::optional<double> length;
  bool isPercent = false;
  /// The factor on the learning rate where the phase starts and ends.
  double start = 1.0, end = 1.0;

  /// Whether total_steps decides where the phase ends.
  bool needsTotal() const {
    return isPercent || (!length && kind != Kind::Constant);
  }
};

/// Reads the notation of `train.schedule`; on failure one error has been
/// emitted.
mlir::FailureOr<llvm::SmallVector<Phase>>
parseSchedule(mlir::ArrayAttr phases,
              llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace gradc::train

#endif // GRADC_DIALECTS_TRAIN_SCHEDULE_H
