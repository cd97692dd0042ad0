//===- Vjp.cpp - Derivatives of the train ops -----------------------------===//

#include "dialects/prim/Expr.h"
#include "dialects/train/Rows.h"
#include "dialects/train/Train.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::train;
using prim::ComparisonDirection;

Cotangents BatchMeanOp::vjp(VjpContext &c) {
  Expr dmean = c.cotangent(), sum = c(getSum()), count = c(getCount());
  Expr isEmpty = compare(ComparisonDirection::EQ, count, 0.0);
  Expr divisor = select(isEmpty, 1.0, count);
  Expr dsum = select(isEmpty, 0.0, dmean / divisor);
  Expr dcount;
  if (c.isActive(getCount()))
    dcount = -(dsum * (sum / divisor));
  return {dsum, dcount};
}

Cotangents BatchSumOp::vjp(VjpContext &c) {
  Expr x = c(getX());
  Expr isValid = isValidRow(x, c(getValidRows()), getBatch());
  Expr dsum = convert(c.cotangent(), x.getElementType());
  return {select(isValid, splat(dsum, x.getShape()), 0.0), Expr()};
}

Cotangents ValidInputOp::vjp(VjpContext &c) {
  if (!c.isActive(getX()))
    return {Expr(), Expr()};
  Expr dy = c.cotangent(), validRows = c(getValidRows());
  Expr isValid = isValidRow(dy, validRows, getBatch());
  Expr own = select(isValid, dy, 0.0);
  // The other rows are copies of row 0, if there is a row 0.
  Expr copies = reduceSum(select(isValid, 0.0, dy), {0});
  Expr hasFirst = compare(ComparisonDirection::GT, validRows, 0.0);
  SmallVector<int64_t> shape(dy.getShape()), none(shape.size(), 0);
  SmallVector<int64_t> high(none);
  high.front() = shape.front() - 1;
  shape.front() = 1;
  Expr first = reshape(select(hasFirst, copies, 0.0), shape);
  Expr zero = full(c, RankedTensorType::get({}, dy.getElementType()), 0.0);
  return {own + pad(first, zero, none, high, none), Expr()};
}
