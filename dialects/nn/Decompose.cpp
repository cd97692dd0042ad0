//===- Decompose.cpp - Layers written out in prim -------------------------===//
//
// One `decompose` a layer, in the order of Layers.td. f16 and bf16 are computed
// in f32 and rounded once at the end.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Detail.h"
#include "dialects/nn/NN.h"
#include "dialects/train/Train.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace gradc;
using namespace gradc::nn;
using prim::ComparisonDirection;

/// What a decomposition returns.
using Results = FailureOr<SmallVector<Value>>;

static Results one(Expr result) { return SmallVector<Value>{result.get()}; }

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

/// The activation `name` of linear as an op of its own, which has a rule.
static Value applyActivation(OpBuilder &builder, Location loc, StringRef name,
                             Value x) {
  Type type = x.getType();
  if (name == "relu")
    return builder.create<ReluOp>(loc, type, x).getResult();
  if (name == "silu")
    return builder.create<SiluOp>(loc, type, x).getResult();
  if (name == "sigmoid")
    return builder.create<SigmoidOp>(loc, type, x).getResult();
  if (name == "tanh")
    return builder.create<TanhOp>(loc, type, x).getResult();
  SmallVector<NamedAttribute> attributes;
  if (name == "gelu_tanh")
    attributes.push_back(
        builder.getNamedAttr("approximate", builder.getStringAttr("tanh")));
  return builder.create<GeluOp>(loc, type, x, attributes).getResult();
}

Results LinearOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX()), weight(c, getWeight());
  Expr y = dotGeneral(x, weight, {}, {}, {x.getRank() - 1}, {1});
  if (Value bias = getBiasParameter()) {
    Expr rows = broadcastInDim(Expr(c, bias), y.getShape(), {y.getRank() - 1});
    y = y + rows;
  }
  if (std::optional<StringRef> act = getAct())
    return SmallVector<Value>{
        applyActivation(builder, getLoc(), *act, y.get())};
  return one(y);
}

Results MatmulOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr a(c, getA()), b(c, getB());
  auto batch = llvm::to_vector(llvm::seq<int64_t>(0, a.getRank() - 2));
  return one(
      dotGeneral(a, b, batch, batch, {a.getRank() - 1}, {a.getRank() - 2}));
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

Results ReluOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX());
  return one(select(compare(ComparisonDirection::LE, x, 0.0), 0.0, x));
}

Results GeluOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX());
  Expr wide = widen(x);
  Expr probability = normalCdf(wide, getApproximate() == "tanh");
  // Where the gate is 0, what it is multiplied with must be finite.
  Expr bounded = maximum(wide, fullLike(wide, -kGeluSaturation));
  return one(narrow(bounded * probability, x.getElementType()));
}

Results SiluOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX());
  Expr wide = widen(x);
  Expr gate = logistic(wide);
  Expr bounded = maximum(wide, fullLike(wide, -kSiluSaturation));
  return one(narrow(bounded * gate, x.getElementType()));
}

Results SigmoidOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  return one(logistic(Expr(c, getX())));
}

Results TanhOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  return one(gradc::tanh(Expr(c, getX())));
}

namespace {
/// What softmax and its kin need of `x` along a dimension. The maximum is 0
/// where it would be -inf, so that no -inf - -inf arises.
struct Exponentials {
  Exponentials(Expr x, int64_t dim) {
    Expr largest = reduceMax(x, {dim});
    double infinity = std::numeric_limits<double>::infinity();
    Expr isEmpty = compare(ComparisonDirection::EQ, largest, -infinity);
    max = select(isEmpty, 0.0, largest);
    shifted = x - broadcastOver(max, x, {dim});
    values = exponential(shifted);
    sum = reduceSum(values, {dim});
    isZero = compare(ComparisonDirection::EQ, sum, 0.0);
  }

  /// log(sum), and 0 where all of x is -inf.
  Expr logSum() const { return select(isZero, 0.0, gradc::log(sum)); }

  Expr max, shifted, values, sum, isZero;
};
} // namespace

Results SoftmaxOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX());
  int64_t dim = getSoftmaxDim(getDim(), x);
  Exponentials e(widen(x), dim);
  Expr divisor = select(e.isZero, 1.0, e.sum);
  Expr over = broadcastOver(divisor, x, {dim});
  return one(narrow(e.values / over, x.getElementType()));
}

Results LogSoftmaxOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX());
  int64_t dim = getSoftmaxDim(getDim(), x);
  Exponentials e(widen(x), dim);
  Expr over = broadcastOver(e.logSum(), x, {dim});
  return one(narrow(e.shifted - over, x.getElementType()));
}

//===----------------------------------------------------------------------===//
// Regularisation and norms
//===----------------------------------------------------------------------===//

