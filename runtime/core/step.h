//===- step.h - An opened step ----------------------------------*- C++ -*-===//

#ifndef GRADC_RUNTIME_CORE_STEP_H
#define GRADC_RUNTIME_CORE_STEP_H

#include "core/image.h"
#include "core/interpreter.h"
#include "core/memory.h"
#include "core/onednn.h"
#include "core/parallel.h"
#include "core/workspace.h"

#include <memory>
#include <vector>

namespace gradc {

/// A tensor of the interface and where it lies.
struct Tensor {
  const gradc_tensor_desc_t *desc;
  char *data;
  size_t bytes;
};

struct Entry {
  const gradc_entry_desc_t *desc;
  std::vector<Tensor> inputs, results;
  std::vector<const gradc_tensor_t *> given; // the inputs of the run going on
  Program program;
  bool hasRun = false;
};

/// A hyperparameter.
struct Scalar {
  const gradc_scalar_desc_t *desc;
  double *value;
};

} // namespace gradc

/// All that gradc_open makes. Members are destroyed in reverse order: threads
/// first, the code last.
struct gradc_step {
  gradc_status_t open(const gradc_open_args_t &args);
  gradc_status_t init(int64_t seed);
  gradc_status_t run(const gradc_run_args_t &args);

  /// Null, and a sentence in gradc_last_error, if there is none.
  gradc::Entry *findEntry(const char *name) const;
  gradc::Tensor *findState(const char *name) const;

  std::shared_ptr<gradc::Image> image;
  const gradc_library_t *library = nullptr;
  std::vector<gradc::Memory> segments;
  gradc_memory_info_t memory = {};
  gradc::OneDnn oneDnn;
  gradc::Workspace workspace;
  std::vector<gradc::Entry> entries;
  std::vector<gradc::Tensor> state;
  std::vector<bool> stateHasValue;
  std::vector<gradc::Scalar> scalars;
  int64_t *validRows = nullptr; // where the runtime puts them, if they are read
  int64_t *seed = nullptr;
  gradc::ThreadPool pool;

private:
  gradc_status_t makeSegments();
  void bindTensors();
  gradc_status_t checkInputs(gradc::Entry &entry, const gradc_run_args_t &args);
  gradc_status_t execute(gradc::Entry &entry);

  std::vector<char *> addresses; // of the segments
};

#endif // GRADC_RUNTIME_CORE_STEP_H
