//===- Train.cpp - What only training has ===//

#include "dialects/train/Train.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace gradc::train;

#include "dialects/train/Dialect.cpp.inc"

void TrainDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/train/Ops.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "dialects/train/Ops.cpp.inc"
