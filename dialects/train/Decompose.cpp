//===- Decompose.cpp - The train ops written out in prim ------------------===//

#include "dialects/prim/Expr.h"
#include "dialects/train/Rows.h"
#include "dialects/train/Schedule.h"
#include "dialects/train/Train.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::train;
using prim::ComparisonDirection;

using Values = FailureOr<SmallVector<Value>>;

static Values one(Expr result) { return SmallVector<Value>{result.get()}; }

static RankedTensorType scalarOf(Type element) {
  return RankedTensorType::get({}, element);
}

/// A scalar in the element type of `like`, over its shape.
static Expr spread(Expr scalar, Expr like) {
  return splat(convert(scalar, like.getElementType()), like.getShape());
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Expr gradc::train::isValidRow(Expr x, Expr validRows, int64_t batch) {
  ExprContext &c = validRows.getContext();
  int64_t rows = x.getShape().front();
  // i / k < valid_rows is i < valid_rows * k.
  Expr index =
      iota(c, RankedTensorType::get({rows}, c.builder.getI64Type()), 0);
  Expr limit = splat(validRows * static_cast<double>(rows / batch), {rows});
  Expr isValid = compare(ComparisonDirection::LT, index, limit);
  return broadcastInDim(isValid, x.getShape(), {0});
}

Values BatchSumOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX());
  Expr isValid = isValidRow(x, Expr(c, getValidRows()), getBatch());
  Expr kept = select(isValid, x, 0.0);
  Expr wide = convert(kept, getElementTypeOrSelf(getType()));
  return one(
      reduceSum(wide, llvm::to_vector(llvm::seq<int64_t>(0, x.getRank()))));
}

Values BatchMeanOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr sum(c, getSum()), count(c, getCount());
  Expr isEmpty = compare(ComparisonDirection::EQ, count, 0.0);
  Expr mean = sum / select(isEmpty, 1.0, count);
  return one(select(isEmpty, 0.0, mean));
}

Values ValidInputOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr x(c, getX()), validRows(c, getValidRows());
  Expr isValid = isValidRow(x, validRows, getBatch());
  int64_t rank = x.getRank();
  SmallVector<int64_t> start(rank, 0), strides(rank, 1), limit(x.getShape());
  limit.front() = 1;
  Expr first = slice(x, start, limit, strides);
  Expr hasFirst = compare(ComparisonDirection::GT, validRows, 0.0);
  Expr filler = select(hasFirst, first, 0.0);
  Expr fillers = broadcastInDim(filler, x.getShape(),
                                llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  return one(select(isValid, x, fillers));
}

//===----------------------------------------------------------------------===//
// all_finite
//===----------------------------------------------------------------------===//

Values AllFiniteOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr all;
  for (Value value : getXs()) {
    Expr x(c, value);
    Expr finite = reduceAnd(
        isFinite(x), llvm::to_vector(llvm::seq<int64_t>(0, x.getRank())));
    all = all ? logicalAnd(all, finite) : finite;
  }
  return one(all ? all : full(c, scalarOf(builder.getI1Type()), 1.0));
}

//===----------------------------------------------------------------------===//
// schedule
//===----------------------------------------------------------------------===//

namespace {

/// Builds the factor on the learning rate, phase after phase.
class ScheduleBuilder {
public:
  ScheduleBuilder(ExprContext &c, Expr step, Expr total)
      : c(c), step(convert(step, c.builder.getF64Type())), total(total),
        isKnown(compare(ComparisonDirection::GT, total, 0.0)),
        begin(constant(0.0)) {}

  void add(const Phase &phase) {
    Expr length = getLength(phase);
    Expr value = getValue(phase, length);
    if (factor) {
      Expr hasBegun = compare(ComparisonDirection::GE, step, begin);
      value = select(hasBegun, value, factor);
    }
    factor = value;
    begin = begin + length;
  }

  Expr getFactor() { return factor; }

private:
  Expr constant(double value) {
    return full(c, scalarOf(c.builder.getF64Type()), value);
  }

  /// How many steps the phase takes; one that does not end, or whose end is not
  /// known, takes more than there will ever be.
  Expr getLength(const Phase &phase) {
    const double forever = 1e18;
    if (!phase.needsTotal())
      return constant(phase.length.value_or(forever));
    Expr length;
    if (phase.isPercent) {
      Expr exact = total * (*phase.length / 100.0);
      length = Expr(
          c, c.builder.create<prim::RoundNearestEvenOp>(c.loc, exact.get()));
    } else {
      length = total - begin;
    }
    bool isWarmup = phase.kind == Phase::Kind::Warmup;
    return select(isKnown, length, isWarmup ? 0.0 : forever);
  }

