//===- StreamedOutputs.h - What is written past the caches ------*- C++ -*-===//

#ifndef GRADC_COMPILER_CPU_STREAMEDOUTPUTS_H
#define GRADC_COMPILER_CPU_STREAMEDOUTPUTS_H

#include "mlir/IR/BuiltinOps.h"

namespace gradc::cpu {

/// An attribute of a `kernel.def`: positions of the outputs that its stores
/// write past the caches.
constexpr llvm::StringLiteral kStreamedAttrName = "kernel.streamed";

/// Sets the attribute on the defs of `module`, which is on the `rt` floor,
/// where at every launch the output has left the caches before it is read: more
/// is read and written meanwhile than they hold. An output written over an
/// input is in the caches already, and stays an ordinary one.
void markStreamedOutputs(mlir::ModuleOp module);

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_STREAMEDOUTPUTS_H
