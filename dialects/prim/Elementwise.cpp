//===- Elementwise.cpp - One point of an elementwise op -------------------===//
//
// The ops whose point is more than one scalar op. None may trap or yield
// poison, so what LLVM leaves undefined is guarded by selects.
//
//===----------------------------------------------------------------------===//

#include "dialects/kernel/Kernel.h"
#include "dialects/prim/Prim.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::prim;

namespace {

/// Scalar code over values that are scalars or vectors.
class Emitter {
public:
  Emitter(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  template <typename Op, typename... Args>
  Value create(Args &&...args) {
    return builder.create<Op>(loc, std::forward<Args>(args)...);
  }

  /// `value` in the type of `like`.
  Value real(Value like, double value) {
    auto type = cast<FloatType>(getElementTypeOrSelf(like));
    return constant(like, FloatAttr::get(type, value));
  }
  Value integer(Value like, const APInt &value) {
    return constant(like, IntegerAttr::get(getElementTypeOrSelf(like), value));
  }
  Value integer(Value like, int64_t value) {
    return integer(like, APInt(width(like), value, /*isSigned=*/true));
  }

  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return create<arith::CmpFOp>(predicate, a, b);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return create<arith::CmpIOp>(predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return create<arith::SelectOp>(condition, a, b);
  }

  static unsigned width(Value value) {
    return getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  }
  /// `elementType`, or a vector of it where `like` is a vector.
  static Type typeLike(Value like, Type elementType) {
    if (auto vector = dyn_cast<VectorType>(like.getType()))
      return vector.clone(elementType);
    return elementType;
  }

private:
  Value constant(Value like, TypedAttr value) {
    if (auto vector = dyn_cast<VectorType>(like.getType()))
      return create<arith::ConstantOp>(DenseElementsAttr::get(
          vector.clone(value.getType()), static_cast<Attribute>(value)));
    return create<arith::ConstantOp>(value);
  }

  OpBuilder &builder;
  Location loc;
};

} // namespace

using FCmp = arith::CmpFPredicate;
using ICmp = arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

Value IsFiniteOp::emitScalar(OpBuilder &builder, Location loc,
                             ValueRange scalars) {
  Emitter e(builder, loc);
  Value magnitude = e.create<math::AbsFOp>(scalars[0]);
  Value infinity = e.real(magnitude, std::numeric_limits<double>::infinity());
  return e.compare(FCmp::OLT, magnitude, infinity);
}

Value LogisticOp::emitScalar(OpBuilder &builder, Location loc,
                             ValueRange scalars) {
  return builder.create<kernel::LogisticOp>(loc, scalars[0]);
}

Value NegateOp::emitScalar(OpBuilder &builder, Location loc,
                           ValueRange scalars) {
  Emitter e(builder, loc);
  if (getElementKind(getType()) == ElementKind::Float)
    return e.create<arith::NegFOp>(scalars[0]);
  return e.create<arith::SubIOp>(e.integer(scalars[0], 0), scalars[0]);
}

Value NormalCdfOp::emitScalar(OpBuilder &builder, Location loc,
                              ValueRange scalars) {
  return builder.create<kernel::NormalCdfOp>(loc, scalars[0].getType(),
                                             scalars[0], getByTanhAttr());
}

Value NotOp::emitScalar(OpBuilder &builder, Location loc, ValueRange scalars) {
  Emitter e(builder, loc);
  return e.create<arith::XOrIOp>(scalars[0], e.integer(scalars[0], -1));
}

/// Neither positive nor negative values (zeros, NaN) stay as they are.
Value SignOp::emitScalar(OpBuilder &builder, Location loc, ValueRange scalars) {
  Emitter e(builder, loc);
  Value x = scalars[0];
  bool isFloat = getElementKind(getType()) == ElementKind::Float;
  Value zero = isFloat ? e.real(x, 0.0) : e.integer(x, 0);
  Value one = isFloat ? e.real(x, 1.0) : e.integer(x, 1);
  Value minusOne = isFloat ? e.real(x, -1.0) : e.integer(x, -1);
  Value isPositive =
      isFloat ? e.compare(FCmp::OGT, x, zero) : e.compare(ICmp::sgt, x, zero);
  Value isNegative =
      isFloat ? e.compare(FCmp::OLT, x, zero) : e.compare(ICmp::slt, x, zero);
  Value notNegative = e.select(isPositive, one, x);
  return e.select(isNegative, minusOne, notNegative);
}

Value StopGradientOp::emitScalar(OpBuilder &builder, Location loc,
                                 ValueRange scalars) {
  return scalars[0];
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// `divisor` with 1 in place of what LLVM's signed or unsigned division leaves
/// undefined: 0, and -1 under the smallest signed value. Dividing by 1 instead
/// of -1 is right there, for the quotient wraps to the dividend.
static Value emitSafeDivisor(Emitter &e, Value dividend, Value divisor,
                             Value isZero, bool isSigned) {
  Value bad = isZero;
  if (isSigned) {
    APInt smallest = APInt::getSignedMinValue(Emitter::width(dividend));
    Value isSmallest =
        e.compare(ICmp::eq, dividend, e.integer(dividend, smallest));
    Value isMinusOne = e.compare(ICmp::eq, divisor, e.integer(divisor, -1));
    Value overflows = e.create<arith::AndIOp>(isSmallest, isMinusOne);
    bad = e.create<arith::OrIOp>(bad, overflows);
  }
  return e.select(bad, e.integer(divisor, 1), divisor);
}

Value DivideOp::emitScalar(OpBuilder &builder, Location loc,
                           ValueRange scalars) {
  Emitter e(builder, loc);
  Value lhs = scalars[0], rhs = scalars[1];
  ElementKind kind = getElementKind(getType());
  if (kind == ElementKind::Float)
    return e.create<arith::DivFOp>(lhs, rhs);
  Value isZero = e.compare(ICmp::eq, rhs, e.integer(rhs, 0));
  bool isSigned = kind == ElementKind::Signed;
  Value divisor = emitSafeDivisor(e, lhs, rhs, isZero, isSigned);
  Value quotient = isSigned ? e.create<arith::DivSIOp>(lhs, divisor)
                            : e.create<arith::DivUIOp>(lhs, divisor);
  return e.select(isZero, e.integer(lhs, -1), quotient);
}

Value RemainderOp::emitScalar(OpBuilder &builder, Location loc,
                              ValueRange scalars) {
  Emitter e(builder, loc);
  Value lhs = scalars[0], rhs = scalars[1];
  ElementKind kind = getElementKind(getType());
  if (kind == ElementKind::Float)
    return e.create<arith::RemFOp>(lhs, rhs);
  Value isZero = e.compare(ICmp::eq, rhs, e.integer(rhs, 0));
  bool isSigned = kind == ElementKind::Signed;
  Value divisor = emitSafeDivisor(e, lhs, rhs, isZero, isSigned);
  Value remainder = isSigned ? e.create<arith::RemSIOp>(lhs, divisor)
                             : e.create<arith::RemUIOp>(lhs, divisor);
  return e.select(isZero, lhs, remainder);
}

/// Repeated squaring, unrolled over the bits of the exponent.
static Value emitIntegerPower(Emitter &e, Value base, Value exponent,
                              bool isSigned) {
  Value zero = e.integer(base, 0), one = e.integer(base, 1);
  Value product = one, square = base, bits = exponent;
  // A signed exponent's top bit is its sign, seen to below.
  unsigned numBits = Emitter::width(base) - isSigned;
  for (unsigned i = 0; i < numBits; ++i) {
    if (i != 0) {
      square = e.create<arith::MulIOp>(square, square);
      bits = e.create<arith::ShRUIOp>(bits, one);
    }
    Value low = e.create<arith::AndIOp>(bits, one);
    Value isSet = e.compare(ICmp::ne, low, zero);
    Value factor = e.select(isSet, square, one);
    product = e.create<arith::MulIOp>(product, factor);
  }
  if (!isSigned)
    return product;

  // 1 / base^|exponent|, rounded towards zero.
  Value minusOne = e.integer(base, -1);
  Value low = e.create<arith::AndIOp>(exponent, one);
  Value isOdd = e.compare(ICmp::ne, low, zero);
  Value alternating = e.select(isOdd, minusOne, one);
  Value isMinusOne = e.compare(ICmp::eq, base, minusOne);
  Value isOne = e.compare(ICmp::eq, base, one);
  Value ofOthers = e.select(isOne, one, zero);
  Value inverse = e.select(isMinusOne, alternating, ofOthers);
  Value isNegative = e.compare(ICmp::slt, exponent, zero);
  return e.select(isNegative, inverse, product);
}

Value PowerOp::emitScalar(OpBuilder &builder, Location loc,
                          ValueRange scalars) {
  Emitter e(builder, loc);
  ElementKind kind = getElementKind(getType());
  if (kind == ElementKind::Float)
    return e.create<math::PowFOp>(scalars[0], scalars[1]);
  return emitIntegerPower(e, scalars[0], scalars[1],
                          kind == ElementKind::Signed);
}

/// A shift whose amount may be any value, read as unsigned; `Op` shifts by less
/// than the width.
template <typename Op>
static Value emitShift(Emitter &e, Value value, Value amount) {
  Value zero = e.integer(value, 0);
  Value width = e.integer(amount, Emitter::width(amount));
  Value inRange = e.compare(ICmp::ult, amount, width);
  Value safe = e.select(inRange, amount, zero);
  Value shifted = e.create<Op>(value, safe);
  return e.select(inRange, shifted, zero);
}

Value ShiftLeftOp::emitScalar(OpBuilder &builder, Location loc,
                              ValueRange scalars) {
  Emitter e(builder, loc);
  return emitShift<arith::ShLIOp>(e, scalars[0], scalars[1]);
}

Value ShiftRightLogicalOp::emitScalar(OpBuilder &builder, Location loc,
                                      ValueRange scalars) {
  Emitter e(builder, loc);
  return emitShift<arith::ShRUIOp>(e, scalars[0], scalars[1]);
}

Value ShiftRightArithmeticOp::emitScalar(OpBuilder &builder, Location loc,
                                         ValueRange scalars) {
  Emitter e(builder, loc);
  Value amount = scalars[1];
  Value most = e.integer(amount, Emitter::width(amount) - 1);
  Value safe = e.create<arith::MinUIOp>(amount, most);
  return e.create<arith::ShRSIOp>(scalars[0], safe);
}

//===----------------------------------------------------------------------===//
// Between types
//===----------------------------------------------------------------------===//

Value ClampOp::emitScalar(OpBuilder &builder, Location loc,
                          ValueRange scalars) {
  Emitter e(builder, loc);
  Value min = scalars[0], x = scalars[1], max = scalars[2];
  switch (getElementKind(getType())) {
  case ElementKind::Float: {
    Value raised = e.create<arith::MaximumFOp>(x, min);
    return e.create<arith::MinimumFOp>(raised, max);
  }
  case ElementKind::Signed: {
    Value raised = e.create<arith::MaxSIOp>(x, min);
    return e.create<arith::MinSIOp>(raised, max);
  }
  case ElementKind::Unsigned:
  case ElementKind::Bool: {
    Value raised = e.create<arith::MaxUIOp>(x, min);
    return e.create<arith::MinUIOp>(raised, max);
  }
  }
  llvm_unreachable("all kinds are handled");
}

static FCmp getFloatPredicate(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return FCmp::OEQ;
  case ComparisonDirection::NE:
    return FCmp::UNE;
  case ComparisonDirection::GE:
    return FCmp::OGE;
  case ComparisonDirection::GT:
    return FCmp::OGT;
  case ComparisonDirection::LE:
    return FCmp::OLE;
  case ComparisonDirection::LT:
    return FCmp::OLT;
  }
  llvm_unreachable("all directions are handled");
}

static ICmp getIntegerPredicate(ComparisonDirection direction, bool isSigned) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return ICmp::eq;
  case ComparisonDirection::NE:
    return ICmp::ne;
  case ComparisonDirection::GE:
    return isSigned ? ICmp::sge : ICmp::uge;
  case ComparisonDirection::GT:
    return isSigned ? ICmp::sgt : ICmp::ugt;
  case ComparisonDirection::LE:
    return isSigned ? ICmp::sle : ICmp::ule;
  case ComparisonDirection::LT:
    return isSigned ? ICmp::slt : ICmp::ult;
  }
  llvm_unreachable("all directions are handled");
}

