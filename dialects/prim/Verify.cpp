//===- Verify.cpp - Constraints of the ops --------------------------------===//
//
// Tags name the constraint in the op's description. What is not here follows
// from traits and from type inference.
//
//===----------------------------------------------------------------------===//

#include "dialects/prim/Prim.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace gradc::prim;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Every entry of `dims` is a dimension of a tensor of `rank`, and no two are
/// equal.
static LogicalResult verifyDimensions(Operation *op, StringRef name,
                                      ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank)
      return op->emitOpError() << name << " has " << dim
                               << ", which is not a dimension of a tensor of "
                                  "rank "
                               << rank;
    if (seen.test(dim))
      return op->emitOpError() << name << " has " << dim << " twice";
    seen.set(dim);
  }
  return success();
}

static LogicalResult verifySameElementType(Operation *op, Type a, Type b) {
  if (getElementTypeOrSelf(a) == getElementTypeOrSelf(b))
    return success();
  return op->emitOpError() << "expected one element type, but got "
                           << getElementTypeOrSelf(a) << " and "
                           << getElementTypeOrSelf(b);
}

/// The results have the types that inference gives. Inference itself would say
/// so too, but in two errors.
template <typename Op>
static LogicalResult verifyResultTypes(Op op) {
  SmallVector<Type> expected;
  if (succeeded(Op::inferReturnTypes(op.getContext(), std::nullopt,
                                     op->getOperands(), op->getAttrDictionary(),
                                     op->getPropertiesStorage(),
                                     op->getRegions(), expected)) &&
      TypeRange(expected) == TypeRange(op->getResultTypes()))
    return success();
  return op.emitOpError() << "expected a result of type " << expected
                          << ", but got " << op->getResultTypes();
}

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

LogicalResult BitcastConvertOp::verify() {
  unsigned from = getOperand().getType().getElementTypeBitWidth();
  unsigned to = getType().getElementTypeBitWidth();
  if (from != to) // (C2)
    return emitOpError() << "expected element types of one width, but got "
                         << from << " and " << to << " bits";
  return success();
}

LogicalResult ClampOp::verify() {
  RankedTensorType type = getTensorType(getOperand());
  for (auto [name, limit] : {std::pair<StringRef, Value>("min", getMin()),
                             std::pair<StringRef, Value>("max", getMax())}) {
    RankedTensorType limitType = getTensorType(limit);
    if (limitType.getRank() != 0 &&
        limitType.getShape() != type.getShape()) // (C1) (C2)
      return emitOpError() << "expected " << name
                           << " of rank 0 or of the operand's shape, but got "
                           << limitType << " for " << type;
    if (failed(verifySameElementType(*this, limitType, type))) // (C3)
      return failure();
  }
  return verifyResultTypes(*this); // (C4)
}

LogicalResult CompareOp::verify() {
  if (failed(verifyResultTypes(*this))) // (C3)
    return failure();
  std::optional<ComparisonType> given = getCompareType();
  if (!given)
    return success();
  ElementKind kind = getElementKind(getLhs().getType());
  bool fits = false;
  switch (*given) {
  case ComparisonType::FLOAT:
  case ComparisonType::TOTALORDER:
    fits = kind == ElementKind::Float;
    break;
  case ComparisonType::SIGNED:
    fits = kind == ElementKind::Signed;
    break;
  case ComparisonType::UNSIGNED:
    fits = kind == ElementKind::Unsigned || kind == ElementKind::Bool;
    break;
  }
  if (!fits) // (C2)
    return emitOpError() << "cannot compare elements of type "
                         << getLhs().getType().getElementType() << " as "
                         << stringifyComparisonType(*given);
  return success();
}

LogicalResult IsFiniteOp::verify() {
  return verifyResultTypes(*this); // (C1)
}

