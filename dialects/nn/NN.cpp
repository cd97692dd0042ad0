//===- NN.cpp - The model as a person writes it ===//

#include "dialects/nn/NN.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace gradc::nn;

#include "dialects/nn/Dialect.cpp.inc"

void NNDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/nn/Ops.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "dialects/nn/Ops.cpp.inc"
