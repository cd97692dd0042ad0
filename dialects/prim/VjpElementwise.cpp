//===- VjpElementwise.cpp - Derivatives of the elementwise ops ------------===//
//
// Formulas only, alphabetical; `y` is the op's result, `dy` its cotangent. At
// ties and edges they follow JAX; what they give there is said in the op's
// Gradient line.
//
//===----------------------------------------------------------------------===//

#include "dialects/prim/Expr.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::prim;

using Direction = ComparisonDirection;

/// `dy` as the cotangent of an operand that may have rank 0 where `dy` has not.
static Expr sumToRankOf(Expr operand, Expr dy) {
  if (operand.getRank() == dy.getRank())
    return dy;
  return reduceSum(dy, llvm::to_vector(llvm::seq<int64_t>(0, dy.getRank())));
}

Cotangents AbsOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand());
  Expr isPositive = compare(prim::ComparisonDirection::GE, x, 0.0);
  return {select(isPositive, dy, -dy)};
}

Cotangents AddOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent();
  return {dy, dy};
}

/// The quotients are formed from the smaller over the larger coordinate, so
/// that no square overflows.
Cotangents Atan2Op::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), lhs = c(getLhs()), rhs = c(getRhs());
  Expr lhsSize = abs(lhs), rhsSize = abs(rhs);
  Expr isFlat = compare(Direction::GE, rhsSize, lhsSize);
  Expr numerator = select(isFlat, lhs, rhs);
  Expr denominator = select(isFlat, rhs, lhs);
  Expr ratio = numerator / denominator;
  Expr norm = denominator + numerator * ratio;
  Expr scaled = dy / norm, scaledRatio = scaled * ratio;
  return {select(isFlat, scaled, scaledRatio),
          -select(isFlat, scaledRatio, scaled)};
}

Cotangents CbrtOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), y = c(getResult());
  return {dy / (3.0 * (y * y))};
}

Cotangents ClampOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand());
  Expr lower = c(getMin()), upper = c(getMax());
  Expr min =
      lower.getRank() == x.getRank() ? lower : splat(lower, x.getShape());
  Expr max =
      upper.getRank() == x.getRank() ? upper : splat(upper, x.getShape());
  Cotangents result(3);
  if (c.isActive(getMin())) {
    Expr isBelow = compare(Direction::LT, x, min);
    Expr isOrdered = compare(Direction::LT, min, max);
    result[0] =
        sumToRankOf(lower, select(logicalAnd(isBelow, isOrdered), dy, 0.0));
  }
  if (c.isActive(getOperand())) {
    Expr isAbove = compare(Direction::GT, x, min);
    Expr isBelow = compare(Direction::LT, x, max);
    result[1] = select(logicalAnd(isAbove, isBelow), dy, 0.0);
  }
  if (c.isActive(getMax())) {
    Expr isAbove = compare(Direction::LT, max, x);
    result[2] = sumToRankOf(upper, select(isAbove, dy, 0.0));
  }
  return result;
}

Cotangents ConvertOp::vjp(VjpContext &c) {
  Type from = getOperand().getType().getElementType();
  if (!isa<FloatType>(from) || !isa<FloatType>(getType().getElementType()))
    return {Expr()};
  return {convert(c.cotangent(), from)};
}

Cotangents CosineOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand());
  return {-(dy * sine(x))};
}

Cotangents DivideOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), rhs = c(getRhs()), y = c(getResult());
  Expr dlhs = dy / rhs;
  if (!c.isActive(getRhs()))
    return {dlhs, Expr()};
  return {dlhs, -(dlhs * y)};
}

Cotangents ErfOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand());
  Expr density = exponential(-(x * x));
  Expr scaled = dy * (2.0 * llvm::numbers::inv_sqrtpi);
  return {scaled * density};
}

Cotangents ExponentialOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), y = c(getResult());
  return {dy * y};
}

