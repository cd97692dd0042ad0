//===- Prim.h - Pure tensor primitives --------------------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_PRIM_PRIM_H
#define GRADC_DIALECTS_PRIM_PRIM_H

#include "dialects/interfaces/Interfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/prim/Dialect.h.inc"
#include "dialects/prim/Enums.h.inc"
#include "dialects/prim/Interfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/prim/Attrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/prim/Ops.h.inc"

namespace gradc::prim {

/// What the elements of a tensor mean.
enum class ElementKind { Float, Signed, Unsigned, Bool };

/// The kind of a tensor's elements, or of an element type. Signless integers
/// are signed; i1 is a boolean.
ElementKind getElementKind(mlir::Type type);

/// The scalar that stands for one element in emitScalar: f32 for f16 and bf16,
/// a signless integer for an unsigned one, else the element type itself.
mlir::Type getScalarType(mlir::Type elementType);

} // namespace gradc::prim

#endif // GRADC_DIALECTS_PRIM_PRIM_H
