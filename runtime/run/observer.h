//===- observer.h - Who is told how a run goes ------------------*- C++ -*-===//

#ifndef GRADC_RUN_OBSERVER_H
#define GRADC_RUN_OBSERVER_H

#include "metrics.h"

#include <memory>
#include <optional>

namespace gradc::run {

/// What is known before the first step.
struct RunPlan {
  std::string library;
  int64_t rows = 0, batch = 0;
  int64_t firstStep = 0, totalSteps = 0, stepsPerEpoch = 1;
  int64_t seed = 0;
  std::string resumedFrom; ///< a checkpoint's path, or ""
};

struct StepReport {
  int64_t step = 0;  ///< from 1
  int64_t epoch = 0; ///< from 1
  int64_t rows = 0;  ///< that counted
  double loss = 0;
  /// Sums and counts of this step's metrics.
  struct Metric {
    std::string name;
    double sum, count;
  };
  std::vector<Metric> metrics;
  std::optional<double> lr;
  bool isSkipped = false; ///< the update of this step was left out
  int64_t skipped = 0; ///< steps of the run with isSkipped, this one included
  double examplesPerSecond = 0;
};

struct EvalReport {
  int64_t step = 0, epoch = 0;
  Metrics metrics;
};

struct RunSummary {
  bool finished = true; ///< and not stopped before its last step
  int64_t steps = 0;    ///< done in all, earlier runs included
  int64_t skipped = 0;
  double seconds = 0;           ///< of this run, evaluation and saving included
  double examplesPerSecond = 0; ///< while training
  std::string checkpoint;       ///< the newest, or ""
};

class RunObserver {
public:
  virtual ~RunObserver() = default;
  virtual void begin(const RunPlan &plan) = 0;
  virtual void step(const StepReport &report) = 0;
  virtual void evaluation(const EvalReport &report) = 0;
  /// The last step of an epoch is done, and evaluated if that was asked for.
  virtual void epochEnd(int64_t epoch) = 0;
  virtual void end(const RunSummary &summary) = 0;
};

using Observers = std::vector<std::unique_ptr<RunObserver>>;

} // namespace gradc::run

#endif // GRADC_RUN_OBSERVER_H
