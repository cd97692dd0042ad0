//===- NN.h - The model as a person writes it -*- C++ -*-===//

#ifndef GRADC_DIALECTS_NN_NN_H
#define GRADC_DIALECTS_NN_NN_H

#include "dialects/interfaces/Interfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/nn/Dialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/nn/Ops.h.inc"

#endif // GRADC_DIALECTS_NN_NN_H
