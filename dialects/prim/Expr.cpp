//===- Expr.cpp - Formulas over tensors -----------------------------------===//

#include "dialects/prim/Expr.h"

#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::prim;

/// Creates `Op` where the first of `args` lives.
template <typename Op, typename... Args>
static Expr create(ExprContext &c, Args &&...args) {
  auto op = c.builder.create<Op>(c.loc, std::forward<Args>(args)...);
  return Expr(c, op.getResult());
}

template <typename Op>
static Expr unary(Expr x) {
  return create<Op>(x.getContext(), x.get());
}

template <typename Op>
static Expr binary(Expr a, Expr b) {
  return create<Op>(a.getContext(), a.get(), b.get());
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

namespace gradc {

Expr operator+(Expr a, Expr b) { return binary<AddOp>(a, b); }
Expr operator-(Expr a, Expr b) { return binary<SubtractOp>(a, b); }
Expr operator*(Expr a, Expr b) { return binary<MultiplyOp>(a, b); }
Expr operator/(Expr a, Expr b) { return binary<DivideOp>(a, b); }
Expr operator-(Expr a) { return unary<NegateOp>(a); }
Expr operator+(Expr a, double b) { return a + fullLike(a, b); }
Expr operator-(Expr a, double b) { return a - fullLike(a, b); }
Expr operator-(double a, Expr b) { return fullLike(b, a) - b; }
Expr operator*(Expr a, double b) { return a * fullLike(a, b); }
Expr operator*(double a, Expr b) { return fullLike(b, a) * b; }
Expr operator/(Expr a, double b) { return a / fullLike(a, b); }
Expr operator/(double a, Expr b) { return fullLike(b, a) / b; }

Expr abs(Expr x) { return unary<AbsOp>(x); }
Expr ceil(Expr x) { return unary<CeilOp>(x); }
Expr cosine(Expr x) { return unary<CosineOp>(x); }
Expr erf(Expr x) { return unary<ErfOp>(x); }
Expr exponential(Expr x) { return unary<ExponentialOp>(x); }
Expr exponentialMinusOne(Expr x) { return unary<ExponentialMinusOneOp>(x); }
Expr floor(Expr x) { return unary<FloorOp>(x); }
Expr isFinite(Expr x) { return unary<IsFiniteOp>(x); }
Expr log(Expr x) { return unary<LogOp>(x); }
Expr logPlusOne(Expr x) { return unary<LogPlusOneOp>(x); }
Expr logistic(Expr x) { return unary<LogisticOp>(x); }
Expr maximum(Expr a, Expr b) { return binary<MaximumOp>(a, b); }
Expr minimum(Expr a, Expr b) { return binary<MinimumOp>(a, b); }
Expr normalCdf(Expr x, bool byTanh) {
  return create<NormalCdfOp>(x.getContext(), x.getType(), x.get(), byTanh);
}

Expr normalDensity(Expr x, Expr y, bool byTanh) {
  Expr square = x * x;
  if (!byTanh)
    return 0.39894228040143267794 * exponential(square * -0.5);
  // With t = 2 y - 1: (1 - t^2) / 2 = 2 y (1 - y).
  Expr sides = y * (1.0 - y);
  constexpr double kScale = 0.79788456080286535588; // sqrt(2 / pi)
  Expr inner = 3.0 * kScale * 0.044715 * square + kScale;
  return 2.0 * sides * inner;
}

Expr power(Expr a, Expr b) { return binary<PowerOp>(a, b); }
Expr remainder(Expr a, Expr b) { return binary<RemainderOp>(a, b); }
Expr roundNearestEven(Expr x) { return unary<RoundNearestEvenOp>(x); }
Expr rsqrt(Expr x) { return unary<RsqrtOp>(x); }
Expr sign(Expr x) { return unary<SignOp>(x); }
Expr sine(Expr x) { return unary<SineOp>(x); }
Expr sqrt(Expr x) { return unary<SqrtOp>(x); }
Expr tanh(Expr x) { return unary<TanhOp>(x); }

Expr logicalAnd(Expr a, Expr b) { return binary<AndOp>(a, b); }
Expr logicalOr(Expr a, Expr b) { return binary<OrOp>(a, b); }
Expr logicalNot(Expr a) { return unary<NotOp>(a); }

Expr compare(ComparisonDirection direction, Expr a, Expr b) {
  return create<CompareOp>(a.getContext(), direction, a.get(), b.get());
}
Expr compare(ComparisonDirection direction, Expr a, double b) {
  return compare(direction, a, fullLike(a, b));
}

Expr select(Expr pred, Expr a, Expr b) {
  return create<SelectOp>(a.getContext(), pred.get(), a.get(), b.get());
}
Expr select(Expr pred, Expr a, double b) {
  return select(pred, a, fullLike(a, b));
}
Expr select(Expr pred, double a, Expr b) {
  return select(pred, fullLike(b, a), b);
}

Expr convert(Expr x, Type elementType) {
  if (x.getElementType() == elementType)
    return x;
  return create<ConvertOp>(x.getContext(), x.get(), elementType);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// A tensor constant, all of whose elements are `value`.
static Expr constant(ExprContext &c, RankedTensorType type, Attribute value) {
  return create<ConstantOp>(c, DenseElementsAttr::get(type, value));
}

Expr full(ExprContext &c, RankedTensorType type, double value) {
  Type element = type.getElementType();
  if (auto real = dyn_cast<FloatType>(element))
    return constant(c, type, FloatAttr::get(real, value));
  APSInt integer(element.getIntOrFloatBitWidth(),
                 getElementKind(element) != ElementKind::Signed);
  bool isExact;
  APFloat(value).convertToInteger(integer, APFloat::rmTowardZero, &isExact);
  return constant(c, type, IntegerAttr::get(element, integer));
}

Expr fullLike(Expr x, double value) {
  return full(x.getContext(), x.getType(), value);
}

Expr iota(ExprContext &c, RankedTensorType type, int64_t dim) {
  return create<IotaOp>(c, type, dim);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Expr broadcastInDim(Expr x, ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
  return create<BroadcastInDimOp>(x.getContext(), x.getType().clone(shape),
                                  x.get(), dims);
}

Expr splat(Expr scalar, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return scalar;
  return broadcastInDim(scalar, shape, {});
}

Expr broadcastOver(Expr x, Expr like, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> kept;
  for (int64_t dim = 0; dim < like.getRank(); ++dim)
    if (!llvm::is_contained(dims, dim))
      kept.push_back(dim);
  return broadcastInDim(x, like.getShape(), kept);
}

Expr reshape(Expr x, ArrayRef<int64_t> shape) {
  if (x.getShape() == shape)
    return x;
  return create<ReshapeOp>(x.getContext(), x.getType().clone(shape), x.get());
}

Expr transpose(Expr x, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, x.getRank())))
    return x;
  return create<TransposeOp>(x.getContext(), x.get(), permutation);
}

Expr slice(Expr x, ArrayRef<int64_t> start, ArrayRef<int64_t> limit,
           ArrayRef<int64_t> strides) {
  return create<SliceOp>(x.getContext(), x.get(), start, limit, strides);
}

Expr pad(Expr x, Expr value, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
         ArrayRef<int64_t> interior) {
  return create<PadOp>(x.getContext(), x.get(), value.get(), low, high,
                       interior);
}

Expr concatenate(ArrayRef<Expr> xs, int64_t dim) {
  SmallVector<Value> values;
  for (Expr x : xs)
    values.push_back(x.get());
  return create<ConcatenateOp>(xs[0].getContext(), values, dim);
}

Expr reverse(Expr x, ArrayRef<int64_t> dims) {
  return create<ReverseOp>(x.getContext(), x.get(), dims);
}

//===----------------------------------------------------------------------===//
// Reductions and products
//===----------------------------------------------------------------------===//

/// `x` reduced from the neutral element.
static Expr reduce(Reducer reducer, Expr x, ArrayRef<int64_t> dims) {
  if (dims.empty())
    return x;
  Type element = x.getElementType();
  Expr neutral = constant(x.getContext(), RankedTensorType::get({}, element),
                          ReduceOp::getNeutral(reducer, element));
  return create<ReduceOp>(x.getContext(), x.get(), neutral.get(), reducer,
                          dims);
}

Expr reduceSum(Expr x, ArrayRef<int64_t> dims) {
  return reduce(Reducer::Add, x, dims);
}
Expr reduceMax(Expr x, ArrayRef<int64_t> dims) {
  return reduce(Reducer::Maximum, x, dims);
}
Expr reduceMin(Expr x, ArrayRef<int64_t> dims) {
  return reduce(Reducer::Minimum, x, dims);
}
Expr reduceAnd(Expr x, ArrayRef<int64_t> dims) {
  return reduce(Reducer::And, x, dims);
}
Expr reduceOr(Expr x, ArrayRef<int64_t> dims) {
  return reduce(Reducer::Or, x, dims);
}

Expr dotGeneral(Expr lhs, Expr rhs, ArrayRef<int64_t> lhsBatch,
                ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsContracting,
                ArrayRef<int64_t> rhsContracting, Type elementType) {
  if (!elementType)
    elementType = lhs.getElementType();
  auto type = RankedTensorType::get(
      DotGeneralOp::inferShape(lhs.getShape(), rhs.getShape(), lhsBatch,
                               rhsBatch, lhsContracting, rhsContracting),
      elementType);
  return create<DotGeneralOp>(lhs.getContext(), type, lhs.get(), rhs.get(),
                              lhsBatch, rhsBatch, lhsContracting,
                              rhsContracting);
}

} // namespace gradc
