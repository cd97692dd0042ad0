//===- nearest.cpp - "did you mean …?" ------------------------------------===//

#include "nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace gradc::run {

namespace {

/// Levenshtein's distance.
size_t distance(const std::string &a, const std::string &b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

} // namespace

std::string nearest(const std::string &name,
                    const std::vector<std::string> &known) {
  auto closer = [&](const std::string &a, const std::string &b) {
    return distance(name, a) < distance(name, b);
  };
  auto best = std::min_element(known.begin(), known.end(), closer);
  return best == known.end() ? "" : *best;
}

std::string hintAmong(const std::string &name,
                      const std::vector<std::string> &known) {
  if (known.empty())
    return "";
  std::string best = nearest(name, known);
  // Half of the letters wrong is no slip of the pen; then the list helps more.
  if (known.size() > 12 ||
      distance(name, best) <= std::max<size_t>(1, name.size() / 2))
    return fmt::format("; did you mean '{}'?", best);
  return fmt::format("; known are {}", fmt::join(known, ", "));
}

} // namespace gradc::run
