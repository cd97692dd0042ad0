//===- Passes.h - The phase 'lowering' --------------------------*- C++ -*-===//

#ifndef GRADC_PASSES_LOWERING_PASSES_H
#define GRADC_PASSES_LOWERING_PASSES_H

#include "mlir/Pass/Pass.h"

namespace gradc::lowering {

#define GEN_PASS_DECL
#include "passes/lowering/Passes.h.inc"

/// Registers the phase's passes by their flags.
void registerPasses();

} // namespace gradc::lowering

#endif // GRADC_PASSES_LOWERING_PASSES_H
