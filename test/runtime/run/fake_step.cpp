//===- fake_step.cpp - A model behind gradc.h for the tests ---------------===//

#include "fake_step.h"

#include <gradc/gradc.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace gradc::run {
FakeControl fakeControl;
}

namespace {

struct TensorRecord {
  const char *name;
  gradc_role_t role;
  gradc_dtype_t dtype;
  std::vector<int64_t> shape;
  bool isBatched = false;
};

constexpr int64_t batch = 4, features = 2;
std::string lastError;

gradc_status_t fail(gradc_status_t status, std::string sentence) {
  lastError = std::move(sentence);
  return status;
}

size_t bytesOf(const TensorRecord &tensor) {
  size_t bytes = gradc_dtype_size(tensor.dtype);
  for (int64_t size : tensor.shape)
    bytes *= static_cast<size_t>(size);
  return bytes;
}

} // namespace

struct gradc_step {
  bool isGrad = false;
  int64_t width = features;
  std::vector<TensorRecord> inputs, state;
  std::map<std::string, double> scalars = {{"lr", 0.125}, {"total_steps", 1}};
  std::map<std::string, std::vector<uint8_t>> values;
  std::map<std::string, std::vector<uint8_t>> results; ///< of the latest run

  std::vector<std::string> entries() const {
    if (isGrad)
      return {"init", "value_and_grad"};
    return {"init", "step", "eval"};
  }
  std::vector<TensorRecord> resultsOf(const std::string &entry) const {
    if (entry == "step")
      return {{"loss", GRADC_ROLE_LOSS, GRADC_F32, {}},
              {"accuracy", GRADC_ROLE_METRIC, GRADC_F32, {2}},
              {"skipped", GRADC_ROLE_METRIC, GRADC_F32, {2}}};
    if (entry == "eval")
      return {{"loss", GRADC_ROLE_METRIC, GRADC_F32, {2}},
              {"accuracy", GRADC_ROLE_METRIC, GRADC_F32, {2}}};
    if (entry == "value_and_grad")
      return {{"loss", GRADC_ROLE_LOSS, GRADC_F32, {}},
              {"accuracy", GRADC_ROLE_METRIC, GRADC_F32, {2}},
              {"score", GRADC_ROLE_OUTPUT, GRADC_F32, {batch}},
              {"w", GRADC_ROLE_OUTPUT, GRADC_F32, {width}},
              {"w", GRADC_ROLE_GRADIENT, GRADC_F32, {width}}};
    return {};
  }
  template <typename T>
  T *at(const std::string &name) {
    return reinterpret_cast<T *>(values.at(name).data());
  }
  template <typename T>
  void put(const std::string &name, std::vector<T> numbers) {
    auto &result = results[name];
    result.resize(numbers.size() * sizeof(T));
    std::memcpy(result.data(), numbers.data(), result.size());
  }

  /// Loss, metric, outputs and the gradient of w over the valid rows.
  void run(const std::string &entry, const float *x, const int32_t *label,
           int64_t valid) {
    float sum = 0, right = 0;
    std::vector<float> gradient(static_cast<size_t>(width), 0.0f), scores;
    const float *w = at<float>("w");
    for (int64_t row = 0; row < batch; ++row) {
      float score = w[0] * x[2 * row] + w[1] * x[2 * row + 1];
      scores.push_back(score);
      if (row >= valid)
        continue;
      float error = score - static_cast<float>(label[row]);
      sum += error * error;
      right += std::fabs(error) < 0.5f;
      gradient[0] += 2 * error * x[2 * row] / static_cast<float>(valid);
      gradient[1] += 2 * error * x[2 * row + 1] / static_cast<float>(valid);
    }
    float count = static_cast<float>(valid), loss = sum / count;
    put<float>("accuracy", {right, count});
    put<float>("skipped", {std::isfinite(loss) ? 0.0f : 1.0f, 1});
    put<float>("score", scores);
    put<float>("w", gradient);
    if (entry == "eval")
      put<float>("loss", {sum, count});
    else
      put<float>("loss", {loss});
    if (entry == "step" && std::isfinite(loss))
      update(gradient);
  }

