//===- EmitKernel.h - A cluster written as a kernel.def ---------*- C++ -*-===//

#ifndef GRADC_PASSES_FUSION_EMITKERNEL_H
#define GRADC_PASSES_FUSION_EMITKERNEL_H

#include "dialects/kernel/Kernel.h"
#include "dialects/prim/Prim.h"
#include "passes/fusion/Epilogues.h"

namespace gradc::fusion {

/// A tensor that a kernel reads: a root under the shape it is read with.
using KernelInput = std::pair<mlir::Value, mlir::RankedTensorType>;

/// How `reduce` folds its elements.
kernel::Combine combineOf(prim::ReduceOp reduce);

/// Writes `cluster` as a def at the builder's insertion point, with `outputs`,
/// members that others read, as its outputs, under the same number of elements
/// but maybe another shape. `inputs` receives what the call has to pass.
///
/// As an `epilogue` the def has the product's shape for its grid and the
/// product for its first input, which is not among `inputs`; if the product is
/// kept, it is the last output.
kernel::DefOp emitKernel(mlir::OpBuilder &builder, const Clusters &clusters,
                         Cluster &cluster,
                         llvm::ArrayRef<mlir::Operation *> outputs,
                         llvm::SmallVectorImpl<KernelInput> &inputs,
                         const Epilogue *epilogue = nullptr);

} // namespace gradc::fusion

#endif // GRADC_PASSES_FUSION_EMITKERNEL_H
