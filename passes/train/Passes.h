//===- Passes.h - The phase 'train' -----------------------------*- C++ -*-===//

#ifndef GRADC_PASSES_TRAIN_PASSES_H
#define GRADC_PASSES_TRAIN_PASSES_H

#include "dialects/prim/Prim.h"
#include "dialects/train/Train.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace gradc::train {

#define GEN_PASS_DECL
#include "passes/train/Passes.h.inc"

/// Registers the phase's passes by their flags.
void registerPasses();

} // namespace gradc::train

#endif // GRADC_PASSES_TRAIN_PASSES_H