/// A signed integer that is ordered as IEEE 754's totalOrder has `x`.
static Value emitTotalOrderKey(Emitter &e, Value x) {
  unsigned width = Emitter::width(x);
  Type bitsType = Emitter::typeLike(x, IntegerType::get(x.getContext(), width));
  Value bits = e.create<arith::BitcastOp>(bitsType, x);
  Value sign = e.create<arith::ShRSIOp>(bits, e.integer(bits, width - 1));
  // Negative values: the larger the magnitude, the smaller the key.
  Value flips = e.create<arith::AndIOp>(
      sign, e.integer(bits, APInt::getSignedMaxValue(width)));
  return e.create<arith::XOrIOp>(bits, flips);
}

Value CompareOp::emitScalar(OpBuilder &builder, Location loc,
                            ValueRange scalars) {
  Emitter e(builder, loc);
  Value lhs = scalars[0], rhs = scalars[1];
  ComparisonDirection direction = getComparisonDirection();
  ElementKind kind = getElementKind(getLhs().getType());
  if (kind != ElementKind::Float)
    return e.compare(
        getIntegerPredicate(direction, kind == ElementKind::Signed), lhs, rhs);
  if (getCompareType() != ComparisonType::TOTALORDER)
    return e.compare(getFloatPredicate(direction), lhs, rhs);
  Value lhsKey = emitTotalOrderKey(e, lhs);
  Value rhsKey = emitTotalOrderKey(e, rhs);
  return e.compare(getIntegerPredicate(direction, /*isSigned=*/true), lhsKey,
                   rhsKey);
}

