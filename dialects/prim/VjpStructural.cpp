//===- VjpStructural.cpp - Derivatives of ops that move or combine --------===//
//
// Formulas only, alphabetical; `dy` is the cotangent of the op's result. All
// hold for dimensions of size 0 and 1.
//
//===----------------------------------------------------------------------===//

#include "dialects/prim/Expr.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::prim;

using Direction = ComparisonDirection;
using Dims = SmallVector<int64_t>;

static Dims allDimsOf(Expr x) {
  return llvm::to_vector(llvm::seq<int64_t>(0, x.getRank()));
}

static Dims invert(ArrayRef<int64_t> permutation) {
  Dims inverse(permutation.size());
  for (auto [index, dim] : llvm::enumerate(permutation))
    inverse[dim] = index;
  return inverse;
}

/// The dimensions of a tensor of `rank` that are not in `dims`.
static Dims complement(int64_t rank, ArrayRef<int64_t> dims) {
  Dims others;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(dims, dim))
      others.push_back(dim);
  return others;
}

static Expr scalarZero(Expr like) {
  return full(like.getContext(),
              RankedTensorType::get({}, like.getElementType()), 0.0);
}

/// f32 where `type` is narrower, so that counts and products keep their places.
static Type wideType(Type type) { return getScalarType(type); }

//===----------------------------------------------------------------------===//
// broadcast_in_dim, concatenate
//===----------------------------------------------------------------------===//

Cotangents BroadcastInDimOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand());
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  // Dimensions that `x` has, in the order of the result.
  Dims kept;
  for (auto [index, dim] : llvm::enumerate(dims))
    if (x.getShape()[index] == dy.getShape()[dim])
      kept.push_back(dim);
  llvm::sort(kept);
  Expr sum = reduceSum(dy, complement(dy.getRank(), kept));

  // Back in the order of the operand, which repeated dimensions of size 1 are
  // then put into.
  Dims permutation;
  for (auto [index, dim] : llvm::enumerate(dims))
    if (x.getShape()[index] == dy.getShape()[dim])
      permutation.push_back(llvm::find(kept, dim) - kept.begin());
  return {reshape(transpose(sum, permutation), x.getShape())};
}

Cotangents ConcatenateOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent();
  int64_t dim = getDimension();
  Dims start(dy.getRank(), 0), limit(dy.getShape()), strides(dy.getRank(), 1);
  limit[dim] = 0;
  Cotangents result;
  for (Value input : getInputs()) {
    start[dim] = limit[dim];
    limit[dim] += c(input).getShape()[dim];
    result.push_back(c.isActive(input) ? slice(dy, start, limit, strides)
                                       : Expr());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

/// The cotangent of one side of a product. `dy`'s dimensions are the batching
/// ones, then `dyFree` for this side's free dimensions and `dyOther` for the
/// other's.
static Expr
cotangentOfSide(Expr dy, Expr side, Expr other, ArrayRef<int64_t> batch,
                ArrayRef<int64_t> otherBatch, ArrayRef<int64_t> contracting,
                ArrayRef<int64_t> otherContracting, ArrayRef<int64_t> free,
                ArrayRef<int64_t> otherFree, ArrayRef<int64_t> dyOther) {
  // A result wider than the operands: the product is formed in its type.
  Expr wideOther = convert(other, dy.getElementType());
  Dims dyBatch = llvm::to_vector(llvm::seq<int64_t>(0, batch.size()));
  Expr product =
      dotGeneral(dy, wideOther, dyBatch, otherBatch, dyOther, otherFree);

  // It has this side's batching and free dimensions, then the contracted ones
  // in the other side's order.
  Dims order(batch);
  llvm::append_range(order, free);
  Dims sorted(otherContracting);
  llvm::sort(sorted);
  for (int64_t dim : sorted)
    order.push_back(contracting[llvm::find(otherContracting, dim) -
                                otherContracting.begin()]);
  return convert(transpose(product, invert(order)), side.getElementType());
}

Cotangents DotGeneralOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), lhs = c(getLhs()), rhs = c(getRhs());
  Dims lhsFree = getLhsFreeDimensions(), rhsFree = getRhsFreeDimensions();
  int64_t numBatch = getLhsBatchingDimensions().size();
  int64_t lhsEnd = numBatch + lhsFree.size();
  Dims dyLhs = llvm::to_vector(llvm::seq(numBatch, lhsEnd));
  Dims dyRhs = llvm::to_vector(llvm::seq(lhsEnd, dy.getRank()));
  Cotangents result(2);
  if (c.isActive(getLhs()))
    result[0] = cotangentOfSide(
        dy, lhs, rhs, getLhsBatchingDimensions(), getRhsBatchingDimensions(),
        getLhsContractingDimensions(), getRhsContractingDimensions(), lhsFree,
        rhsFree, dyRhs);
  if (c.isActive(getRhs()))
    result[1] = cotangentOfSide(
        dy, rhs, lhs, getRhsBatchingDimensions(), getLhsBatchingDimensions(),
        getRhsContractingDimensions(), getLhsContractingDimensions(), rhsFree,
        lhsFree, dyLhs);
  return result;
}

