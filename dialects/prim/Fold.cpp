//===- Fold.cpp - Cheap, exact simplifications ----------------------------===//
//
// Nothing here may change a bit of any result, so x + 0 stays (x may be -0) and
// x * 0 stays for floats. No constant larger than a splat is ever made.
//
//===----------------------------------------------------------------------===//

#include "dialects/prim/Detail.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace gradc::prim;

//===----------------------------------------------------------------------===//
// Splats
//===----------------------------------------------------------------------===//

/// The one value of a splat, or null.
static Attribute getSplat(Attribute attr) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(attr);
  return splat ? splat.getSplatValue<Attribute>() : Attribute();
}

static bool isFloatSplat(Attribute attr, double value) {
  auto real = dyn_cast_or_null<FloatAttr>(getSplat(attr));
  // Bitwise, so that 0 is not -0.
  return real && real.getValue().bitwiseIsEqual(
                     FloatAttr::get(real.getType(), value).getValue());
}

static bool isIntegerSplat(Attribute attr, int64_t value) {
  auto integer = dyn_cast_or_null<IntegerAttr>(getSplat(attr));
  return integer &&
         integer.getValue() == APInt(integer.getValue().getBitWidth(), value,
                                     /*isSigned=*/true);
}

/// The number 1, whatever the elements are (true for booleans).
static bool isOneSplat(Attribute attr) {
  auto integer = dyn_cast_or_null<IntegerAttr>(getSplat(attr));
  return integer ? integer.getValue().isOne() : isFloatSplat(attr, 1.0);
}

/// The splat `attr` over another shape.
static OpFoldResult resizeSplat(Attribute attr, Type type) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(attr);
  return splat ? OpFoldResult(splat.resizeSplat(cast<ShapedType>(type)))
               : OpFoldResult();
}

static Attribute makeIntegerSplat(Type type, int64_t value) {
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  return DenseElementsAttr::get(cast<ShapedType>(type),
                                APInt(width, value, /*isSigned=*/true));
}

