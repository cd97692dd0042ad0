//===- LowerToLLVM.h - Kernels as LLVM IR -----------------------*- C++ -*-===//

#ifndef GRADC_COMPILER_CPU_LOWERTOLLVM_H
#define GRADC_COMPILER_CPU_LOWERTOLLVM_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace gradc::cpu {

/// The defs of `module` as functions of loops over vectors, in a module of
/// their own. Before: `kernel.def @k …`. After: `func.func @k(%0: memref<…>, …,
/// %begin: index, %end: index)` in `scf`, `vector`, `memref`, `arith`, `math`.
mlir::OwningOpRef<mlir::ModuleOp> lowerKernels(mlir::ModuleOp module);

/// Lowers what `lowerKernels` made to LLVM IR. Each function `k` becomes an
/// internal `k` that takes its tensors' addresses, and `k.tasks`, a
/// `gradc_kernel_fn`. Null after an error.
std::unique_ptr<llvm::Module> translateKernels(mlir::ModuleOp kernels,
                                               llvm::LLVMContext &context);

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_LOWERTOLLVM_H
