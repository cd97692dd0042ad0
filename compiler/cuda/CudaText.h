//===- CudaText.h - Kernels as CUDA C++ -------------------------*- C++ -*-===//
//
// The code of a GPU (LowerKernel.h) as text that a person can read and NVRTC or
// a host compiler takes. Floats are computed as written: compile it with
// --fmad=false (on a host with -ffp-contract=off and -fno-strict-aliasing).
//
// Before each kernel stands a line for programs,
//
//   // launch NAME grid=G block=T args=f32[128x10]:in,f32[128x10]:out
//
// with a tensor's type and shape for each pointer parameter in order; `nosync`
// at its end says that the threads never wait for each other. A kernel of an
// open extent n has `grid=ceil(n/P)`, sizes `?` and at last the argument
// `n`, an index of 64 bits.
//
// Attributes that the text reads besides those of LowerKernel.h; none is
// needed, and `annotateKernels` sets them:
// * of an argument: `gradc.tensor`, the tensor that the memref holds;
//   `llvm.noalias`, no other argument overlaps with it;
// * of a function: `gradc.lines`, an array of strings, the model's lines.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_COMPILER_CUDA_CUDATEXT_H
#define GRADC_COMPILER_CUDA_CUDATEXT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace gradc::cuda {

/// Writes the kernels of all `gpu.module`s in `code`, or emits an error at an
/// op that has no text; nothing is written then. Low precision in `code` gets
/// its own types (ElementTypes.h).
mlir::LogicalResult printText(mlir::ModuleOp code, llvm::raw_ostream &stream);

/// Sets what the text says about the kernels of `code` but for what they
/// compute, from the launches of `module`, which is on the `rt` floor.
void annotateKernels(mlir::ModuleOp code, mlir::ModuleOp module);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_CUDATEXT_H
