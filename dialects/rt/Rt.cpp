//===- Rt.cpp - The executable schedule -----------------------------------===//

#include "dialects/rt/Rt.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace gradc::rt;

#include "dialects/rt/Dialect.cpp.inc"
#include "dialects/rt/Enums.cpp.inc"

void RtDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/rt/Ops.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "dialects/rt/Ops.cpp.inc"

int64_t gradc::rt::getElementBytes(Type elementType) {
  return (elementType.getIntOrFloatBitWidth() + 7) / 8;
}

int64_t gradc::rt::getBytes(ShapedType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

LogicalResult SegmentOp::verify() {
  // (C1)
  if ((getKind() == SegmentKind::constant) != getInitial().has_value())
    return emitOpError("has initial elements if and only if it is constant");
  return success();
}