  /// Momentum with a rate that falls over the run, and noise from the seed.
  void update(const std::vector<float> &gradient) {
    int64_t step = ++*at<int64_t>("step");
    float rate = static_cast<float>(
        scalars["lr"] *
        (1 - static_cast<double>(step) / (scalars["total_steps"] + 1)));
    float noise =
        static_cast<float>((*at<int64_t>("seed") * 31 + step * 17) % 13) / 1000;
    for (size_t i = 0; i < gradient.size(); ++i) {
      float &momentum = at<float>("w.m")[i];
      momentum = 0.9f * momentum + gradient[i] + noise;
      at<float>("w")[i] -= rate * momentum;
    }
  }
};

namespace {

gradc_status_t fill(const TensorRecord &tensor, gradc_tensor_info_t *info) {
  info->name = tensor.name;
  info->role = tensor.role;
  info->dtype = tensor.dtype;
  info->rank = static_cast<uint32_t>(tensor.shape.size());
  info->is_batched = tensor.isBatched;
  info->shape = tensor.shape.data();
  info->bytes = bytesOf(tensor);
  return GRADC_OK;
}

} // namespace

extern "C" {

uint32_t gradc_version(void) { return GRADC_VERSION; }
const char *gradc_last_error(void) { return lastError.c_str(); }

size_t gradc_dtype_size(gradc_dtype_t dtype) {
  constexpr size_t sizes[] = {4, 8, 2, 2, 1, 2, 4, 8, 1, 2, 4, 8, 1};
  return sizes[dtype];
}

gradc_status_t gradc_open(const gradc_open_args_t *args,
                          gradc_step_t **out_step) {
  std::string path = args->path;
  std::string name = path.substr(path.rfind('/') + 1);
  if (name != "train.so" && name != "other.so" && name != "grad.so")
    return fail(GRADC_NOT_FOUND, path + ": cannot be opened");
  if (std::string(args->device) != "cpu")
    return fail(GRADC_UNAVAILABLE, "no such device");
  auto *step = new gradc_step;
  step->isGrad = name == "grad.so";
  step->width = name == "other.so" ? 3 : features;
  step->inputs = {{"x", GRADC_ROLE_INPUT, GRADC_F32, {batch, features}, true},
                  {"label", GRADC_ROLE_INPUT, GRADC_I32, {batch}, true}};
  step->state = {{"w", GRADC_ROLE_STATE, GRADC_F32, {step->width}}};
  if (!step->isGrad)
    step->state.push_back({"w.m", GRADC_ROLE_STATE, GRADC_F32, {step->width}});
  step->state.push_back({"step", GRADC_ROLE_STATE, GRADC_I64, {}});
  step->state.push_back({"seed", GRADC_ROLE_STATE, GRADC_I64, {}});
  *out_step = step;
  return GRADC_OK;
}

void gradc_close(gradc_step_t *step) { delete step; }

const char *gradc_describe(const gradc_step_t *) {
  return R"({"inputs": [{"name": "x"}, {"name": "label", "range": [0, 3]}],
             "state": [{"name": "w", "role": "parameter"},
                       {"name": "w.m", "role": "slot"},
                       {"name": "step", "role": "counter"},
                       {"name": "seed", "role": "counter"}]})";
}

int64_t gradc_batch(const gradc_step_t *) { return batch; }

uint32_t gradc_num_entries(const gradc_step_t *step) {
  return static_cast<uint32_t>(step->entries().size());
}
const char *gradc_entry_name(const gradc_step_t *step, uint32_t index) {
  static const char *const train[] = {"init", "step", "eval"};
  static const char *const grad[] = {"init", "value_and_grad"};
  return step->isGrad ? grad[index] : train[index];
}
uint32_t gradc_num_inputs(const gradc_step_t *step, const char *entry) {
  return std::string(entry) == "init"
             ? 0
             : static_cast<uint32_t>(step->inputs.size());
}
uint32_t gradc_num_results(const gradc_step_t *step, const char *entry) {
  return static_cast<uint32_t>(step->resultsOf(entry).size());
}
uint32_t gradc_num_state(const gradc_step_t *step) {
  return static_cast<uint32_t>(step->state.size());
}
uint32_t gradc_num_scalars(const gradc_step_t *step) {
  return static_cast<uint32_t>(step->scalars.size());
}

