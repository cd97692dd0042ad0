//===- Prim.cpp - Pure tensor primitives ===//

#include "dialects/prim/Prim.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace gradc::prim;

#include "dialects/prim/Dialect.cpp.inc"

void PrimDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/prim/Ops.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "dialects/prim/Ops.cpp.inc"
