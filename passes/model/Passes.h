//===- Passes.h - The phase 'model' -----------------------------*- C++ -*-===//

#ifndef GRADC_PASSES_MODEL_PASSES_H
#define GRADC_PASSES_MODEL_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace gradc::model {

#define GEN_PASS_DECL
#include "passes/model/Passes.h.inc"

/// Registers the phase's passes by their flags.
void registerPasses();

} // namespace gradc::model

#endif // GRADC_PASSES_MODEL_PASSES_H
