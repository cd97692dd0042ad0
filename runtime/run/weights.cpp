//===- weights.cpp - Starting from given weights --------------------------===//

#include "weights.h"
#include "convert.h"
#include "fault.h"
#include "match.h"

namespace gradc::run {

void loadWeights(StepLibrary &library, const std::string &path) {
  Safetensors file = readSafetensors(path);
  std::vector<TensorPlan> weights;
  for (const TensorPlan &tensor : library.state())
    if (library.isWeight(tensor.name))
      weights.push_back(tensor);
  if (file.metadata.count("gradc.checkpoint"))
    for (const TensorPlan &tensor : library.state())
      if (!library.isWeight(tensor.name))
        file.tensors.erase(tensor.name);
  std::string difference = mismatch(weights, file.tensors, false);
  if (!difference.empty())
    inputFault("{}: its weights do not fit {}: {}", path, library.path(),
               difference);
  // All are converted before the first is written.
  std::vector<Tensor> values;
  for (const TensorPlan &tensor : weights)
    values.push_back(converted(file.tensors.at(tensor.name), tensor.dtype,
                               path + ": " + tensor.name));
  for (size_t i = 0; i < weights.size(); ++i)
    library.writeState(weights[i], values[i]);
}

} // namespace gradc::run
