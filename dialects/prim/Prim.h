//===- Prim.h - Pure tensor primitives -*- C++ -*-===//

#ifndef GRADC_DIALECTS_PRIM_PRIM_H
#define GRADC_DIALECTS_PRIM_PRIM_H

#include "dialects/interfaces/Interfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/prim/Dialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/prim/Ops.h.inc"

#endif // GRADC_DIALECTS_PRIM_PRIM_H
