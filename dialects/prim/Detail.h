//===- Detail.h - What the op definitions call ------------------*- C++ -*-===//
//
// Private to the dialect: the functions that the definitions generated from the
// records refer to.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_DIALECTS_PRIM_DETAIL_H
#define GRADC_DIALECTS_PRIM_DETAIL_H

#include "dialects/prim/Prim.h"

namespace gradc::prim {

/// Stands in a record for "the op does not take this kind of element".
struct NoScalarOp {};

/// Builds a scalar op of the operands' own type.
template <typename ScalarOp>
mlir::Value emitOneScalarOp(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::ValueRange scalars) {
  if constexpr (std::is_same_v<ScalarOp, NoScalarOp>) {
    llvm_unreachable("the verifier refuses this kind of element");
  } else {
    auto name = mlir::StringAttr::get(builder.getContext(),
                                      ScalarOp::getOperationName());
    mlir::Type type = scalars[0].getType();
    return builder.create(loc, name, scalars, type)->getResult(0);
  }
}

/// Builds the scalar op that the record names for the kind of the first
/// operand's elements.
template <typename FloatOp, typename SignedOp, typename UnsignedOp,
          typename BoolOp>
mlir::Value emitScalarOp(mlir::Operation *op, mlir::OpBuilder &builder,
                         mlir::Location loc, mlir::ValueRange scalars) {
  switch (getElementKind(op->getOperand(0).getType())) {
  case ElementKind::Float:
    return emitOneScalarOp<FloatOp>(builder, loc, scalars);
  case ElementKind::Signed:
    return emitOneScalarOp<SignedOp>(builder, loc, scalars);
  case ElementKind::Unsigned:
    return emitOneScalarOp<UnsignedOp>(builder, loc, scalars);
  case ElementKind::Bool:
    return emitOneScalarOp<BoolOp>(builder, loc, scalars);
  }
  llvm_unreachable("all kinds are handled");
}

/// Folds an elementwise op whose operands are all splats, if no op it stands
/// for could give other bits on another machine.
mlir::OpFoldResult foldSplats(ElementwiseOpInterface op,
                              llvm::ArrayRef<mlir::Attribute> operands);

} // namespace gradc::prim

#endif // GRADC_DIALECTS_PRIM_DETAIL_H