LogicalResult SelectOp::verify() {
  RankedTensorType pred = getTensorType(getPred()), type = getType();
  if (pred.getRank() != 0 && pred.getShape() != type.getShape()) // (C2)
    return emitOpError() << "expected a predicate of rank 0 or of the result's "
                            "shape, but got "
                         << pred << " for " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Structural ops
//===----------------------------------------------------------------------===//

LogicalResult BroadcastInDimOp::verify() {
  RankedTensorType from = getTensorType(getOperand()), to = getType();
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (failed(verifySameElementType(*this, from, to))) // (C1)
    return failure();
  if (static_cast<int64_t>(dims.size()) != from.getRank()) // (C2)
    return emitOpError() << "expected " << from.getRank()
                         << " entries in dims, but got " << dims.size();
  if (failed(verifyDimensions(*this, "dims", dims, to.getRank()))) // (C3)
    return failure();
  for (auto [index, dim] : llvm::enumerate(dims)) {
    int64_t size = from.getDimSize(index);
    if (size != 1 && size != to.getDimSize(dim)) // (C4)
      return emitOpError() << "cannot broadcast dimension " << index
                           << " of size " << size << " to size "
                           << to.getDimSize(dim);
  }
  return success();
}

LogicalResult ConcatenateOp::verify() {
  if (getInputs().empty()) // (C1)
    return emitOpError("expected at least one input");
  RankedTensorType first = getTensorType(getInputs()[0]);
  int64_t dim = getDimension();
  if (failed(verifyDimensions(*this, "dim", dim, first.getRank()))) // (C3)
    return failure();
  for (Value input : getInputs().drop_front()) {
    RankedTensorType type = getTensorType(input);
    bool fits = type.getElementType() == first.getElementType() &&
                type.getRank() == first.getRank();
    for (int64_t d = 0; fits && d < first.getRank(); ++d)
      fits = d == dim || type.getDimSize(d) == first.getDimSize(d);
    if (!fits) // (C2)
      return emitOpError() << "cannot join " << first << " and " << type
                           << " along dimension " << dim;
  }
  return verifyResultTypes(*this); // (C4)
}

/// Whether sums of products of `from` may be had as `to`.
static bool isSameOrWider(Type from, Type to) {
  if (from == to)
    return true;
  return getElementKind(from) == getElementKind(to) &&
         to.getIntOrFloatBitWidth() > from.getIntOrFloatBitWidth();
}

LogicalResult ConstantOp::verify() {
  return verifyResultTypes(*this); // (C1)
}

LogicalResult DotGeneralOp::verify() {
  RankedTensorType lhs = getTensorType(getLhs()), rhs = getTensorType(getRhs());
  if (failed(verifySameElementType(*this, lhs, rhs)))
    return failure();
  if (!isSameOrWider(lhs.getElementType(), getType().getElementType())) // (C1)
    return emitOpError() << "cannot give products of " << lhs.getElementType()
                         << " as " << getType().getElementType();
  ArrayRef<int64_t> lhsBatching = getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatching = getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContracting = getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContracting = getRhsContractingDimensions();
  if (lhsBatching.size() != rhsBatching.size() ||
      lhsContracting.size() != rhsContracting.size()) // (C2)
    return emitOpError("expected as many dimensions of the left operand as of "
                       "the right one");
  SmallVector<int64_t> lhsDims(lhsBatching), rhsDims(rhsBatching);
  llvm::append_range(lhsDims, lhsContracting);
  llvm::append_range(rhsDims, rhsContracting);
  if (failed(verifyDimensions(*this, "the left operand's dimension list",
                              lhsDims, lhs.getRank())) ||
      failed(verifyDimensions(*this, "the right operand's dimension list",
                              rhsDims, rhs.getRank()))) // (C3)
    return failure();
  for (auto [l, r] : llvm::zip_equal(lhsDims, rhsDims))
    if (lhs.getDimSize(l) != rhs.getDimSize(r)) // (C4)
      return emitOpError() << "dimension " << l << " of the left operand has "
                           << "size " << lhs.getDimSize(l) << ", but dimension "
                           << r << " of the right one has size "
                           << rhs.getDimSize(r);
  RankedTensorType expected =
      getType().clone(inferShape(lhs.getShape(), rhs.getShape(), lhsBatching,
                                 rhsBatching, lhsContracting, rhsContracting));
  if (getType() != expected) // (C5)
    return emitOpError() << "expected a result of type " << expected
                         << ", but got " << getType();
  return success();
}

LogicalResult IotaOp::verify() {
  return verifyDimensions(*this, "dim", getIotaDimension(),
                          getType().getRank()); // (C1)
}

LogicalResult PadOp::verify() {
  RankedTensorType type = getTensorType(getOperand());
  RankedTensorType value = getTensorType(getPaddingValue());
  if (failed(verifySameElementType(*this, type, value))) // (C1)
    return failure();
  if (value.getRank() != 0) // (C2)
    return emitOpError() << "expected a padding value of rank 0, but got "
                         << value;
  for (ArrayRef<int64_t> amounts :
       {getEdgePaddingLow(), getEdgePaddingHigh(), getInteriorPadding()})
    if (static_cast<int64_t>(amounts.size()) != type.getRank()) // (C3)
      return emitOpError() << "expected " << type.getRank()
                           << " entries in low, high and interior, but got "
                           << amounts.size();
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    int64_t interior = getInteriorPadding()[dim];
    if (interior < 0) // (C4)
      return emitOpError() << "interior has " << interior
                           << ", which is negative";
    int64_t gaps = std::max<int64_t>(size - 1, 0);
    int64_t padded = getEdgePaddingLow()[dim] + size + gaps * interior +
                     getEdgePaddingHigh()[dim];
    if (padded < 0) // (C5)
      return emitOpError() << "dimension " << dim
                           << " of the result would have size " << padded;
  }
  return verifyResultTypes(*this); // (C5)
}

