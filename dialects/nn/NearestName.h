//===- NearestName.h - "did you mean" ---------------------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_NN_NEARESTNAME_H
#define GRADC_DIALECTS_NN_NEARESTNAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <string>

namespace gradc {

/// The one of `known` that `name` was probably meant to be: at most a third of
/// its letters differ, or one is the beginning of the other. Empty if there is
/// none. Of equals, the first.
inline llvm::StringRef nearestName(llvm::StringRef name,
                                   llvm::ArrayRef<llvm::StringRef> known) {
  llvm::StringRef best;
  unsigned bestDistance = std::max<size_t>(name.size(), 3) / 3 + 1;
  for (llvm::StringRef candidate : known) {
    unsigned distance =
        name.edit_distance_insensitive(candidate, true, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  if (best.empty() && name.size() >= 2)
    for (llvm::StringRef candidate : known)
      if (candidate.starts_with_insensitive(name) ||
          (candidate.size() >= 2 && name.starts_with_insensitive(candidate)))
        return candidate;
  return best;
}

/// "; did you mean 'X'?", or nothing if no known name is near.
inline std::string didYouMean(llvm::StringRef name,
                              llvm::ArrayRef<llvm::StringRef> known) {
  llvm::StringRef nearest = nearestName(name, known);
  return nearest.empty() ? "" : ("; did you mean '" + nearest + "'?").str();
}

} // namespace gradc

#endif // GRADC_DIALECTS_NN_NEARESTNAME_H
