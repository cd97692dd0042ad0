//===- grad_call.cpp - Calling a value_and_grad library -------------------===//

#include "grad_call.h"
#include "convert.h"
#include "fault.h"
#include "nearest.h"
#include "npz.h"

#include <algorithm>
#include <cstring>

namespace gradc::run {

namespace {

constexpr const char *entry = "value_and_grad";

/// The array `name`, of exactly this type and shape.
Tensor readExactly(const NpzReader &file, const std::string &path,
                   const std::string &name, DType dtype, const Shape &shape) {
  Tensor tensor = file.read(name);
  if (tensor.shape != shape)
    inputFault("{}: '{}' expects shape {}, found {}", path, name,
               toString(shape), toString(tensor.shape));
  return converted(tensor, dtype, path + ": " + name);
}

/// The whole number in the array `name`, if it is there.
std::optional<int64_t> readNumber(const NpzReader &file,
                                  const std::string &path,
                                  const std::string &name) {
  if (!file.has(name))
    return std::nullopt;
  Tensor tensor = file.read(name);
  if (tensor.elements() != 1)
    inputFault("{}: '{}' expects one number, found shape {}", path, name,
               toString(tensor.shape));
  tensor = converted(tensor, DType::I64, path + ": " + name);
  int64_t number = 0;
  std::memcpy(&number, tensor.bytes.data, sizeof number);
  return number;
}

/// Refuses arrays that nobody asked for: most likely they are misspelt.
void checkNames(const NpzReader &file, const std::string &path,
                const StepLibrary &library,
                const std::vector<InputSpec> &inputs) {
  std::vector<std::string> known = {"seed", "step", "valid_rows"};
  for (const InputSpec &input : inputs)
    known.push_back(input.name);
  for (const TensorPlan &tensor : library.state())
    if (std::find(known.begin(), known.end(), tensor.name) == known.end())
      known.push_back(tensor.name);
  for (const std::string &name : file.names())
    if (std::find(known.begin(), known.end(), name) == known.end())
      inputFault("{}: '{}' is neither an input nor a parameter{}", path, name,
                 hintAmong(name, known));
}

/// What a result is called in the outputs.
std::string outputName(const ResultInfo &result) {
  switch (result.role) {
  case GRADC_ROLE_LOSS:
    return "loss";
  case GRADC_ROLE_METRIC:
    return "metric." + result.name;
  case GRADC_ROLE_GRADIENT:
    return "grad." + result.name;
  default:
    return "output." + result.name;
  }
}

} // namespace

void callValueAndGrad(StepLibrary &library, const std::string &inPath,
                      const std::string &outPath) {
  if (!library.hasEntry(entry))
    inputFault("{}: has no entry 'value_and_grad'; compile the model with "
               "--entry=value_and_grad, or train it with --data",
               library.path());
  NpzReader file(mapFile(inPath), inPath);
  std::vector<InputSpec> inputs = library.inputs(entry);
  checkNames(file, inPath, library, inputs);

  BatchBuffers buffers;
  for (const InputSpec &input : inputs) {
    if (!file.has(input.name))
      inputFault("{}: lacks the input '{}' ({} of {})", inPath, input.name,
                 toString(input.shape), nameOf(input.dtype));
    Tensor value =
        readExactly(file, inPath, input.name, input.dtype, input.shape);
    if (input.range)
      if (auto bad =
              firstOutside(value.dtype, value.bytes.data,
                           static_cast<size_t>(value.elements()), *input.range))
        inputFault("{}: input '{}' expects values from {} to {}, found {} at "
                   "element {}",
                   inPath, input.name, input.range->low, input.range->high,
                   elementText(value.dtype, value.bytes.data, *bad), *bad);
    Buffer buffer(value.bytes.size);
    if (value.bytes.size)
      std::memcpy(buffer.data(), value.bytes.data, value.bytes.size);
    buffers.push_back(std::move(buffer));
  }

  if (library.hasEntry("init"))
    library.init(readNumber(file, inPath, "seed").value_or(0));
  for (const TensorPlan &tensor : library.state())
    if (file.has(tensor.name) && tensor.name != "seed")
      library.writeState(tensor, readExactly(file, inPath, tensor.name,
                                             tensor.dtype, tensor.shape));
  int64_t validRows = readNumber(file, inPath, "valid_rows").value_or(-1);
  library.run(entry, inputs, buffers, validRows);

  NpzWriter writer(outPath);
  std::vector<uint8_t> data;
  for (const ResultInfo &result : library.results(entry)) {
    if (result.role == GRADC_ROLE_STATE)
      continue;
    data.resize(result.bytes);
    library.readResult(entry, result, data.data());
    writer.add(outputName(result), result.dtype, result.shape, data.data());
  }
  writer.commit();
}

} // namespace gradc::run
