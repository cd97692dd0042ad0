//===- Passes.h - The phase 'schedule' -*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_PASSES_H
#define GRADC_PASSES_SCHEDULE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace gradc::schedule {

#define GEN_PASS_DECL
#include "passes/schedule/Passes.h.inc"

/// Registers the phase's passes by their flags.
void registerPasses();

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_PASSES_H
