//===- step_library.cpp - An opened step.so -------------------------------===//

#include "step_library.h"
#include "convert.h"
#include "fault.h"

#include <algorithm>

namespace gradc::run {

namespace {

gradc_tensor_info_t blankInfo() {
  gradc_tensor_info_t info = {};
  info.struct_size = sizeof info;
  return info;
}

DType dtypeOf(const gradc_tensor_info_t &info) {
  return static_cast<DType>(info.dtype);
}

Shape shapeOf(const gradc_tensor_info_t &info) {
  return Shape(info.shape, info.shape + info.rank);
}

} // namespace

StepLibrary::StepLibrary(const std::string &path, const std::string &device,
                         int32_t threads)
    : file(path) {
  gradc_open_args_t args = {};
  args.struct_size = sizeof args;
  args.path = file.c_str();
  args.device = device.c_str();
  args.num_threads = threads;
  check(gradc_open(&args, &step));
  description = parseDescription(gradc_describe(step));
  for (uint32_t i = 0; i < gradc_num_state(step); ++i) {
    gradc_tensor_info_t info = blankInfo();
    check(gradc_state_info(step, i, &info));
    stateTensors.push_back({info.name, dtypeOf(info), shapeOf(info)});
  }
}

void StepLibrary::check(gradc_status_t status) const {
  switch (status) {
  case GRADC_OK:
    return;
  case GRADC_OUT_OF_MEMORY:
  case GRADC_INTERNAL:
    throw Fault(ExitMachine, gradc_last_error());
  default:
    throw Fault(ExitInput, gradc_last_error());
  }
}

std::vector<std::string> StepLibrary::entries() const {
  std::vector<std::string> names;
  for (uint32_t i = 0; i < gradc_num_entries(step); ++i)
    names.push_back(gradc_entry_name(step, i));
  return names;
}

bool StepLibrary::hasEntry(const std::string &entry) const {
  auto names = entries();
  return std::find(names.begin(), names.end(), entry) != names.end();
}

std::vector<InputSpec> StepLibrary::inputs(const std::string &entry) const {
  std::vector<InputSpec> inputs;
  for (uint32_t i = 0; i < gradc_num_inputs(step, entry.c_str()); ++i) {
    gradc_tensor_info_t info = blankInfo();
    check(gradc_input_info(step, entry.c_str(), i, &info));
    InputSpec input{info.name, dtypeOf(info), shapeOf(info),
                    info.is_batched != 0, std::nullopt};
    auto range = description.ranges.find(input.name);
    if (range != description.ranges.end())
      input.range = range->second;
    inputs.push_back(std::move(input));
  }
  return inputs;
}

std::vector<ResultInfo> StepLibrary::results(const std::string &entry) const {
  std::vector<ResultInfo> results;
  for (uint32_t i = 0; i < gradc_num_results(step, entry.c_str()); ++i) {
    gradc_tensor_info_t info = blankInfo();
    check(gradc_result_info(step, entry.c_str(), i, &info));
    results.push_back(
        {i, info.name, info.role, dtypeOf(info), shapeOf(info), info.bytes});
  }
  return results;
}

bool StepLibrary::hasState(const std::string &name) const {
  return std::any_of(
      stateTensors.begin(), stateTensors.end(),
      [&](const TensorPlan &tensor) { return tensor.name == name; });
}

bool StepLibrary::isWeight(const std::string &name) const {
  auto role = description.roles.find(name);
  return role == description.roles.end() || role->second == "parameter" ||
         role->second == "buffer";
}

std::vector<std::string> StepLibrary::scalars() const {
  std::vector<std::string> names;
  for (uint32_t i = 0; i < gradc_num_scalars(step); ++i) {
    gradc_scalar_info_t info = {};
    info.struct_size = sizeof info;
    check(gradc_scalar_info(step, i, &info));
    names.push_back(info.name);
  }
  return names;
}

bool StepLibrary::hasScalar(const std::string &name) const {
  auto names = scalars();
  return std::find(names.begin(), names.end(), name) != names.end();
}

double StepLibrary::scalar(const std::string &name) const {
  double value = 0;
  check(gradc_get_scalar(step, name.c_str(), &value));
  return value;
}

void StepLibrary::setScalar(const std::string &name, double value) {
  check(gradc_set_scalar(step, name.c_str(), value));
}

void StepLibrary::init(int64_t seed) { check(gradc_init(step, seed)); }

void StepLibrary::run(const std::string &entry,
                      const std::vector<InputSpec> &inputs,
                      const BatchBuffers &buffers, int64_t validRows) {
  std::vector<gradc_tensor_t> tensors;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const InputSpec &input = inputs[i];
    tensors.push_back({input.name.c_str(),
                       static_cast<gradc_dtype_t>(input.dtype),
                       static_cast<uint32_t>(input.shape.size()),
                       input.shape.data(), buffers[i].data()});
  }
  gradc_run_args_t args = {};
  args.struct_size = sizeof args;
  args.entry = entry.c_str();
  args.inputs = tensors.data();
  args.num_inputs = static_cast<uint32_t>(tensors.size());
  args.valid_rows = validRows;
  check(gradc_run(step, &args));
}

void StepLibrary::readResult(const std::string &entry, const ResultInfo &result,
                             void *data) const {
  check(gradc_read_result_at(step, entry.c_str(), result.index, data,
                             result.bytes));
}

std::vector<double> StepLibrary::readNumbers(const std::string &entry,
                                             const ResultInfo &result) const {
  std::vector<uint8_t> raw(result.bytes);
  readResult(entry, result, raw.data());
  std::vector<double> numbers(result.bytes / itemSize(result.dtype));
  convert(result.dtype, raw.data(), DType::F64,
          reinterpret_cast<uint8_t *>(numbers.data()), numbers.size());
  return numbers;
}

void StepLibrary::readState(const TensorPlan &tensor, void *data) const {
  check(gradc_read_state(step, tensor.name.c_str(), data,
                         byteSize(tensor.shape, tensor.dtype).value_or(0)));
}

void StepLibrary::writeState(const TensorPlan &tensor, const Tensor &value) {
  check(gradc_write_state(step, tensor.name.c_str(), value.bytes.data,
                          value.bytes.size));
}

} // namespace gradc::run