gradc_status_t gradc_input_info(const gradc_step_t *step, const char *,
                                uint32_t index, gradc_tensor_info_t *info) {
  return fill(step->inputs[index], info);
}
gradc_status_t gradc_result_info(const gradc_step_t *step, const char *entry,
                                 uint32_t index, gradc_tensor_info_t *info) {
  // The names are literals and the shape is read at once.
  static std::vector<TensorRecord> kept;
  kept = step->resultsOf(entry);
  return fill(kept[index], info);
}
gradc_status_t gradc_state_info(const gradc_step_t *step, uint32_t index,
                                gradc_tensor_info_t *info) {
  return fill(step->state[index], info);
}
gradc_status_t gradc_scalar_info(const gradc_step_t *step, uint32_t index,
                                 gradc_scalar_info_t *info) {
  auto scalar = std::next(step->scalars.begin(), index);
  info->name = scalar->first.c_str();
  info->initial = info->value = scalar->second;
  return GRADC_OK;
}

gradc_status_t gradc_init(gradc_step_t *step, int64_t seed) {
  for (const TensorRecord &tensor : step->state)
    step->values[tensor.name].assign(bytesOf(tensor), 0);
  step->at<float>("w")[0] = static_cast<float>(seed % 7) / 8;
  *step->at<int64_t>("seed") = seed;
  return GRADC_OK;
}

gradc_status_t gradc_run(gradc_step_t *step, const gradc_run_args_t *args) {
  if (step->values.size() != step->state.size())
    return fail(GRADC_NOT_INITIALIZED, "the state has no value");
  if (args->num_inputs != 2)
    return fail(GRADC_INVALID_ARGUMENT, "two inputs are wanted");
  const float *x = nullptr;
  const int32_t *label = nullptr;
  for (uint32_t i = 0; i < 2; ++i)
    if (std::string(args->inputs[i].name) == "x")
      x = static_cast<const float *>(args->inputs[i].data);
    else
      label = static_cast<const int32_t *>(args->inputs[i].data);
  std::string entry = args->entry;
  if (entry == "step" &&
      gradc::run::fakeControl.runs++ == gradc::run::fakeControl.raiseAt)
    std::raise(SIGTERM);
  step->run(entry, x, label, args->valid_rows < 0 ? batch : args->valid_rows);
  return GRADC_OK;
}

gradc_status_t gradc_read_result_at(const gradc_step_t *step, const char *entry,
                                    uint32_t index, void *data, size_t bytes) {
  TensorRecord result = step->resultsOf(entry)[index];
  // The output w is the parameter itself.
  bool isWeight = result.role == GRADC_ROLE_OUTPUT && result.name[0] == 'w';
  auto &from = isWeight ? step->values : step->results;
  std::memcpy(data, from.at(result.name).data(), bytes);
  return GRADC_OK;
}

gradc_status_t gradc_read_state(const gradc_step_t *step, const char *name,
                                void *data, size_t bytes) {
  std::memcpy(data, step->values.at(name).data(), bytes);
  return GRADC_OK;
}

gradc_status_t gradc_write_state(gradc_step_t *step, const char *name,
                                 const void *data, size_t bytes) {
  auto from = static_cast<const uint8_t *>(data);
  step->values[name].assign(from, from + bytes);
  return GRADC_OK;
}

gradc_status_t gradc_set_scalar(gradc_step_t *step, const char *name,
                                double value) {
  if (!step->scalars.count(name))
    return fail(GRADC_NOT_FOUND, std::string("no scalar ") + name);
  step->scalars[name] = value;
  return GRADC_OK;
}

gradc_status_t gradc_get_scalar(const gradc_step_t *step, const char *name,
                                double *out_value) {
  auto scalar = step->scalars.find(name);
  if (scalar == step->scalars.end())
    return fail(GRADC_NOT_FOUND, std::string("no scalar ") + name);
  *out_value = scalar->second;
  return GRADC_OK;
}

} // extern "C"
