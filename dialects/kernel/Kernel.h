//===- Kernel.h - Fused kernels and library calls on tensors ----*- C++ -*-===//

#ifndef GRADC_DIALECTS_KERNEL_KERNEL_H
#define GRADC_DIALECTS_KERNEL_KERNEL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/kernel/Dialect.h.inc"
#include "dialects/kernel/Enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/kernel/Attrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/kernel/Ops.h.inc"

namespace gradc::kernel {

/// How a target cuts a `kernel.matmul`: the sizes of a tile in b, m and n. The
/// epilogue's def has the same, for its code is cut like that.
constexpr llvm::StringLiteral kTileAttr = "kernel.tile";

/// The type in which an element of type `elementType` is computed with: `f32`
/// for `f16` and `bf16`, signless for unsigned integers, else itself.
mlir::Type getScalarType(mlir::Type elementType);

/// The value that changes nothing when `combine` folds it in.
mlir::TypedAttr getNeutral(Combine combine, mlir::Type type);

/// Whether values of `type` can be folded by `combine`.
bool isCombinable(Combine combine, mlir::Type type);

/// Builds `a combine b` for scalars or vectors.
mlir::Value emitCombine(mlir::OpBuilder &builder, mlir::Location loc,
                        Combine combine, mlir::Value a, mlir::Value b);

/// Reads the bare name of a kind.
mlir::ParseResult parseCombine(mlir::OpAsmParser &parser,
                               CombineAttr &attribute);

} // namespace gradc::kernel

#endif // GRADC_DIALECTS_KERNEL_KERNEL_H
