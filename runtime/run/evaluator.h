//===- evaluator.h - Exact means over a data set ----------------*- C++ -*-===//

#ifndef GRADC_RUN_EVALUATOR_H
#define GRADC_RUN_EVALUATOR_H

#include "metrics.h"
#include "step_library.h"

namespace gradc::run {

/// Runs the entry "eval" over all rows of a data set, in their order.
class Evaluator {
public:
  /// Checks that the library can evaluate and that the data fits.
  Evaluator(StepLibrary &library, const DataOptions &files);

  /// The means of loss and metrics over all rows, or nothing if a signal came.
  std::optional<Metrics> evaluate();

private:
  StepLibrary &library;
  std::vector<InputSpec> inputs;
  std::vector<ResultInfo> metrics;
  Dataset dataset;
  BatchBuffers buffers;
  std::vector<int64_t> rows; ///< 0, 1, 2, …
};

} // namespace gradc::run

#endif // GRADC_RUN_EVALUATOR_H
