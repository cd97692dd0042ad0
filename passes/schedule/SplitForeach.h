//===- SplitForeach.h - How many steps a list of calls takes ----*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_SPLITFOREACH_H
#define GRADC_PASSES_SCHEDULE_SPLITFOREACH_H

#include "dialects/kernel/Kernel.h"

namespace gradc::schedule {

/// Cuts `foreach` into several, so that no item waits long for others: those
/// that could run first go together until they would hold a mebibyte of the
/// arena; a larger one is a `kernel.call` of its own. Nothing is left of
/// `foreach` itself.
void splitForeach(kernel::ForeachOp foreach, mlir::SymbolTable &symbols);

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_SPLITFOREACH_H