Results DropoutOp::decompose(OpBuilder &builder) {
  if (!getPath() || !getStreamAttr())
    return emitOpError("has no path or no stream; gradc-instantiate sets both");
  ExprContext c{builder, getLoc()};
  Expr x(c, getX());
  auto counter = RankedTensorType::get({}, builder.getI64Type());
  auto number = RankedTensorType::get({}, builder.getF64Type());
  auto scalar = [&](RankedTensorType type, StringRef name, TypedAttr initial) {
    return Expr(c,
                builder.create<train::ScalarOp>(getLoc(), type, name, initial)
                    .getResult());
  };
  Expr seed = scalar(counter, "seed", {}), step = scalar(counter, "step", {});
  Expr zero = full(c, counter, 0.0);
  Value bits = builder.create<prim::PhiloxOp>(
      getLoc(), x.getType().clone(builder.getIntegerType(32, false)),
      seed.get(), step.get(), zero.get(), zero.get(), *getStream());

  Expr rate = scalar(number, ("dropout." + *getPath()).str(),
                     builder.getF64FloatAttr(getP()));
  Expr threshold = splat(rate * 4294967296.0, x.getShape());
  Expr drawn = convert(Expr(c, bits), builder.getF64Type());
  Expr isKept = compare(ComparisonDirection::GE, drawn, threshold);
  // Not 1 / 0 at rate 1, which would meet a zero cotangent.
  Expr inverse = 1.0 / (1.0 - rate);
  Expr factor =
      select(compare(ComparisonDirection::GE, rate, 1.0), 0.0, inverse);
  Expr wide = widen(x);
  Expr factors = splat(narrow(factor, wide.getElementType()), x.getShape());
  Expr scaled = wide * factors;
  return one(select(isKept, narrow(scaled, x.getElementType()), 0.0));
}

Results LayerNormOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX()), weight(c, getWeight());
  int64_t dim = x.getRank() - 1;
  double count = static_cast<double>(x.getShape().back());
  Expr wide = widen(x);
  Expr mean = reduceSum(wide, {dim}) / count;
  Expr centered = wide - broadcastOver(mean, wide, {dim});
  Expr squares = centered * centered;
  Expr variance = reduceSum(squares, {dim}) / count;
  Expr deviation = gradc::rsqrt(variance + getEps().value_or(kLayerNormEps));
  Expr y = centered * broadcastOver(deviation, wide, {dim});
  y = y * broadcastInDim(widen(weight), x.getShape(), {dim});
  if (Value bias = getBiasParameter())
    y = y + broadcastInDim(widen(Expr(c, bias)), x.getShape(), {dim});
  y = narrow(y, x.getElementType());
  return SmallVector<Value>{y.get(), mean.get(), deviation.get()};
}

Results RmsNormOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX()), weight(c, getWeight());
  int64_t dim = x.getRank() - 1;
  double count = static_cast<double>(x.getShape().back());
  Expr wide = widen(x);
  auto type = cast<FloatType>(wide.getElementType());
  double epsilon = std::ldexp(1.0, 1 - int(type.getFPMantissaWidth()));
  Expr squares = wide * wide;
  Expr average = reduceSum(squares, {dim}) / count;
  Expr scale = gradc::rsqrt(average + getEps().value_or(epsilon));
  Expr y = wide * broadcastOver(scale, wide, {dim});
  y = y * broadcastInDim(widen(weight), x.getShape(), {dim});
  y = narrow(y, x.getElementType());
  return SmallVector<Value>{y.get(), scale.get()};
}

//===----------------------------------------------------------------------===//
// Losses and metrics
//===----------------------------------------------------------------------===//

/// sum / count over the batch's valid rows, or over all there is where `batch`
/// is 0. The count stands for `perRow` elements each.
static Results batchMean(ExprContext &c, int64_t batch, Expr values,
                         Expr counts, double perRow = 1.0) {
  OpBuilder &builder = c.builder;
  Expr validRows;
  if (batch > 0)
    validRows =
        Expr(c, builder.create<train::ScalarOp>(
                    c.loc, RankedTensorType::get({}, builder.getI64Type()),
                    "valid_rows"));
  auto sumOf = [&](Expr x) {
    if (batch == 0)
      return reduceSum(x, llvm::to_vector(llvm::seq<int64_t>(0, x.getRank())));
    auto type = RankedTensorType::get({}, x.getElementType());
    return Expr(c, builder.create<train::BatchSumOp>(c.loc, type, x.get(),
                                                     validRows.get(), batch));
  };
  Expr sum = sumOf(values), count = sumOf(counts);
  if (perRow != 1.0)
    count = count * perRow;
  return one(Expr(c, builder.create<train::BatchMeanOp>(
                         c.loc, sum.getType(), sum.get(), count.get())));
}

/// The mean of all elements of `x`.
static Results elementMean(ExprContext &c, int64_t batch, Expr x) {
  // Rows are counted, not elements: fewer, and exact in f32.
  SmallVector<int64_t> rows(x.getShape().take_front(1));
  double perRow = 1.0;
  for (int64_t size : x.getShape().drop_front(rows.size()))
    perRow *= static_cast<double>(size);
  Expr ones = full(c, RankedTensorType::get(rows, x.getElementType()), 1.0);
  return batchMean(c, batch, x, ones, perRow);
}

