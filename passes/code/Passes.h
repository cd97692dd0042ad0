//===- Passes.h - Passes over upstream dialects -----------------*- C++ -*-===//

#ifndef GRADC_PASSES_CODE_PASSES_H
#define GRADC_PASSES_CODE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace gradc::code {

#define GEN_PASS_DECL
#include "passes/code/Passes.h.inc"

/// Registers the folder's passes by their flags.
void registerPasses();

} // namespace gradc::code

#endif // GRADC_PASSES_CODE_PASSES_H
