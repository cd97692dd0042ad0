//===- LowerToLLVM.h - Kernels as LLVM IR -----------------------*- C++ -*-===//

#ifndef GRADC_COMPILER_CPU_LOWERTOLLVM_H
#define GRADC_COMPILER_CPU_LOWERTOLLVM_H

#include "dialects/kernel/Kernel.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace gradc::cpu {

/// Loads every dialect that the functions below need, which they could not do
/// while others use `context`: they may then run on several threads.
void loadDialects(mlir::MLIRContext *context);

/// `defs` as functions of loops over vectors, in a module of their own. Before:
/// `kernel.def @k …`. After: `func.func @k(%0: memref<…>, …, %begin: index,
/// %end: index)` in `scf`, `vector`, `memref`, `arith`, `math`.
mlir::OwningOpRef<mlir::ModuleOp>
lowerKernels(mlir::MLIRContext *context, llvm::ArrayRef<kernel::DefOp> defs);

/// Registers `gradc-kernel-to-loops`, by which gradc-opt shows the functions.
void registerPasses();

/// Lowers what `lowerKernels` made to LLVM IR. Each function `k` becomes an
/// internal `k` that takes its tensors' addresses, and `k.tasks`, a
/// `gradc_kernel_fn`. Null after an error.
std::unique_ptr<llvm::Module> translateKernels(mlir::ModuleOp kernels,
                                               llvm::LLVMContext &context);

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_LOWERTOLLVM_H