/// `value` rounded to `type`, to nearest, ties to even.
static APFloat round(APFloat value, Type type) {
  bool losesInfo;
  value.convert(cast<FloatType>(type).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

/// The value of `attr` as emitScalar wants it.
static TypedAttr toScalar(Attribute attr) {
  if (auto real = dyn_cast<FloatAttr>(attr)) {
    Type type = getScalarType(real.getType());
    return FloatAttr::get(type, round(real.getValue(), type));
  }
  auto integer = cast<IntegerAttr>(attr);
  return IntegerAttr::get(getScalarType(integer.getType()), integer.getValue());
}

/// The splat of the scalar `attr` over `type`, rounded to its elements.
static Attribute fromScalar(Attribute attr, RankedTensorType type) {
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    return DenseElementsAttr::get(type, integer.getValue());
  APFloat value = cast<FloatAttr>(attr).getValue();
  return DenseElementsAttr::get(type, round(value, type.getElementType()));
}

/// Whether folding `op` gives the bits every target gives: all of arith does
/// and those of math that are rounded correctly by definition.
static bool isExactScalarOp(Operation *op) {
  return isa<arith::ArithDialect>(op->getDialect()) ||
         isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
             math::CountLeadingZerosOp, math::CtPopOp, math::FloorOp,
             math::RoundEvenOp, math::RoundOp, math::SqrtOp>(op);
}

OpFoldResult gradc::prim::foldSplats(ElementwiseOpInterface op,
                                     ArrayRef<Attribute> operands) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (type.getNumElements() == 0)
    return {};
  SmallVector<TypedAttr> values;
  for (Attribute operand : operands) {
    Attribute value = getSplat(operand);
    if (!value)
      return {};
    values.push_back(toScalar(value));
  }

  // Evaluate the op's own scalar code, one folder after another.
  Block block;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToStart(&block);
  SmallVector<Value> scalars;
  for (TypedAttr value : values)
    scalars.push_back(builder.create<arith::ConstantOp>(op->getLoc(), value));
  Value result = op.emitScalar(builder, op->getLoc(), scalars);
  DenseMap<Value, Attribute> known;
  for (Operation &scalarOp : block) {
    if (auto constant = dyn_cast<arith::ConstantOp>(scalarOp)) {
      known[constant] = constant.getValue();
      continue;
    }
    if (!isExactScalarOp(&scalarOp))
      return {};
    SmallVector<Attribute> inputs;
    for (Value input : scalarOp.getOperands())
      inputs.push_back(known.lookup(input));
    // Upstream folds it only where nothing is lost.
    if (auto real = dyn_cast_or_null<FloatAttr>(inputs[0]);
        real && isa<arith::TruncFOp>(scalarOp)) {
      Type to = scalarOp.getResult(0).getType();
      known[scalarOp.getResult(0)] =
          FloatAttr::get(to, round(real.getValue(), to));
      continue;
    }
    SmallVector<OpFoldResult> folded;
    if (failed(scalarOp.fold(inputs, folded)) || folded.size() != 1)
      return {};
    Attribute value = dyn_cast<Attribute>(folded[0]);
    known[scalarOp.getResult(0)] =
        value ? value : known.lookup(cast<Value>(folded[0]));
  }
  Attribute value = known.lookup(result);
  if (!value)
    return {};
  return fromScalar(value, type);
}

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

OpFoldResult AbsOp::fold(FoldAdaptor adaptor) {
  if (getOperand().getDefiningOp<AbsOp>())
    return getOperand();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult NegateOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getOperand().getDefiningOp<NegateOp>())
    return inner.getOperand();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult NotOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getOperand().getDefiningOp<NotOp>())
    return inner.getOperand();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  Attribute rhs = adaptor.getRhs();
  if (isFloatSplat(rhs, -0.0) || isIntegerSplat(rhs, 0))
    return getLhs();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult SubtractOp::fold(FoldAdaptor adaptor) {
  Attribute rhs = adaptor.getRhs();
  if (isFloatSplat(rhs, 0.0) || isIntegerSplat(rhs, 0))
    return getLhs();
  if (getLhs() == getRhs() && getElementKind(getType()) != ElementKind::Float)
    return makeIntegerSplat(getType(), 0);
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult MultiplyOp::fold(FoldAdaptor adaptor) {
  if (isOneSplat(adaptor.getRhs()))
    return getLhs();
  if (isIntegerSplat(adaptor.getRhs(), 0))
    return adaptor.getRhs();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult DivideOp::fold(FoldAdaptor adaptor) {
  if (isOneSplat(adaptor.getRhs()))
    return getLhs();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult MaximumOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return getLhs();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult MinimumOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return getLhs();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult AndOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isIntegerSplat(adaptor.getRhs(), -1))
    return getLhs();
  if (isIntegerSplat(adaptor.getRhs(), 0))
    return adaptor.getRhs();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult OrOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isIntegerSplat(adaptor.getRhs(), 0))
    return getLhs();
  if (isIntegerSplat(adaptor.getRhs(), -1))
    return adaptor.getRhs();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult XorOp::fold(FoldAdaptor adaptor) {
  if (isIntegerSplat(adaptor.getRhs(), 0))
    return getLhs();
  if (getLhs() == getRhs())
    return makeIntegerSplat(getType(), 0);
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult BitcastConvertOp::fold(FoldAdaptor adaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult CompareOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() &&
      getElementKind(getLhs().getType()) != ElementKind::Float) {
    ComparisonDirection direction = getComparisonDirection();
    bool holds = direction == ComparisonDirection::EQ ||
                 direction == ComparisonDirection::GE ||
                 direction == ComparisonDirection::LE;
    return makeIntegerSplat(getType(), holds);
  }
  return foldSplats(*this, adaptor.getOperands());
}

/// Whether every value of `narrow` is one of `wide`.
static bool holdsAllValuesOf(Type wide, Type narrow) {
  ElementKind kind = getElementKind(wide);
  if (kind != getElementKind(narrow))
    return false;
  return wide.getIntOrFloatBitWidth() > narrow.getIntOrFloatBitWidth();
}

OpFoldResult ConvertOp::fold(FoldAdaptor adaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  // There and back through a type that holds all values.
  if (auto inner = getOperand().getDefiningOp<ConvertOp>())
    if (inner.getOperand().getType() == getType() &&
        holdsAllValuesOf(inner.getType().getElementType(),
                         getType().getElementType()))
      return inner.getOperand();
  return foldSplats(*this, adaptor.getOperands());
}

OpFoldResult SelectOp::fold(FoldAdaptor adaptor) {
  if (getOnTrue() == getOnFalse())
    return getOnTrue();
  if (isIntegerSplat(adaptor.getPred(), -1))
    return getOnTrue();
  if (isIntegerSplat(adaptor.getPred(), 0))
    return getOnFalse();
  // Equal constants: operations of their own until CSE.
  if (adaptor.getOnTrue() && adaptor.getOnTrue() == adaptor.getOnFalse())
    return adaptor.getOnTrue();
  return {};
}

//===----------------------------------------------------------------------===//
// Structural ops
//===----------------------------------------------------------------------===//

static bool isIdentity(ArrayRef<int64_t> dims) {
  for (auto [index, dim] : llvm::enumerate(dims))
    if (static_cast<int64_t>(index) != dim)
      return false;
  return true;
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

OpFoldResult BroadcastInDimOp::fold(FoldAdaptor adaptor) {
  if (getOperand().getType() == getType() &&
      isIdentity(getBroadcastDimensions()))
    return getOperand();
  // A broadcast of a broadcast is one.
  if (auto inner = getOperand().getDefiningOp<BroadcastInDimOp>()) {
    SmallVector<int64_t> dims;
    for (int64_t dim : inner.getBroadcastDimensions())
      dims.push_back(getBroadcastDimensions()[dim]);
    setBroadcastDimensions(dims);
    getOperandMutable().assign(inner.getOperand());
    return getResult();
  }
  return resizeSplat(adaptor.getOperand(), getType());
}

OpFoldResult ConcatenateOp::fold(FoldAdaptor) {
  if (getInputs().size() == 1)
    return getInputs()[0];
  // Inputs without elements along the dimension add nothing.
  Value only;
  for (Value input : getInputs()) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getDimSize(getDimension()) == 0)
      continue;
    if (only)
      return {};
    only = input;
  }
  return only ? OpFoldResult(only) : OpFoldResult();
}

