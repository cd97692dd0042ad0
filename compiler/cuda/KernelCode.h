//===- KernelCode.h - The function a kernel is written as -------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_KERNELCODE_H
#define GRADC_COMPILER_CUDA_KERNELCODE_H

#include "compiler/cuda/CudaSchedule.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseMap.h"

namespace gradc::cuda {

/// The function that is being written, and the few things its code is made of.
class KernelCode {
public:
  /// Declares the function and starts its body.
  KernelCode(mlir::OpBuilder &b, kernel::DefOp def,
             const KernelSchedule &schedule);

  mlir::Value index(int64_t value);
  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value mul(mlir::Value x, int64_t y);
  mlir::Value div(mlir::Value x, int64_t y);
  mlir::Value rem(mlir::Value x, int64_t y);
  mlir::Value isBelow(mlir::Value x, mlir::Value y);
  mlir::Value isEqual(mlir::Value x, int64_t y);
  /// Whether both hold; null stands for what always does.
  mlir::Value both(mlir::Value x, mlir::Value y);

  /// The part of `dim` that this thread has.
  mlir::Value partIn(ThreadDim dim);

  /// `for` from `from` to `to` by `step`; `body` returns what it carries on.
  llvm::SmallVector<mlir::Value>
  loop(mlir::Value from, mlir::Value to, int64_t step, bool unroll,
       mlir::ValueRange carried,
       llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                         mlir::ValueRange)>
           body);
  void loop(mlir::Value from, mlir::Value to, int64_t step, bool unroll,
            llvm::function_ref<void(mlir::Value)> body);
  /// `if`; without one where `condition` is null.
  void branch(mlir::Value condition, llvm::function_ref<void()> then);
  /// What `then` returns if `condition` holds, else `otherwise`.
  llvm::SmallVector<mlir::Value>
  branch(mlir::Value condition, mlir::ValueRange otherwise,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> then);

  /// An array of the block's threads, or one of each thread's own.
  mlir::Value addShared(mlir::Type type, int64_t size);
  /// A shared array for use after use, with barriers between.
  mlir::Value getScratch(mlir::Type type, int64_t size);
  mlir::Value addPrivate(mlir::Type type, int64_t size);

  mlir::OpBuilder &b;
  mlir::Location loc;
  kernel::DefOp def;
  const KernelSchedule &schedule;
  mlir::gpu::GPUFuncOp func;
  /// One a tensor argument of the def.
  llvm::SmallVector<mlir::Value> memory;
  mlir::Value thread, block;

private:
  llvm::DenseMap<std::pair<mlir::Type, int64_t>, mlir::Value> scratch;
};

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_KERNELCODE_H
