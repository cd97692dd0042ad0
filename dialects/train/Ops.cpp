//===- Ops.cpp - Verifiers and result types of the train ops --------------===//

#include "dialects/train/Schedule.h"
#include "dialects/train/Train.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::train;

//===----------------------------------------------------------------------===//
// batch_sum
//===----------------------------------------------------------------------===//

LogicalResult BatchSumOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  // (C3)
  Type element = getElementTypeOrSelf(adaptor.getX().getType());
  if (!element.isF64())
    element = Float32Type::get(context);
  types.push_back(RankedTensorType::get({}, element));
  return success();
}

LogicalResult BatchSumOp::verify() {
  RankedTensorType type = cast<RankedTensorType>(getX().getType());
  // (C1)
  if (type.getRank() == 0)
    return emitOpError("operand must have a leading dimension, found ") << type;
  // (C2)
  int64_t batch = getBatch();
  if (batch < 1 || type.getDimSize(0) % batch != 0)
    return emitOpError("needs a leading dimension that is a multiple of the "
                       "batch, found ")
           << type << " and batch " << batch;
  return success();
}

//===----------------------------------------------------------------------===//
// gradient
//===----------------------------------------------------------------------===//

LogicalResult GradientOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location>,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getWrt().getTypes());
  return success();
}

LogicalResult GradientOp::verify() {
  // (C1)
  if (getWrt().empty())
    return emitOpError("asks for the gradient of no value");
  return success();
}

//===----------------------------------------------------------------------===//
// scalar
//===----------------------------------------------------------------------===//

void ScalarOp::build(OpBuilder &builder, OperationState &state, Type type,
                     StringRef name, TypedAttr defaultValue) {
  state.addAttribute(getNameAttrName(state.name), builder.getStringAttr(name));
  if (defaultValue)
    state.addAttribute(getDefaultAttrName(), defaultValue);
  state.addTypes(type);
}

LogicalResult ScalarOp::verify() {
  // (C1)
  if (getName().empty())
    return emitOpError("needs a name");
  // (C2)
  Attribute attr = (*this)->getAttr(getDefaultAttrName());
  if (!attr)
    return success();
  auto number = dyn_cast<TypedAttr>(attr);
  Type element = getElementTypeOrSelf(getType());
  if (!number || number.getType() != element)
    return emitOpError("default must be of type ")
           << element << ", found " << attr;
  return success();
}

//===----------------------------------------------------------------------===//
// schedule
//===----------------------------------------------------------------------===//

LogicalResult ScheduleOp::verify() {
  // (C1), (C2)
  return parseSchedule(getPhases(), [&] { return emitOpError(); });
}

//===----------------------------------------------------------------------===//
// sgd
//===----------------------------------------------------------------------===//

LogicalResult SgdOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                      Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  // (C3)
  types.push_back(adaptor.getParam().getType());
  if (adaptor.getBuffer())
    types.push_back(adaptor.getParam().getType());
  return success();
}

LogicalResult SgdOp::verify() {
  // (C1)
  bool hasBuffer = static_cast<bool>(getBuffer());
  if (static_cast<bool>(getMomentum()) != hasBuffer ||
      static_cast<bool>(getDampening()) != hasBuffer)
    return emitOpError(
        "takes momentum, dampening and buffer together or none of them");
  // (C2)
  if (getNesterov() && !hasBuffer)
    return emitOpError("has nesterov without momentum");
  // (C3)
  Type type = getParam().getType();
  if (getGrad().getType() != type ||
      (hasBuffer && getBuffer().getType() != type))
    return emitOpError("needs a gradient and a buffer of the type of the "
                       "parameter, ")
           << type;
  return success();
}

//===----------------------------------------------------------------------===//
// valid_input
//===----------------------------------------------------------------------===//

LogicalResult ValidInputOp::verify() {
  // (C1)
  auto type = cast<RankedTensorType>(getX().getType());
  if (type.getRank() == 0 ||
      type.getDimSize(0) != static_cast<int64_t>(getBatch()))
    return emitOpError("needs a leading dimension of the batch, found ")
           << type << " and batch " << getBatch();
  return success();
}