OpFoldResult IotaOp::fold(FoldAdaptor) {
  // One index is 0.
  if (getType().getDimSize(getIotaDimension()) != 1)
    return {};
  Type type = getType().getElementType();
  return DenseElementsAttr::get(
      getType(),
      static_cast<Attribute>(ReduceOp::getNeutral(Reducer::Add, type)));
}

OpFoldResult PadOp::fold(FoldAdaptor adaptor) {
  auto isZero = [](int64_t amount) { return amount == 0; };
  if (llvm::all_of(getEdgePaddingLow(), isZero) &&
      llvm::all_of(getEdgePaddingHigh(), isZero) &&
      getOperand().getType() == getType())
    return getOperand();
  // A splat padded with its own value.
  Attribute value = getSplat(adaptor.getPaddingValue());
  if (value && value == getSplat(adaptor.getOperand()))
    return resizeSplat(adaptor.getOperand(), getType());
  return {};
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  if (auto inner = getOperand().getDefiningOp<ReshapeOp>()) {
    getOperandMutable().assign(inner.getOperand());
    return getResult();
  }
  return resizeSplat(adaptor.getOperand(), getType());
}

OpFoldResult ReverseOp::fold(FoldAdaptor adaptor) {
  bool changesNothing = llvm::all_of(getDimensions(), [&](int64_t dim) {
    return getType().getDimSize(dim) <= 1;
  });
  if (changesNothing)
    return getOperand();
  return resizeSplat(adaptor.getOperand(), getType());
}

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  // A result of the operand's type has every element.
  if (getOperand().getType() == getType())
    return getOperand();
  return resizeSplat(adaptor.getOperand(), getType());
}

LogicalResult SortOp::fold(FoldAdaptor,
                           SmallVectorImpl<OpFoldResult> &results) {
  auto type = cast<RankedTensorType>(getInputs()[0].getType());
  if (type.getDimSize(getSortedDimension()) > 1)
    return failure();
  llvm::append_range(results, getInputs());
  return success();
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  if (isIdentity(getPermutation()))
    return getOperand();
  if (auto inner = getOperand().getDefiningOp<TransposeOp>()) {
    SmallVector<int64_t> dims;
    for (int64_t dim : getPermutation())
      dims.push_back(inner.getPermutation()[dim]);
    setPermutation(dims);
    getOperandMutable().assign(inner.getOperand());
    return getResult();
  }
  return resizeSplat(adaptor.getOperand(), getType());
}