Cotangents ExponentialMinusOneOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), y = c(getResult());
  return {dy * (y + 1.0)};
}

Cotangents LogOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand());
  return {dy / x};
}

Cotangents LogPlusOneOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand());
  return {dy / (x + 1.0)};
}

Cotangents LogisticOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), y = c(getResult());
  Expr scaled = dy * y;
  return {scaled * (1.0 - y)};
}

/// The share of `dy` that goes to `x`, where `y` is `x`, `other` or both.
static Expr shareOfTie(Expr dy, Expr x, Expr other, Expr y) {
  Expr half = dy * 0.5;
  Expr isTie = compare(Direction::EQ, other, y);
  Expr share = select(isTie, half, dy);
  return select(compare(Direction::EQ, x, y), share, 0.0);
}

static Cotangents vjpOfExtremum(VjpContext &c, Value lhs, Value rhs, Value y) {
  Cotangents result(2);
  if (c.isActive(lhs))
    result[0] = shareOfTie(c.cotangent(), c(lhs), c(rhs), c(y));
  if (c.isActive(rhs))
    result[1] = shareOfTie(c.cotangent(), c(rhs), c(lhs), c(y));
  return result;
}

Cotangents MaximumOp::vjp(VjpContext &c) {
  return vjpOfExtremum(c, getLhs(), getRhs(), getResult());
}

Cotangents MinimumOp::vjp(VjpContext &c) {
  return vjpOfExtremum(c, getLhs(), getRhs(), getResult());
}

Cotangents MultiplyOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), lhs = c(getLhs()), rhs = c(getRhs());
  Cotangents result(2);
  if (c.isActive(getLhs()))
    result[0] = dy * rhs;
  if (c.isActive(getRhs()))
    result[1] = dy * lhs;
  return result;
}

Cotangents NegateOp::vjp(VjpContext &c) { return {-c.cotangent()}; }

Cotangents NormalCdfOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand()), y = c(getResult());
  return {dy * normalDensity(x, y, getByTanh())};
}

Cotangents PowerOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), lhs = c(getLhs()), rhs = c(getRhs());
  Cotangents result(2);
  if (c.isActive(getLhs())) {
    Expr slope = rhs * power(lhs, rhs - 1.0);
    Expr isConstant = compare(Direction::EQ, rhs, 0.0);
    result[0] = dy * select(isConstant, 0.0, slope);
  }
  if (c.isActive(getRhs())) {
    Expr isZero = compare(Direction::EQ, lhs, 0.0);
    Expr slope = log(select(isZero, 1.0, lhs)) * c(getResult());
    result[1] = dy * slope;
  }
  return result;
}

Cotangents RemainderOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent();
  if (!c.isActive(getRhs()))
    return {dy, Expr()};
  // A whole number, but for the rounding of the division.
  Expr quotient = (c(getLhs()) - c(getResult())) / c(getRhs());
  Expr whole = roundNearestEven(quotient);
  return {dy, -(dy * whole)};
}

Cotangents RsqrtOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand()), y = c(getResult());
  Expr half = dy * -0.5;
  return {half * (y / x)};
}

Cotangents SelectOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), pred = c(getPred());
  Cotangents result(3);
  if (c.isActive(getOnTrue()))
    result[1] = select(pred, dy, 0.0);
  if (c.isActive(getOnFalse()))
    result[2] = select(pred, 0.0, dy);
  return result;
}

Cotangents SineOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand());
  return {dy * cosine(x)};
}

Cotangents SqrtOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), y = c(getResult());
  return {dy * (0.5 / y)};
}

Cotangents SubtractOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent();
  if (!c.isActive(getRhs()))
    return {dy, Expr()};
  return {dy, -dy};
}

Cotangents TanOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), y = c(getResult());
  return {dy * (y * y + 1.0)};
}

Cotangents TanhOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), y = c(getResult());
  Expr scaled = dy + dy * y;
  return {scaled * (1.0 - y)};
}