Value SelectOp::emitScalar(OpBuilder &builder, Location loc,
                           ValueRange scalars) {
  Emitter e(builder, loc);
  return e.select(scalars[0], scalars[1], scalars[2]);
}

Value BitcastConvertOp::emitScalar(OpBuilder &builder, Location loc,
                                   ValueRange scalars) {
  Emitter e(builder, loc);
  Value x = scalars[0];
  Type from = getOperand().getType().getElementType();
  Type to = getType().getElementType();
  if (from == to)
    return x;
  Type i16 = Emitter::typeLike(x, builder.getIntegerType(16));
  Type i32 = Emitter::typeLike(x, builder.getIntegerType(32));
  Type f32 = Emitter::typeLike(x, builder.getF32Type());

  // The operand's own bits: f16 and bf16 come as f32.
  Value bits = x;
  if (from.isF16()) {
    Type f16 = Emitter::typeLike(x, from);
    bits = e.create<arith::BitcastOp>(i16, e.create<arith::TruncFOp>(f16, x));
  } else if (from.isBF16()) {
    Value wide = e.create<arith::BitcastOp>(i32, x);
    Value high = e.create<arith::ShRUIOp>(wide, e.integer(wide, 16));
    bits = e.create<arith::TruncIOp>(i16, high);
  }

  if (to.isF16()) {
    Type f16 = Emitter::typeLike(x, to);
    Value half = e.create<arith::BitcastOp>(f16, bits);
    return e.create<arith::ExtFOp>(f32, half);
  }
  if (to.isBF16()) {
    Value wide = e.create<arith::ExtUIOp>(i32, bits);
    Value high = e.create<arith::ShLIOp>(wide, e.integer(wide, 16));
    return e.create<arith::BitcastOp>(f32, high);
  }
  Type result = Emitter::typeLike(x, getScalarType(to));
  if (bits.getType() == result)
    return bits;
  return e.create<arith::BitcastOp>(result, bits);
}

