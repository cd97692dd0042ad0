//===- match.h - Matching tensors of a file to a state by name --*- C++ -*-===//

#ifndef GRADC_RUN_MATCH_H
#define GRADC_RUN_MATCH_H

#include "safetensors.h"

namespace gradc::run {

/// What is different between the tensors a state wants and those a file has,
/// as "it lacks a and b; it has c, which the model has not; d has shape [2],
/// expected [3]", or "" if they match. With `exactTypes` types count too.
std::string mismatch(const std::vector<TensorPlan> &wanted,
                     const std::map<std::string, Tensor> &found,
                     bool exactTypes);

} // namespace gradc::run

#endif // GRADC_RUN_MATCH_H