LogicalResult ReduceOp::verify() {
  RankedTensorType type = getTensorType(getOperand());
  RankedTensorType init = getTensorType(getInitValue());
  if (failed(verifySameElementType(*this, type, init)))
    return failure();
  if (init.getRank() != 0) // (C1)
    return emitOpError() << "expected an initial value of rank 0, but got "
                         << init;
  if (failed(verifyDimensions(*this, "dimensions", getDimensions(),
                              type.getRank()))) // (C2)
    return failure();
  bool isFloat = isa<FloatType>(type.getElementType());
  bool isBitwise = getReducer() == Reducer::And || getReducer() == Reducer::Or;
  if (isBitwise && isFloat) // (C4)
    return emitOpError() << stringifyReducer(getReducer())
                         << " takes integers or booleans, but got "
                         << type.getElementType();
  if (std::optional<Type> accumulate = getAccumulate())
    if (!isFloat || !isa<FloatType>(*accumulate) ||
        !isSameOrWider(type.getElementType(), *accumulate)) // (C5)
      return emitOpError() << "cannot accumulate " << type.getElementType()
                           << " in " << *accumulate;
  return verifyResultTypes(*this); // (C3)
}

LogicalResult ReshapeOp::verify() {
  RankedTensorType from = getTensorType(getOperand()), to = getType();
  if (failed(verifySameElementType(*this, from, to))) // (C1)
    return failure();
  if (from.getNumElements() != to.getNumElements()) // (C2)
    return emitOpError() << "cannot reshape " << from.getNumElements()
                         << " elements to " << to.getNumElements();
  return success();
}

LogicalResult ReverseOp::verify() {
  return verifyDimensions(*this, "dims", getDimensions(),
                          getType().getRank()); // (C2)
}

LogicalResult SliceOp::verify() {
  RankedTensorType type = getTensorType(getOperand());
  for (ArrayRef<int64_t> entries :
       {getStartIndices(), getLimitIndices(), getStrides()})
    if (static_cast<int64_t>(entries.size()) != type.getRank()) // (C1)
      return emitOpError() << "expected " << type.getRank()
                           << " ranges, but got " << entries.size();
  for (auto [dim, start, limit, stride] :
       llvm::enumerate(getStartIndices(), getLimitIndices(), getStrides())) {
    int64_t size = type.getDimSize(dim);
    if (start < 0 || start > limit || limit > size) // (C2)
      return emitOpError() << "range " << start << ":" << limit
                           << " is not within dimension " << dim << " of size "
                           << size;
    if (stride < 1) // (C3)
      return emitOpError() << "stride " << stride << " is not positive";
  }
  return verifyResultTypes(*this); // (C4)
}

LogicalResult SortOp::verify() {
  if (getInputs().empty())
    return emitOpError("expected at least one input");
  RankedTensorType first = getTensorType(getInputs()[0]);
  for (Value input : getInputs())
    if (getTensorType(input).getShape() != first.getShape()) // (C1)
      return emitOpError() << "expected inputs of one shape, but got " << first
                           << " and " << input.getType();
  int64_t dim = getDimension(), rank = first.getRank();
  if (dim < -rank || dim >= rank) // (C2)
    return emitOpError() << "dimension " << dim
                         << " is not one of a tensor of rank " << rank;
  return verifyResultTypes(*this); // (C5)
}

LogicalResult SortOp::verifyRegions() {
  Block &body = getComparator().front();
  SmallVector<Type> expected;
  for (Value input : getInputs())
    expected.append(
        2, RankedTensorType::get({}, getTensorType(input).getElementType()));
  if (TypeRange(body.getArgumentTypes()) != TypeRange(expected)) // (C3)
    return emitOpError() << "expected a comparator of (" << expected << ")";
  auto result = cast<ReturnOp>(body.getTerminator());
  Type boolean = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (result->getNumOperands() != 1 ||
      result->getOperand(0).getType() != boolean) // (C4)
    return emitOpError("expected a comparator that returns one tensor<i1>");
  bool isClosed = true;
  body.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      isClosed &= getComparator().isAncestor(operand.getParentRegion());
  });
  if (!isClosed) // (C4)
    return emitOpError("the comparator uses a value from outside");
  return success();
}

LogicalResult TransposeOp::verify() {
  RankedTensorType type = getTensorType(getOperand());
  ArrayRef<int64_t> dims = getPermutation();
  if (static_cast<int64_t>(dims.size()) != type.getRank()) // (C1)
    return emitOpError() << "expected " << type.getRank()
                         << " entries in dims, but got " << dims.size();
  if (failed(verifyDimensions(*this, "dims", dims, type.getRank()))) // (C1)
    return failure();
  return verifyResultTypes(*this); // (C2)
}
