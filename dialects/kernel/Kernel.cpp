//===- Kernel.cpp - Fused kernels and library calls on tensors ===//

#include "dialects/kernel/Kernel.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace gradc::kernel;

#include "dialects/kernel/Dialect.cpp.inc"

void KernelDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/kernel/Ops.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "dialects/kernel/Ops.cpp.inc"
