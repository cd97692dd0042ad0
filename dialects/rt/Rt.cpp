//===- Rt.cpp - The executable schedule ===//

#include "dialects/rt/Rt.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace gradc::rt;

#include "dialects/rt/Dialect.cpp.inc"

void RtDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/rt/Ops.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "dialects/rt/Ops.cpp.inc"
