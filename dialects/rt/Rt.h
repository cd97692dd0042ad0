//===- Rt.h - The executable schedule -*- C++ -*-===//

#ifndef GRADC_DIALECTS_RT_RT_H
#define GRADC_DIALECTS_RT_RT_H

#include "dialects/interfaces/Interfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/rt/Dialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/rt/Ops.h.inc"

#endif // GRADC_DIALECTS_RT_RT_H
