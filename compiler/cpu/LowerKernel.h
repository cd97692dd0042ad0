//===- LowerKernel.h - A kernel.def as loops over vectors -------*- C++ -*-===//

#ifndef GRADC_COMPILER_CPU_LOWERKERNEL_H
#define GRADC_COMPILER_CPU_LOWERKERNEL_H

#include "compiler/cpu/KernelSchedule.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace gradc::cpu {

/// Writes `def` as a function of `scf`, `vector`, `memref` and `arith` at the
/// builder's insertion point. Its arguments are one flat memref a tensor,
/// inputs first, then the extent if it is open, the first task and the one
/// after the last (`index`). In memory booleans are `i8`, `f16` and `bf16` are
/// `i16`.
mlir::func::FuncOp lowerKernel(mlir::OpBuilder &builder, kernel::DefOp def,
                               const KernelSchedule &schedule);

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_LOWERKERNEL_H
