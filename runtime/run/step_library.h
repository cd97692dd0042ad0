//===- step_library.h - An opened step.so -----------------------*- C++ -*-===//
//
// The C interface of libgradc as the rest of gradc-run wants it: values instead
// of out parameters, faults instead of statuses.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUN_STEP_LIBRARY_H
#define GRADC_RUN_STEP_LIBRARY_H

#include "dataset.h"
#include "description.h"
#include "safetensors.h"

#include <gradc/gradc.h>

namespace gradc::run {

/// A result of an entry.
struct ResultInfo {
  uint32_t index; ///< among the entry's results
  std::string name;
  gradc_role_t role;
  DType dtype;
  Shape shape;
  size_t bytes;
};

class StepLibrary {
public:
  StepLibrary(const std::string &path, const std::string &device,
              int32_t threads);
  StepLibrary(const StepLibrary &) = delete;
  StepLibrary &operator=(const StepLibrary &) = delete;
  ~StepLibrary() { gradc_close(step); }

  const std::string &path() const { return file; }
  std::vector<std::string> entries() const;
  bool hasEntry(const std::string &entry) const;
  /// Rows of a batch; 0 if the model has none.
  int64_t batch() const { return gradc_batch(step); }
  std::vector<InputSpec> inputs(const std::string &entry) const;
  std::vector<ResultInfo> results(const std::string &entry) const;
  /// The whole state in the checkpoint's order.
  const std::vector<TensorPlan> &state() const { return stateTensors; }
  bool hasState(const std::string &name) const;
  /// Whether the state `name` is a weight of the model (a parameter or a
  /// running statistic) and not the optimizer's.
  bool isWeight(const std::string &name) const;
  std::vector<std::string> scalars() const;
  bool hasScalar(const std::string &name) const;
  double scalar(const std::string &name) const;
  void setScalar(const std::string &name, double value);

  void init(int64_t seed);
  /// Runs `entry` on `buffers`, which belong to `inputs`. `validRows` is -1 for
  /// all of them.
  void run(const std::string &entry, const std::vector<InputSpec> &inputs,
           const BatchBuffers &buffers, int64_t validRows);
  void readResult(const std::string &entry, const ResultInfo &result,
                  void *data) const;
  /// A result of f32 or f64 elements as doubles.
  std::vector<double> readNumbers(const std::string &entry,
                                  const ResultInfo &result) const;
  void readState(const TensorPlan &tensor, void *data) const;
  void writeState(const TensorPlan &tensor, const Tensor &value);

private:
  /// Throws the runtime's sentence unless `status` is GRADC_OK.
  void check(gradc_status_t status) const;

  std::string file;
  gradc_step_t *step = nullptr;
  Description description;
  std::vector<TensorPlan> stateTensors;
};

} // namespace gradc::run

#endif // GRADC_RUN_STEP_LIBRARY_H
