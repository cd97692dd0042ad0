//===- PlaceBlocks.h - Offsets for blocks whose lives are known -*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_PLACEBLOCKS_H
#define GRADC_PASSES_SCHEDULE_PLACEBLOCKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace gradc::schedule {

/// `bytes` bytes that must keep their contents from command `first` to command
/// `last`, both included.
struct Lifetime {
  int64_t bytes;
  unsigned first, last;
};

struct Placement {
  /// One a block: a multiple of the alignment.
  llvm::SmallVector<int64_t> offsets;
  /// What all blocks take together.
  int64_t bytes = 0;
  /// The most that is alive at once: no placement takes less.
  int64_t lowerBound = 0;
};

/// Places `blocks`, which stand in the order of their first commands, so that
/// none that live at the same time overlap.
Placement placeBlocks(llvm::ArrayRef<Lifetime> blocks);

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_PLACEBLOCKS_H
