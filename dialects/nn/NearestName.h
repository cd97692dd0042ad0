//===- NearestName.h - "did you mean" ---------------------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_NN_NEARESTNAME_H
#define GRADC_DIALECTS_NN_NEARESTNAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace gradc {

/// The one of `known` that `name` was probably meant to be: few letters are
/// missing, wrong, too many or in the wrong order, or one is the beginning of
/// the other. Empty if there is none. Of equals, the first.
llvm::StringRef nearestName(llvm::StringRef name,
                            llvm::ArrayRef<llvm::StringRef> known);

/// "; did you mean 'X'?", or nothing if no known name is near.
std::string didYouMean(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> known);

} // namespace gradc

#endif // GRADC_DIALECTS_NN_NEARESTNAME_H
