//===- trainer.h - The training loop ----------------------------*- C++ -*-===//

#ifndef GRADC_RUN_TRAINER_H
#define GRADC_RUN_TRAINER_H

#include "evaluator.h"
#include "observer.h"
#include "options.h"
#include "sampler.h"

#include <chrono>

namespace gradc::run {

/// Trains as the options say. What a run does depends on the library, the data,
/// the seed and the steps alone, not on where it was stopped and resumed.
class Trainer {
public:
  /// Checks everything that can be checked before the first step: the
  /// library's entries, the data, names of hyperparameters, the checkpoint.
  Trainer(StepLibrary &library, const Options &options);

  int64_t totalSteps() const { return state.totalSteps; }
  /// Runs to the end, a signal or a skipped step.
  int run(const Observers &observers);

private:
  void checkScalars() const;
  void startOrResume();
  /// Steps in all, from --steps, --epochs or the checkpoint.
  int64_t plannedSteps() const;
  /// Runs step `state.step` and counts it; whether its update was skipped.
  bool runStep(const Observers &observers);
  void readResults(StepReport &report) const;
  void evaluate(const Observers &observers);
  void save();
  int finish(const Observers &observers, int exitCode);

  StepLibrary &library;
  const Options &options;
  std::vector<InputSpec> inputs;
  std::vector<ResultInfo> results;
  std::optional<Dataset> dataset; ///< absent if nothing is to be trained
  std::optional<Evaluator> evaluator;
  std::optional<CheckpointFolder> folder;
  std::optional<Sampler> sampler;
  BatchBuffers buffers;

  RunState state;
  int64_t firstStep = 0;
  int64_t savedStep = 0; ///< the newest that is in the folder
  int64_t evaluatedStep = -1;
  std::string resumedFrom, checkpoint;
  std::chrono::steady_clock::duration training{}; ///< time spent in steps
  std::chrono::steady_clock::time_point started;
  int64_t trainedRows = 0;
};

} // namespace gradc::run

#endif // GRADC_RUN_TRAINER_H
