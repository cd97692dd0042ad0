//===- Kernel.h - Fused kernels and library calls on tensors -*- C++ -*-===//

#ifndef GRADC_DIALECTS_KERNEL_KERNEL_H
#define GRADC_DIALECTS_KERNEL_KERNEL_H

#include "dialects/interfaces/Interfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/kernel/Dialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/kernel/Ops.h.inc"

#endif // GRADC_DIALECTS_KERNEL_KERNEL_H
