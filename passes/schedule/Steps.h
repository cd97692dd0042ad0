//===- Steps.h - What runs at one time --------------------------*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_STEPS_H
#define GRADC_PASSES_SCHEDULE_STEPS_H

#include "passes/schedule/StateUpdates.h"

namespace gradc::schedule {

/// One command of a program: a library call, or launches that are independent
/// of each other, a wave if there are several.
struct Step {
  mlir::Operation *call = nullptr;
  std::optional<Launch> epilogue; // of the call
  llvm::SmallVector<Launch, 1> launches;
};

/// The steps of `block` in its order. A `kernel.foreach` is one, and so are
/// small kernels that follow each other, none of which needs another one's
/// result or writes over the state that it reads.
std::vector<Step> formSteps(mlir::Block &block, mlir::SymbolTable &symbols,
                            const StateUpdates &updates);

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_STEPS_H
