//===- Flatten.h - A def over as few dimensions as memory has ---*- C++ -*-===//

#ifndef GRADC_COMPILER_CODE_FLATTEN_H
#define GRADC_COMPILER_CODE_FLATTEN_H

#include "dialects/kernel/Kernel.h"
#include "mlir/IR/OwningOpRef.h"

namespace gradc::code {

/// A copy of `def` for code to be made from. Dimensions of size 1 are gone, and
/// neighbouring dimensions of the grid, or of the row, are one where they lie
/// in memory as one in every access. Maps give addresses in flat tensors, so
/// the copy is none that the verifier would take; an output with partials keeps
/// these as its first dimension, and what is gathered keeps its shape.
///
/// Before: `grid(%i = 8, %j = 64)`, a load at `(d0, d1)` of `tensor<8x64xf32>`.
/// After: `grid(%ij = 512)`, a load at `(d0)` of `tensor<512xf32>`.
mlir::OwningOpRef<kernel::DefOp> flatten(kernel::DefOp def);

} // namespace gradc::code

#endif // GRADC_COMPILER_CODE_FLATTEN_H