Results CrossEntropyOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  auto labels = cast<RankedTensorType>(getLabels().getType());
  auto rowType = RankedTensorType::get(
      labels.getShape(),
      cast<RankedTensorType>(getResult().getType()).getElementType());
  SmallVector<NamedAttribute> attributes;
  if (Attribute ignoreIndex = getIgnoreIndexAttr())
    attributes.push_back(builder.getNamedAttr("ignore_index", ignoreIndex));
  auto rows = builder.create<CrossEntropyRowsOp>(
      getLoc(), TypeRange{rowType, rowType, rowType},
      ValueRange{getLogits(), getLabels()}, attributes);
  Classes classes(Expr(c, getLabels()), getIgnoreIndex());
  Expr counted = convert(classes.isCounted(), rowType.getElementType());
  return batchMean(c, getBatch().value_or(0), Expr(c, rows.getResult()),
                   counted);
}

Results CrossEntropyRowsOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr logits(c, getLogits());
  int64_t dim = logits.getRank() - 1;
  Classes classes(Expr(c, getLabels()), getIgnoreIndex());
  Exponentials e(widen(logits), dim);
  Expr logSum = e.logSum();
  // By selects, so that an infinity elsewhere in the row has no part in it.
  Expr isLabel = classes.isLabel(logits.getShape());
  Expr picked = reduceSum(select(isLabel, e.shifted, 0.0), {dim});
  Expr loss = logSum - picked;
  double nan = std::numeric_limits<double>::quiet_NaN();
  loss = select(classes.isInRange(logits.getShape().back()), loss, nan);
  loss = select(classes.isCounted(), loss, 0.0);
  return SmallVector<Value>{loss.get(), e.max.get(), logSum.get()};
}

Results MseOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr prediction = widen(Expr(c, getPrediction()));
  Expr target = widen(Expr(c, getTarget()));
  Expr difference = prediction - target;
  return elementMean(c, getBatch().value_or(0), difference * difference);
}

Results AccuracyOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr logits(c, getLogits());
  int64_t dim = logits.getRank() - 1;
  Classes classes(Expr(c, getLabels()), getIgnoreIndex());
  Expr largest = broadcastOver(reduceMax(logits, {dim}), logits, {dim});
  Expr isLargest = compare(ComparisonDirection::EQ, logits, largest);
  Expr index = classes.index(logits.getShape());
  double none = static_cast<double>(logits.getShape().back());
  Expr first = reduceMin(select(isLargest, index, none), {dim});
  Expr isRight = compare(ComparisonDirection::EQ, first, classes.labels);
  Expr isCounted = classes.isCounted();
  Type f32 = builder.getF32Type();
  Expr right = convert(logicalAnd(isRight, isCounted), f32);
  return batchMean(c, getBatch().value_or(0), right, convert(isCounted, f32));
}

Results MeanOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  return elementMean(c, getBatch().value_or(0), widen(Expr(c, getX())));
}

//===----------------------------------------------------------------------===//
// Arithmetic and shapes
//===----------------------------------------------------------------------===//

/// `x` repeated to `shape` as NumPy does.
static Expr broadcastTo(Expr x, ArrayRef<int64_t> shape) {
  if (x.getShape() == shape)
    return x;
  int64_t rank = shape.size();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(rank - x.getRank(), rank));
  return broadcastInDim(x, shape, dims);
}

template <typename Op>
static std::pair<Expr, Expr> broadcastOperands(ExprContext &c, Op op) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Expr a = broadcastTo(Expr(c, op.getA()), type.getShape());
  Expr b = broadcastTo(Expr(c, op.getB()), type.getShape());
  return {a, b};
}

Results AddOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  auto [a, b] = broadcastOperands(c, *this);
  return one(a + b);
}

Results SubOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  auto [a, b] = broadcastOperands(c, *this);
  return one(a - b);
}

Results MulOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  auto [a, b] = broadcastOperands(c, *this);
  return one(a * b);
}

Results ScaleOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX());
  return one(narrow(widen(x) * getFactor(), x.getElementType()));
}

Results ConvertOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX());
  if (!getScale())
    return one(convert(x, getDtype()));
  Type wide = getAccumulationType(getDtype());
  return one(narrow(convert(x, wide) * *getScale(), getDtype()));
}

static Results decomposeReshape(Operation *op, OpBuilder &builder) {
  ExprContext c{builder, op->getLoc()};
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return one(reshape(Expr(c, op->getOperand(0)), type.getShape()));
}

Results FlattenOp::decompose(OpBuilder &builder) {
  return decomposeReshape(*this, builder);
}

Results ReshapeOp::decompose(OpBuilder &builder) {
  return decomposeReshape(*this, builder);
}

Results TransposeOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  return one(transpose(Expr(c, getX()), getPermutation()));
}
