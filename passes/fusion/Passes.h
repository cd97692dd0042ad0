//===- Passes.h - The phase 'fusion' -*- C++ -*-===//

#ifndef GRADC_PASSES_FUSION_PASSES_H
#define GRADC_PASSES_FUSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace gradc::fusion {

#define GEN_PASS_DECL
#include "passes/fusion/Passes.h.inc"

/// Registers the phase's passes by their flags.
void registerPasses();

} // namespace gradc::fusion

#endif // GRADC_PASSES_FUSION_PASSES_H
