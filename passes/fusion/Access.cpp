//===- Access.cpp - Where an element of a tensor comes from ---------------===//

#include "passes/fusion/Access.h"

#include "dialects/prim/Prim.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::fusion;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

AffineMap fusion::getIdentity(ArrayRef<int64_t> shape, MLIRContext *context) {
  return normalize(AffineMap::getMultiDimIdentityMap(shape.size(), context),
                   shape);
}

AffineMap fusion::normalize(AffineMap map, ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> results(map.getResults());
  // Nearly all are single dimensions, which are as simple as can be.
  bool isSimple = true;
  for (auto [result, size] : llvm::zip_equal(results, shape)) {
    if (size == 1)
      result = getAffineConstantExpr(0, map.getContext());
    isSimple &= isa<AffineDimExpr, AffineConstantExpr>(result);
  }
  map = AffineMap::get(map.getNumDims(), 0, results, map.getContext());
  return isSimple ? map : simplifyAffineMap(map);
}

/// Dimensions are matched in groups of equal products, so that an index is
/// split or joined only where the reshape does.
AffineMap fusion::getReshapeMap(ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                                MLIRContext *context) {
  SmallVector<AffineExpr> results;
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    size_t fromBegin = i, toBegin = j;
    int64_t fromSize = i < from.size() ? from[i++] : 1;
    int64_t toSize = j < to.size() ? to[j++] : 1;
    while (fromSize != toSize) {
      if (fromSize < toSize && i < from.size())
        fromSize *= from[i++];
      else if (j < to.size())
        toSize *= to[j++];
      else
        break; // a tensor without elements: nobody asks for an index
    }
    AffineExpr linear = getAffineConstantExpr(0, context);
    for (size_t k = toBegin; k < j; ++k)
      linear = linear * to[k] + getAffineDimExpr(k, context);
    SmallVector<AffineExpr> group;
    for (size_t k = i; k-- > fromBegin;) {
      bool outermost = k == fromBegin;
      int64_t size = std::max<int64_t>(from[k], 1);
      group.push_back(outermost ? linear : linear % size);
      linear = linear.floorDiv(size);
    }
    results.append(group.rbegin(), group.rend());
  }
  return normalize(AffineMap::get(to.size(), 0, results, context), from);
}

/// From indices of the result of `op` to those of its operand.
static AffineMap getShapeOpMap(Operation *op) {
  MLIRContext *context = op->getContext();
  Value operand = op->getOperand(0);
  ArrayRef<int64_t> in = shapeOf(operand), out = shapeOf(op->getResult(0));
  auto dim = [&](int64_t i) { return getAffineDimExpr(i, context); };
  SmallVector<AffineExpr> results(in.size());
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](prim::BroadcastInDimOp broadcast) {
        for (auto [i, d] : llvm::enumerate(broadcast.getBroadcastDimensions()))
          results[i] = in[i] == 1 ? getAffineConstantExpr(0, context) : dim(d);
      })
      .Case([&](prim::TransposeOp transpose) {
        for (auto [i, d] : llvm::enumerate(transpose.getPermutation()))
          results[d] = dim(i);
      })
      .Case([&](prim::SliceOp slice) {
        for (size_t i = 0; i < in.size(); ++i)
          results[i] =
              dim(i) * slice.getStrides()[i] + slice.getStartIndices()[i];
      })
      .Case([&](prim::ReverseOp reverse) {
        for (size_t i = 0; i < in.size(); ++i)
          results[i] = llvm::is_contained(reverse.getDimensions(), int64_t(i))
                           ? in[i] - 1 - dim(i)
                           : dim(i);
      })
      .Case([&](prim::ReshapeOp) {
        llvm::append_range(results,
                           getReshapeMap(in, out, context).getResults());
        results.erase(results.begin(), results.begin() + in.size());
      })
      .Case([&](prim::StopGradientOp) {
        for (size_t i = 0; i < in.size(); ++i)
          results[i] = dim(i);
      });
  return normalize(AffineMap::get(out.size(), 0, results, context), in);
}

bool fusion::isShapeOp(Operation *op) {
  return isa_and_nonnull<prim::BroadcastInDimOp, prim::TransposeOp,
                         prim::SliceOp, prim::ReverseOp, prim::ReshapeOp,
                         prim::StopGradientOp>(op);
}

bool fusion::isGenerator(Operation *op) {
  if (auto constant = dyn_cast_or_null<prim::ConstantOp>(op))
    return constant.getValue().isSplat() ||
           constant.getType().getNumElements() == 0;
  return isa_and_nonnull<prim::IotaOp, prim::PhiloxOp>(op);
}

/// A reshape that only adds or drops dimensions of size 1.
static bool movesNothing(prim::ReshapeOp reshape) {
  auto isNotOne = [](int64_t size) { return size != 1; };
  auto in = llvm::make_filter_range(shapeOf(reshape.getOperand()), isNotOne);
  auto out = llvm::make_filter_range(shapeOf(reshape.getResult()), isNotOne);
  return SmallVector<int64_t>(in) == SmallVector<int64_t>(out);
}

Access fusion::resolve(Value value, AffineMap map, const ForcedValues &forced) {
  while (true) {
    Operation *op = value.getDefiningOp();
    if (!isShapeOp(op) || forced.contains(value))
      break;
    if (auto reshape = dyn_cast<prim::ReshapeOp>(op)) {
      // What lies in memory is simply read under the reshape's own shape.
      Value source = reshape.getOperand();
      Operation *sourceOp = source.getDefiningOp();
      bool inMemory = forced.contains(source) ||
                      (!isShapeOp(sourceOp) && !isGenerator(sourceOp));
      if (inMemory && !movesNothing(reshape))
        return {source, cast<RankedTensorType>(value.getType()),
                normalize(map, shapeOf(value))};
    }
    map = getShapeOpMap(op).compose(map);
    value = op->getOperand(0);
  }
  return {value, cast<RankedTensorType>(value.getType()),
          normalize(map, shapeOf(value))};
}

Access fusion::resolveThrough(Operation *op, const ForcedValues &forced) {
  AffineMap identity = getIdentity(shapeOf(op->getResult(0)), op->getContext());
  return resolve(op->getOperand(0), getShapeOpMap(op).compose(identity),
                 forced);
}
