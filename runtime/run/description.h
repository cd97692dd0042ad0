//===- description.h - What a library says about itself ---------*- C++ -*-===//

#ifndef GRADC_RUN_DESCRIPTION_H
#define GRADC_RUN_DESCRIPTION_H

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace gradc::run {

/// The part of gradc_describe's JSON that the C interface has no call for.
/// Fields that are absent stay empty.
struct Description {
  /// Lowest and highest value of inputs that are class labels or indices. The
  /// JSON has `"inputs": [{"name": "label", "range": [0, 10]}]`, its end
  /// excluded.
  std::map<std::string, std::pair<int64_t, int64_t>> ranges;
  /// Roles of the state by name: "parameter", "buffer", "slot" or "counter".
  /// The JSON has `"state": [{"name": "fc1.weight", "role": "parameter"}]`.
  std::map<std::string, std::string> roles;
};

/// Reads `json`; what is not as expected is left out.
Description parseDescription(const std::string &json);

} // namespace gradc::run

#endif // GRADC_RUN_DESCRIPTION_H