/// A float rounded towards zero and limited to the range of an integer type.
static Value emitFloatToInteger(Emitter &e, Value x, Type type, bool isSigned) {
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  // Both limits are powers of two (or -1), so they are exact in every float.
  double high = std::ldexp(1.0, isSigned ? width - 1 : width);
  double low = isSigned ? -high : -1.0;
  Value highest = e.real(x, high), lowest = e.real(x, low);
  Value belowHigh = e.compare(FCmp::OLT, x, highest);
  Value aboveLow = e.compare(isSigned ? FCmp::OGE : FCmp::OGT, x, lowest);
  Value inRange = e.create<arith::AndIOp>(belowHigh, aboveLow);
  Value safe = e.select(inRange, x, e.real(x, 0.0));
  Value value = isSigned ? e.create<arith::FPToSIOp>(type, safe)
                         : e.create<arith::FPToUIOp>(type, safe);
  Value tooHigh = e.compare(FCmp::OGE, x, highest);
  APInt largest =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  value = e.select(tooHigh, e.integer(value, largest), value);
  if (!isSigned)
    return value;
  Value tooLow = e.compare(FCmp::OLT, x, lowest);
  APInt smallest = APInt::getSignedMinValue(width);
  return e.select(tooLow, e.integer(value, smallest), value);
}