  /// The factor in the phase, and after it as far as no other follows.
  Expr getValue(const Phase &phase, Expr length) {
    if (phase.kind == Phase::Kind::Constant)
      return constant(phase.start);
    Expr done = step - begin;
    Expr steps = maximum(length, constant(1.0));
    Expr value;
    switch (phase.kind) {
    case Phase::Kind::Constant:
      break;
    case Phase::Kind::Warmup:
      value = (done + 1.0) / steps;
      break;
    case Phase::Kind::Linear:
      value = (done / steps) * (phase.end - phase.start) + phase.start;
      break;
    case Phase::Kind::Cosine:
      value = cosine((done / steps) * llvm::numbers::pi);
      value = (value + 1.0) * ((phase.start - phase.end) / 2.0) + phase.end;
      break;
    }
    Expr isOver = compare(ComparisonDirection::GE, done, length);
    value = select(isOver, phase.end, value);
    if (phase.needsTotal() && phase.kind != Phase::Kind::Warmup)
      value = select(isKnown, value, phase.start);
    return value;
  }

  ExprContext &c;
  Expr step, total, isKnown;
  Expr begin, factor;
};

} // namespace

Values ScheduleOp::decompose(OpBuilder &builder) {
  FailureOr<SmallVector<Phase>> phases =
      parseSchedule(getPhases(), [&] { return emitOpError(); });
  if (failed(phases))
    return failure();
  ExprContext c{builder, getLoc()};
  Expr lr(c, getLr());
  if (phases->empty())
    return one(lr);
  ScheduleBuilder schedule(c, Expr(c, getStep()), Expr(c, getTotalSteps()));
  for (const Phase &phase : *phases)
    schedule.add(phase);
  return one(lr * schedule.getFactor());
}

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

Values AdamOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr lr(c, getLr()), beta1(c, getBeta1()), beta2(c, getBeta2());
  Expr eps(c, getEps()), weightDecay(c, getWeightDecay());
  Expr t = convert(Expr(c, getStep()), builder.getF64Type()) + 1.0;
  Expr correction1 = 1.0 - power(beta1, t);
  Expr correction2 = 1.0 - power(beta2, t);
  Expr rate = lr / correction1;
  Expr root = sqrt(correction2);

  Expr p(c, getParam()), g(c, getGrad()), m(c, getExpAvg()),
      v(c, getExpAvgSq());
  if (getDecoupled())
    p = p * spread(1.0 - lr * weightDecay, p);
  else
    g = g + p * spread(weightDecay, p);
  Expr difference = g - m;
  Expr newM = m + difference * spread(1.0 - beta1, p);
  Expr square = g * g;
  Expr newSquare = square * spread(1.0 - beta2, p);
  Expr newV = newSquare + v * spread(beta2, p);
  Expr newRoot = sqrt(newV);
  Expr scaled = newRoot / spread(root, p);
  Expr denominator = scaled + spread(eps, p);
  Expr numerator = newM * spread(rate, p);
  Expr newP = p - numerator / denominator;
  return SmallVector<Value>{newP.get(), newM.get(), newV.get()};
}

Values SgdOp::decompose(OpBuilder &builder) {
  ExprContext c{builder, getLoc()};
  Expr p(c, getParam()), g(c, getGrad()), lr(c, getLr());
  g = g + p * spread(Expr(c, getWeightDecay()), p);
  Expr direction = g, buffer;
  if (getBuffer()) {
    Expr momentum = spread(Expr(c, getMomentum()), p);
    Expr fresh = g * spread(1.0 - Expr(c, getDampening()), p);
    Expr next = fresh + Expr(c, getBuffer()) * momentum;
    Expr isFirst = compare(ComparisonDirection::EQ, Expr(c, getStep()), 0.0);
    buffer = select(isFirst, g, next);
    direction = getNesterov() ? g + buffer * momentum : buffer;
  }
  Expr newP = p - direction * spread(lr, p);
  SmallVector<Value> results = {newP.get()};
  if (buffer)
    results.push_back(buffer.get());
  return results;
}
