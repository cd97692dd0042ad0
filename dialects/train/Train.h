//===- Train.h - What only training has -*- C++ -*-===//

#ifndef GRADC_DIALECTS_TRAIN_TRAIN_H
#define GRADC_DIALECTS_TRAIN_TRAIN_H

#include "dialects/interfaces/Interfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/train/Dialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/train/Ops.h.inc"

#endif // GRADC_DIALECTS_TRAIN_TRAIN_H
