//===- NearestName.cpp - "did you mean" -----------------------------------===//

#include "dialects/nn/NearestName.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <numeric>

using namespace llvm;

/// Edits from `a` to `b`, where two letters swapped are one edit and case is
/// none. Rows of the usual table, of which three are kept.
static unsigned editDistance(StringRef a, StringRef b) {
  SmallVector<unsigned> before, previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), 0u);
  auto same = [&](size_t i, size_t j) {
    return toLower(a[i]) == toLower(b[j]);
  };
  for (size_t i = 0; i < a.size(); ++i) {
    current[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      unsigned replaced = previous[j] + (same(i, j) ? 0 : 1);
      current[j + 1] =
          std::min({replaced, previous[j + 1] + 1, current[j] + 1});
      if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j))
        current[j + 1] = std::min(current[j + 1], before[j - 1] + 1);
    }
    before = previous;
    std::swap(previous, current);
  }
  return previous[b.size()];
}

StringRef gradc::nearestName(StringRef name, ArrayRef<StringRef> known) {
  StringRef best;
  unsigned limit = std::max<size_t>(name.size(), 3) / 3;
  for (StringRef candidate : known) {
    unsigned distance = editDistance(name, candidate);
    if (distance <= limit && (best.empty() || distance < limit)) {
      best = candidate;
      limit = distance;
    }
  }
  if (best.empty() && name.size() >= 2)
    for (StringRef candidate : known)
      if (candidate.starts_with_insensitive(name) ||
          (candidate.size() >= 2 && name.starts_with_insensitive(candidate)))
        return candidate;
  return best;
}

std::string gradc::didYouMean(StringRef name, ArrayRef<StringRef> known) {
  StringRef nearest = nearestName(name, known);
  return nearest.empty() ? "" : ("; did you mean '" + nearest + "'?").str();
}
