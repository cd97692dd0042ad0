//===- description.h - What a library says about itself ---------*- C++ -*-===//

#ifndef GRADC_RUN_DESCRIPTION_H
#define GRADC_RUN_DESCRIPTION_H

#include "convert.h"

#include <map>
#include <string>

namespace gradc::run {

/// The part of gradc_describe's JSON that the C interface has no call for.
/// Fields that are absent stay empty.
struct Description {
  /// Values that inputs which are class labels or indices may have. The JSON
  /// has
  /// `"inputs": [{"name": "label", "range": [0, 10]}]`, its end excluded, or
  /// `[0, 10, -100]` if -100 marks what is ignored.
  std::map<std::string, ValueRange> ranges;
  /// Roles of the state by name: "parameter", "buffer", "slot" or "counter".
  /// The JSON has `"state": [{"name": "fc1.weight", "role": "parameter"}]`.
  std::map<std::string, std::string> roles;
};

/// Reads `json`; what is not as expected is left out.
Description parseDescription(const std::string &json);

} // namespace gradc::run

#endif // GRADC_RUN_DESCRIPTION_H
