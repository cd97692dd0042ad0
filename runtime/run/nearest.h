//===- nearest.h - "did you mean …?" ----------------------------*- C++ -*-===//

#ifndef GRADC_RUN_NEAREST_H
#define GRADC_RUN_NEAREST_H

#include <string>
#include <vector>

namespace gradc::run {

/// The name among `known` that takes the fewest insertions, deletions and
/// replacements of characters to become `name`; "" if `known` is empty.
std::string nearest(const std::string &name,
                    const std::vector<std::string> &known);

/// What a message about the unknown `name` ends with: "; did you mean 'lr'?" if
/// a known name is close, else "; known are a, b, c", or "" if none is known.
std::string hintAmong(const std::string &name,
                      const std::vector<std::string> &known);

} // namespace gradc::run

#endif // GRADC_RUN_NEAREST_H
