//===- LowerToGpu.h - Kernels as code of a GPU ------------------*- C++ -*-===//
//
// The code is one `gpu.module @kernels` with a `gpu.func … kernel` for each
// def, in `gpu`, `scf`, `memref`, `arith`, `math` and `vector`.
//
// A function's arguments are one flat memref a tensor, inputs first, in the
// types of code::getMemoryType; they start at multiples of 64 bytes. A def with
// an open extent has one more, the extent (`index`). Its attributes:
// * `known_block_size = array<i32: T, 1, 1>`, T a multiple of 32;
// * `gradc.grid = N : i64`, the number of blocks, or for an open extent
//   `gradc.points_per_block = N : i64`: it takes ceil(extent / N) blocks;
// * `gradc.index_bits = 32 | 64 : i64`, in which `index` fits.
//
// What a printer meets besides scalars:
// * vectors of 2, 4 or 8 elements, 2 to 16 bytes in memory: `vector.load` and
//   `vector.store` at aligned addresses, `vector.broadcast`, `vector.extract`,
//   dense constants, and arithmetic element by element;
// * workgroup attributions `memref<KxT, #gpu.address_space<workgroup>>`, at
//   multiples of 16 bytes;
// * `memref.alloca` of thread-private arrays of scalars or of vectors, which
//   are registers once the loops marked `gradc.unroll` are unrolled;
// * `gpu.barrier` where all threads of the block come by, and `gpu.shuffle xor`
//   of all 32 lanes where all threads of the warp do; of its results only the
//   value is used.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_COMPILER_CUDA_LOWERTOGPU_H
#define GRADC_COMPILER_CUDA_LOWERTOGPU_H

#include "dialects/kernel/Kernel.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace gradc::cuda {

/// Loads every dialect that the code is in.
void loadDialects(mlir::MLIRContext *context);

/// `defs` as functions of a `gpu.module @kernels`, in a module of its own,
/// simplified. Null after an error.
mlir::OwningOpRef<mlir::ModuleOp>
lowerKernels(mlir::MLIRContext *context, llvm::ArrayRef<kernel::DefOp> defs);

/// Registers the same as a pass, `gradc-kernel-to-gpu`, for gradc-opt.
void registerPasses();

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_LOWERTOGPU_H
