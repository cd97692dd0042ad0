//===- Vjp.cpp - Gradients of the layers that have a rule -----------------===//
//
// The other layers are differentiated after they have been written out.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Detail.h"
#include "dialects/nn/NN.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::nn;
using prim::ComparisonDirection;

/// `x` within `bound` of 0; NaN stays NaN.
static Expr clamp(Expr x, double bound) {
  Expr low = maximum(x, fullLike(x, -bound));
  return minimum(low, fullLike(x, bound));
}

Cotangents ReluOp::vjp(VjpContext &c) {
  // By the result, so that x need not be kept.
  Expr dy = c.cotangent(), y = c(getResult());
  return {select(compare(ComparisonDirection::GT, y, 0.0), dy, 0.0)};
}

Cotangents GeluOp::vjp(VjpContext &c) {
  Expr x = c(getX()), dy = widen(c.cotangent());
  Expr bounded = clamp(widen(x), kGeluSaturation);
  bool isTanh = getApproximate() == "tanh";
  Expr gate = normalCdf(bounded, isTanh);
  Expr slope = normalDensity(bounded, gate, isTanh);
  Expr bent = bounded * slope;
  return {narrow(dy * (gate + bent), x.getElementType())};
}

Cotangents SiluOp::vjp(VjpContext &c) {
  Expr x = c(getX()), dy = widen(c.cotangent());
  Expr bounded = clamp(widen(x), kSiluSaturation);
  Expr gate = logistic(bounded);
  Expr bent = bounded * (1.0 - gate);
  Expr slope = gate * (bent + 1.0);
  return {narrow(dy * slope, x.getElementType())};
}

Cotangents SoftmaxOp::vjp(VjpContext &c) {
  Expr x = c(getX()), y = widen(c(getResult())), dy = widen(c.cotangent());
  int64_t dim = getSoftmaxDim(getDim(), x);
  Expr sum = reduceSum(dy * y, {dim});
  Expr rest = dy - broadcastOver(sum, y, {dim});
  return {narrow(y * rest, x.getElementType())};
}

Cotangents LogSoftmaxOp::vjp(VjpContext &c) {
  Expr x = c(getX()), y = widen(c(getResult())), dy = widen(c.cotangent());
  int64_t dim = getSoftmaxDim(getDim(), x);
  Expr sum = broadcastOver(reduceSum(dy, {dim}), y, {dim});
  Expr part = exponential(y) * sum;
  return {narrow(dy - part, x.getElementType())};
}

Cotangents LayerNormOp::vjp(VjpContext &c) {
  Expr x = c(getX()), weight = c(getWeight());
  Expr wide = widen(x), dy = widen(c.cotangent());
  int64_t dim = x.getRank() - 1;
  double count = static_cast<double>(x.getShape().back());
  Expr deviation = broadcastOver(c(getRstd()), wide, {dim});
  Expr centered = wide - broadcastOver(c(getMean()), wide, {dim});
  Expr normalized = centered * deviation;

  Expr weights = broadcastInDim(widen(weight), x.getShape(), {dim});
  Expr g = dy * weights;
  Expr average = reduceSum(g, {dim}) / count;
  Expr slope = reduceSum(g * normalized, {dim}) / count;
  Expr along = normalized * broadcastOver(slope, wide, {dim});
  Expr rest = g - broadcastOver(average, wide, {dim});
  Expr dx = deviation * (rest - along);

  auto rows = llvm::to_vector(llvm::seq<int64_t>(0, dim));
  Expr dweight = reduceSum(dy * normalized, rows);
  Cotangents cotangents{narrow(dx, x.getElementType()),
                        narrow(dweight, weight.getElementType())};
  if (getBiasParameter())
    cotangents.push_back(narrow(reduceSum(dy, rows), weight.getElementType()));
  return cotangents;
}

Cotangents RmsNormOp::vjp(VjpContext &c) {
  Expr x = c(getX()), weight = c(getWeight());
  Expr wide = widen(x), dy = widen(c.cotangent());
  int64_t dim = x.getRank() - 1;
  double count = static_cast<double>(x.getShape().back());
  Expr scale = broadcastOver(c(getRstd()), wide, {dim});
  Expr normalized = wide * scale;

  Expr weights = broadcastInDim(widen(weight), x.getShape(), {dim});
  Expr g = dy * weights;
  Expr slope = reduceSum(g * normalized, {dim}) / count;
  Expr along = normalized * broadcastOver(slope, wide, {dim});
  Expr dx = scale * (g - along);

  auto rows = llvm::to_vector(llvm::seq<int64_t>(0, dim));
  Expr dweight = reduceSum(dy * normalized, rows);
  return {narrow(dx, x.getElementType()),
          narrow(dweight, weight.getElementType())};
}

Cotangents CrossEntropyRowsOp::vjp(VjpContext &c) {
  Expr logits = c(getLogits()), dy = c.cotangent();
  Classes classes(c(getLabels()), getIgnoreIndex());
  Expr wide = widen(logits);
  int64_t dim = logits.getRank() - 1;
  Expr shifted = wide - broadcastOver(c(getMax()), wide, {dim});
  Expr probability =
      exponential(shifted - broadcastOver(c(getLogSum()), wide, {dim}));
  Expr target =
      convert(classes.isLabel(logits.getShape()), dy.getElementType());
  Expr slope = probability - target;
  Expr dz = slope * broadcastOver(dy, wide, {dim});
  // A select and not a product: an ignored row may hold anything.
  Expr isCounted = broadcastOver(classes.isCounted(), wide, {dim});
  dz = select(isCounted, dz, 0.0);
  return {narrow(dz, logits.getElementType()), Expr()};
}
