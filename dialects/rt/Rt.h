//===- Rt.h - The executable schedule ---------------------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_RT_RT_H
#define GRADC_DIALECTS_RT_RT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/rt/Dialect.h.inc"
#include "dialects/rt/Enums.h.inc"

#define GET_OP_CLASSES
#include "dialects/rt/Ops.h.inc"

namespace gradc::rt {

/// Every view starts at a multiple of this many bytes.
constexpr int64_t kAlignment = 64;

/// Bytes of one element in memory; `i1` takes one.
int64_t getElementBytes(mlir::Type elementType);
/// The number that `library.h` gives an element type.
int64_t getDtype(mlir::Type elementType);
/// Bytes of a static tensor or memref.
int64_t getBytes(mlir::ShapedType type);

} // namespace gradc::rt

#endif // GRADC_DIALECTS_RT_RT_H