//===----------------------------------------------------------------------===//
// pad
//===----------------------------------------------------------------------===//

Cotangents PadOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand());
  ArrayRef<int64_t> low = getEdgePaddingLow(), high = getEdgePaddingHigh();
  ArrayRef<int64_t> interior = getInteriorPadding();
  Cotangents result(2);
  if (c.isActive(getOperand())) {
    // Removed elements come back as zeros, then the padding is cut away.
    Dims lost, lostHigh, none(x.getRank(), 0), start, limit, strides;
    for (auto [before, after, between] : llvm::zip_equal(low, high, interior)) {
      lost.push_back(std::max<int64_t>(-before, 0));
      lostHigh.push_back(std::max<int64_t>(-after, 0));
      start.push_back(std::max<int64_t>(before, 0));
      strides.push_back(between + 1);
    }
    auto isPositive = [](int64_t amount) { return amount > 0; };
    Expr whole = dy;
    if (llvm::any_of(lost, isPositive) || llvm::any_of(lostHigh, isPositive))
      whole = pad(dy, scalarZero(dy), lost, lostHigh, none);
    for (auto [size, after] : llvm::zip_equal(whole.getShape(), high))
      limit.push_back(size - std::max<int64_t>(after, 0));
    result[0] = slice(whole, start, limit, strides);
  }
  if (c.isActive(getPaddingValue())) {
    Type boolean = IntegerType::get(getContext(), 1);
    Expr isFromOperand = full(c, x.getType().clone(boolean), 0.0);
    Expr isPadding =
        pad(isFromOperand, full(c, RankedTensorType::get({}, boolean), 1.0),
            low, high, interior);
    Expr padding = select(isPadding, dy, 0.0);
    result[1] = reduceSum(padding, allDimsOf(padding));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

static Cotangents vjpOfSum(VjpContext &c, ReduceOp op) {
  Expr dy = c.cotangent();
  Expr dx = broadcastOver(dy, c(op.getOperand()), op.getDimensions());
  if (!c.isActive(op.getInitValue()))
    return {dx, Expr()};
  return {dx, reduceSum(dy, allDimsOf(dy))};
}

/// Equal shares to all elements that equal the result. The initial value is one
/// of them only where its gradient is wanted.
static Cotangents vjpOfExtremum(VjpContext &c, ReduceOp op) {
  Expr dy = c.cotangent(), x = c(op.getOperand()), y = c(op.getResult());
  ArrayRef<int64_t> dims = op.getDimensions();
  Type wide = wideType(dy.getElementType());
  Expr isTaken = compare(Direction::EQ, x, broadcastOver(y, x, dims));
  Expr count = reduceSum(convert(isTaken, wide), dims);
  Expr isInitTaken;
  if (c.isActive(op.getInitValue())) {
    Expr init = splat(c(op.getInitValue()), y.getShape());
    isInitTaken = compare(Direction::EQ, init, y);
    count = count + convert(isInitTaken, wide);
  }
  Expr quotient = convert(dy, wide) / count;
  Expr share = convert(quotient, dy.getElementType());
  // Nothing equals a NaN; it goes to all.
  Expr isNaN = compare(Direction::NE, y, y);
  Expr rest = select(isNaN, y, 0.0);
  Expr shares = broadcastOver(share, x, dims);
  Expr rests = broadcastOver(rest, x, dims);
  Cotangents result(2);
  result[0] = select(isTaken, shares, rests);
  if (isInitTaken) {
    Expr taken = select(isInitTaken, share, rest);
    result[1] = reduceSum(taken, allDimsOf(taken));
  }
  return result;
}

/// Every other element of the last dimension, from `first` on.
static Expr everyOther(Expr x, int64_t first) {
  Dims start(x.getRank(), 0), limit(x.getShape()), strides(x.getRank(), 1);
  start.back() = first;
  strides.back() = 2;
  return slice(x, start, limit, strides);
}

/// The elements of `even` and `odd` in turns along the last dimension.
static Expr interleave(Expr even, Expr odd) {
  Dims pairs(even.getShape()), shape(even.getShape());
  pairs.push_back(1);
  shape.back() *= 2;
  Expr evens = reshape(even, pairs), odds = reshape(odd, pairs);
  return reshape(concatenate({evens, odds}, pairs.size() - 1), shape);
}

/// For each element `dy` times the product of all others, without a division,
/// so that zeros do no harm: products of pairs up a binary tree, then for every
/// node what lies beside it, down the tree.
static Cotangents vjpOfProduct(VjpContext &c, ReduceOp op) {
  Expr x = c(op.getOperand());
  ArrayRef<int64_t> dims = op.getDimensions();
  Type wide = wideType(x.getElementType());
  Expr dy = convert(c.cotangent(), wide);
  Expr init = splat(convert(c(op.getInitValue()), wide), dy.getShape());

  // The reduced dimensions as one, the last, filled up with ones.
  Dims order = complement(x.getRank(), dims);
  llvm::append_range(order, dims);
  Expr front = transpose(convert(x, wide), order);
  Dims movedShape(front.getShape());
  Dims shape(dy.getShape());
  int64_t size = 1;
  for (int64_t dim : dims)
    size *= x.getShape()[dim];
  shape.push_back(size);
  int64_t treeSize = llvm::PowerOf2Ceil(std::max<int64_t>(size, 1));
  Dims none(shape.size(), 0), fill(shape.size(), 0), ones(shape.size(), 1);
  fill.back() = treeSize - size;
  Expr one = full(c, RankedTensorType::get({}, wide), 1.0);
  Expr level = reshape(front, shape);
  if (treeSize != size)
    level = pad(level, one, none, fill, none);

  SmallVector<std::pair<Expr, Expr>> halves;
  while (level.getShape().back() > 1) {
    Expr even = everyOther(level, 0), odd = everyOther(level, 1);
    halves.push_back({even, odd});
    level = even * odd;
  }

  Cotangents result(2);
  if (c.isActive(op.getInitValue())) {
    Expr dinit = dy * reshape(level, dy.getShape());
    result[1] = convert(reduceSum(dinit, allDimsOf(dinit)), x.getElementType());
  }
  Expr beside = reshape(dy * init, level.getShape());
  for (auto [even, odd] : llvm::reverse(halves)) {
    Expr besideEven = beside * odd, besideOdd = beside * even;
    beside = interleave(besideEven, besideOdd);
  }
  if (treeSize != size) {
    Dims limit(beside.getShape());
    limit.back() = size;
    beside = slice(beside, none, limit, ones);
  }
  Expr moved = reshape(beside, movedShape);
  result[0] = convert(transpose(moved, invert(order)), x.getElementType());
  return result;
}

Cotangents ReduceOp::vjp(VjpContext &c) {
  switch (getReducer()) {
  case Reducer::Add:
    return vjpOfSum(c, *this);
  case Reducer::Multiply:
    return vjpOfProduct(c, *this);
  case Reducer::Maximum:
  case Reducer::Minimum:
    return vjpOfExtremum(c, *this);
  case Reducer::And:
  case Reducer::Or:
    return {Expr(), Expr()};
  }
  llvm_unreachable("all reducers are handled");
}

//===----------------------------------------------------------------------===//
// reshape, reverse, slice, sort, transpose
//===----------------------------------------------------------------------===//

Cotangents ReshapeOp::vjp(VjpContext &c) {
  return {reshape(c.cotangent(), getOperand().getType().getShape())};
}

Cotangents ReverseOp::vjp(VjpContext &c) {
  return {reverse(c.cotangent(), getDimensions())};
}

Cotangents SliceOp::vjp(VjpContext &c) {
  Expr dy = c.cotangent(), x = c(getOperand());
  Dims high, interior;
  for (auto [size, kept, start, stride] : llvm::zip_equal(
           x.getShape(), dy.getShape(), getStartIndices(), getStrides())) {
    int64_t covered = kept == 0 ? 0 : (kept - 1) * stride + 1;
    high.push_back(size - start - covered);
    interior.push_back(stride - 1);
  }
  return {pad(dy, scalarZero(dy), getStartIndices(), high, interior)};
}

/// The permutation comes from sorting once more with the indices along; sorting
/// by it then puts the cotangents back. Both sorts are stable.
Cotangents SortOp::vjp(VjpContext &c) {
  int64_t dim = getSortedDimension();
  auto type = cast<RankedTensorType>(getInputs()[0].getType());
  bool isLong = type.getDimSize(dim) > std::numeric_limits<int32_t>::max();
  Type indexType = c.builder.getIntegerType(isLong ? 64 : 32);
  Expr indices = iota(c, type.clone(indexType), dim);
  SmallVector<Value> values(getInputs());
  values.push_back(indices.get());
  OpBuilder::InsertionGuard guard(c.builder);
  auto ordered = c.builder.create<SortOp>(c.loc, values, dim, true);
  IRMapping mapping;
  getComparator().cloneInto(&ordered.getComparator(), mapping);
  auto scalar = RankedTensorType::get({}, indexType);
  Block &comparator = ordered.getComparator().front();
  comparator.addArguments({scalar, scalar}, {c.loc, c.loc});

  SmallVector<Value> back = {ordered.getResults().back()};
  SmallVector<unsigned> restored;
  for (auto [index, input] : llvm::enumerate(getInputs()))
    if (c.isActive(input)) {
      restored.push_back(index);
      back.push_back(c.cotangent(index).get());
    }
  auto unsorted = c.builder.create<SortOp>(c.loc, back, dim, true);
  Block &ascending = unsorted.getComparator().emplaceBlock();
  for (Value value : back) {
    auto scalarType =
        RankedTensorType::get({}, getElementTypeOrSelf(value.getType()));
    ascending.addArguments({scalarType, scalarType}, {c.loc, c.loc});
  }
  {
    OpBuilder::InsertionGuard guard(c.builder);
    c.builder.setInsertionPointToStart(&ascending);
    auto less = c.builder.create<CompareOp>(c.loc, Direction::LT,
                                            ascending.getArgument(0),
                                            ascending.getArgument(1));
    c.builder.create<ReturnOp>(c.loc, less.getResult());
  }
  Cotangents result(getInputs().size());
  for (auto [position, index] : llvm::enumerate(restored))
    result[index] = c(unsorted.getResults()[position + 1]);
  return result;
}

Cotangents TransposeOp::vjp(VjpContext &c) {
  return {transpose(c.cotangent(), invert(getPermutation()))};
}
