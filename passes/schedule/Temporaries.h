//===- Temporaries.h - Values that come and go ------------------*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_TEMPORARIES_H
#define GRADC_PASSES_SCHEDULE_TEMPORARIES_H

#include "passes/schedule/Places.h"
#include "passes/schedule/Steps.h"

namespace gradc::schedule {

/// Places what the steps of `block` write and what has no place yet: in the
/// arena, from its first write to its last read. A kernel may write an output
/// over an input that dies with it. Returns how many do.
unsigned placeTemporaries(mlir::Block &block, llvm::ArrayRef<Step> steps,
                          InPlacePairs &inPlacePairs, Segments &segments,
                          Places &places);

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_TEMPORARIES_H
