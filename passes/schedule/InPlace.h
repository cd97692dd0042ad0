//===- InPlace.h - Which outputs may lie over an input ----------*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_INPLACE_H
#define GRADC_PASSES_SCHEDULE_INPLACE_H

#include "dialects/kernel/Kernel.h"
#include "llvm/ADT/DenseMap.h"

namespace gradc::schedule {

/// Answers, for the defs of one module, whether output `output` of a kernel may
/// be written over its input `input`: both have one type, every element is read
/// only at the point that writes it, and never after it was written.
class InPlacePairs {
public:
  bool allows(kernel::DefOp def, unsigned input, unsigned output);

private:
  /// By def: allowed (input, output) pairs.
  llvm::DenseMap<mlir::Operation *,
                 llvm::SmallVector<std::pair<unsigned, unsigned>>>
      pairs;
};

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_INPLACE_H
