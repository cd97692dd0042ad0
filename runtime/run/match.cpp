//===- match.cpp - Matching tensors of a file to a state by name ----------===//

#include "match.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace gradc::run {

namespace {

/// "a, b and 17 more".
std::string someOf(const std::vector<std::string> &names) {
  constexpr size_t most = 5;
  if (names.size() <= most + 1)
    return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more",
                     fmt::join(names.begin(), names.begin() + most, ", "),
                     names.size() - most);
}

} // namespace

std::string mismatch(const std::vector<TensorPlan> &wanted,
                     const std::map<std::string, Tensor> &found,
                     bool exactTypes) {
  std::vector<std::string> missing, surplus, misshaped, parts;
  std::set<std::string> known;
  for (const TensorPlan &tensor : wanted) {
    known.insert(tensor.name);
    auto candidate = found.find(tensor.name);
    if (candidate == found.end()) {
      missing.push_back(tensor.name);
      continue;
    }
    const Tensor &value = candidate->second;
    if (value.shape != tensor.shape)
      misshaped.push_back(fmt::format("{} has shape {}, expected {}",
                                      tensor.name, toString(value.shape),
                                      toString(tensor.shape)));
    else if (exactTypes && value.dtype != tensor.dtype)
      misshaped.push_back(fmt::format("{} is {}, expected {}", tensor.name,
                                      nameOf(value.dtype),
                                      nameOf(tensor.dtype)));
  }
  for (auto &[name, tensor] : found)
    if (!known.count(name))
      surplus.push_back(name);
  if (!missing.empty())
    parts.push_back("it lacks " + someOf(missing));
  if (!surplus.empty())
    parts.push_back("it has " + someOf(surplus) + ", which the model has not");
  if (!misshaped.empty())
    parts.push_back(someOf(misshaped));
  return fmt::format("{}", fmt::join(parts, "; "));
}

} // namespace gradc::run
