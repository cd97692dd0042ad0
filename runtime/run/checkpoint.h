//===- checkpoint.h - Saving a run and going on with it ---------*- C++ -*-===//
//
// A checkpoint is a safetensors file `step-00000469.safetensors` with the whole
// state by name and, in its metadata, where the run stood. It appears whole or
// not at all. docs/gradc-run.md lists the metadata.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUN_CHECKPOINT_H
#define GRADC_RUN_CHECKPOINT_H

#include "step_library.h"

namespace gradc::run {

/// Hyperparameters by name.
using Scalars = std::map<std::string, double>;

/// Where a run stands. The next batch follows from `step`, `rows` and `batch`;
/// epoch and position are written for people and checked on reading.
struct RunState {
  int64_t step = 0;       ///< steps done, skipped ones included
  int64_t skipped = 0;    ///< of these
  int64_t totalSteps = 0; ///< that the schedule counts on
  int64_t seed = 0;
  int64_t rows = 1;  ///< of the training data
  int64_t batch = 1; ///< rows of a step
  Scalars set;       ///< what --set has changed

  int64_t stepsPerEpoch() const { return (rows + batch - 1) / batch; }
};

/// Sixteen hexadecimal digits made of the names, types and shapes of a state;
/// the order does not matter.
std::string fingerprint(const std::vector<TensorPlan> &state);

/// The folder that --checkpoint names.
class CheckpointFolder {
public:
  /// Makes the folder if there is none. A folder that cannot be written is the
  /// machine's fault.
  explicit CheckpointFolder(std::string path);

  /// The checkpoints there, by their step.
  std::map<int64_t, std::string> list() const;
  std::string pathOf(int64_t step) const;
  /// Saves the state and removes all but the newest `keep` checkpoints; returns
  /// the path.
  std::string save(const StepLibrary &library, const RunState &run,
                   int64_t keep) const;
  /// Restores the newest checkpoint; an input fault if there is none or it does
  /// not belong to this model.
  RunState restore(StepLibrary &library) const;

private:
  std::string folder;
};

/// Writes the checkpoint `path`.
void writeCheckpoint(const std::string &path, const StepLibrary &library,
                     const RunState &run);

/// Restores `path` into the library.
RunState readCheckpoint(const std::string &path, StepLibrary &library);

} // namespace gradc::run

#endif // GRADC_RUN_CHECKPOINT_H