/// An f64 as an f32 that rounds to the same f16 or bf16: rounded to odd, so
/// that the second rounding still sees whether anything was cut off.
static Value emitRoundToOdd(Emitter &e, Value x, Type f32, Type i32) {
  Value rounded = e.create<arith::TruncFOp>(f32, x);
  Value back = e.create<arith::ExtFOp>(x.getType(), rounded);
  Value inexact = e.compare(FCmp::ONE, back, x);
  Value magnitude = e.create<math::AbsFOp>(x);
  Value backMagnitude = e.create<math::AbsFOp>(back);
  Value tooLarge = e.compare(FCmp::OGT, backMagnitude, magnitude);
  Value bits = e.create<arith::BitcastOp>(i32, rounded);
  Value one = e.integer(bits, 1);
  Value previous = e.create<arith::SubIOp>(bits, one);
  Value towardsZero = e.select(tooLarge, previous, bits);
  Value odd = e.create<arith::OrIOp>(towardsZero, one);
  Value result = e.select(inexact, odd, bits);
  return e.create<arith::BitcastOp>(f32, result);
}

Value ConvertOp::emitScalar(OpBuilder &builder, Location loc,
                            ValueRange scalars) {
  Emitter e(builder, loc);
  Value x = scalars[0];
  Type from = getOperand().getType().getElementType();
  Type to = getType().getElementType();
  ElementKind fromKind = getElementKind(from), toKind = getElementKind(to);
  Type type = Emitter::typeLike(x, getScalarType(to));

  if (toKind == ElementKind::Bool) {
    if (fromKind == ElementKind::Float)
      return e.compare(FCmp::UNE, x, e.real(x, 0.0));
    return e.compare(ICmp::ne, x, e.integer(x, 0));
  }
  if (fromKind == ElementKind::Float && toKind != ElementKind::Float)
    return emitFloatToInteger(e, x, type, toKind == ElementKind::Signed);
  if (fromKind == ElementKind::Float) {
    if (from.isF64() && (to.isF16() || to.isBF16()))
      return emitRoundToOdd(e, x, type,
                            Emitter::typeLike(x, builder.getI32Type()));
    if (x.getType() == type)
      return x;
    if (from.isF64())
      return e.create<arith::TruncFOp>(type, x);
    return e.create<arith::ExtFOp>(type, x);
  }
  bool isSigned = fromKind == ElementKind::Signed;
  if (toKind == ElementKind::Float)
    return isSigned ? e.create<arith::SIToFPOp>(type, x)
                    : e.create<arith::UIToFPOp>(type, x);
  unsigned fromWidth = Emitter::width(x), toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth == toWidth)
    return x;
  if (fromWidth > toWidth)
    return e.create<arith::TruncIOp>(type, x);
  return isSigned ? e.create<arith::ExtSIOp>(type, x)
                  : e.create<arith::ExtUIOp>(type, x);
}
