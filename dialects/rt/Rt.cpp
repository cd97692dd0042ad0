//===- Rt.cpp - The executable schedule -----------------------------------===//

#include "dialects/rt/Rt.h"

#include "gradc/library.h"
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

int64_t gradc::rt::getDtype(Type type) {
  if (type.isF32())
    return GRADC_F32;
  if (type.isF64())
    return GRADC_F64;
  if (type.isF16())
    return GRADC_F16;
  if (type.isBF16())
    return GRADC_BF16;
  auto integer = cast<IntegerType>(type);
  if (integer.getWidth() == 1)
    return GRADC_BOOL;
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 8:
    return isUnsigned ? GRADC_U8 : GRADC_I8;
  case 16:
    return isUnsigned ? GRADC_U16 : GRADC_I16;
  case 32:
    return isUnsigned ? GRADC_U32 : GRADC_I32;
  default:
    return isUnsigned ? GRADC_U64 : GRADC_I64;
  }
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
