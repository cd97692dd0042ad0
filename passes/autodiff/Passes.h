//===- Passes.h - The phase 'autodiff' --------------------------*- C++ -*-===//

#ifndef GRADC_PASSES_AUTODIFF_PASSES_H
#define GRADC_PASSES_AUTODIFF_PASSES_H

#include "dialects/prim/Prim.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace gradc::autodiff {

#define GEN_PASS_DECL
#include "passes/autodiff/Passes.h.inc"

/// Registers the phase's passes by their flags.
void registerPasses();

} // namespace gradc::autodiff

#endif // GRADC_PASSES_AUTODIFF_PASSES_H
