//===- Infer.cpp - Result types and what follows from attributes ----------===//
//
// What a result type is, given operands and attributes that satisfy the op's
// constraints. Where they do not, inference fails without a word: Verify.cpp
// says what is wrong.
//
//===----------------------------------------------------------------------===//

#include "dialects/prim/Prim.h"

using namespace mlir;
using namespace gradc::prim;

using Types = SmallVectorImpl<Type>;
using MaybeLoc = std::optional<Location>;

/// `type` with booleans for elements.
static Type getBoolLike(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.clone(IntegerType::get(type.getContext(), 1));
}

static bool areDimensions(ArrayRef<int64_t> dims, int64_t rank) {
  return llvm::all_of(dims, [&](int64_t d) { return d >= 0 && d < rank; });
}

LogicalResult ClampOp::inferReturnTypes(MLIRContext *, MaybeLoc,
                                        Adaptor adaptor, Types &types) {
  types.push_back(adaptor.getOperand().getType());
  return success();
}

LogicalResult CompareOp::inferReturnTypes(MLIRContext *, MaybeLoc,
                                          Adaptor adaptor, Types &types) {
  types.push_back(getBoolLike(adaptor.getLhs().getType()));
  return success();
}

LogicalResult IsFiniteOp::inferReturnTypes(MLIRContext *, MaybeLoc,
                                           Adaptor adaptor, Types &types) {
  types.push_back(getBoolLike(adaptor.getOperand().getType()));
  return success();
}

LogicalResult ConcatenateOp::inferReturnTypes(MLIRContext *, MaybeLoc,
                                              Adaptor adaptor, Types &types) {
  if (adaptor.getInputs().empty())
    return failure();
  auto first = cast<RankedTensorType>(adaptor.getInputs()[0].getType());
  int64_t dim = adaptor.getDimension();
  SmallVector<int64_t> shape(first.getShape());
  if (!areDimensions(dim, first.getRank()))
    return failure();
  shape[dim] = 0;
  for (Value input : adaptor.getInputs()) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getRank() != first.getRank())
      return failure();
    shape[dim] += type.getDimSize(dim);
  }
  types.push_back(first.clone(shape));
  return success();
}

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *, MaybeLoc,
                                           Adaptor adaptor, Types &types) {
  types.push_back(adaptor.getValue().getType());
  return success();
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor adaptor,
                                      Types &types) {
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  ArrayRef<int64_t> low = adaptor.getEdgePaddingLow();
  ArrayRef<int64_t> high = adaptor.getEdgePaddingHigh();
  ArrayRef<int64_t> interior = adaptor.getInteriorPadding();
  size_t rank = type.getRank();
  if (low.size() != rank || high.size() != rank || interior.size() != rank)
    return failure();
  SmallVector<int64_t> shape;
  for (auto [size, before, after, between] :
       llvm::zip_equal(type.getShape(), low, high, interior)) {
    int64_t gaps = std::max<int64_t>(size - 1, 0);
    shape.push_back(before + size + gaps * between + after);
    if (shape.back() < 0)
      return failure();
  }
  types.push_back(type.clone(shape));
  return success();
}

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *, MaybeLoc,
                                         Adaptor adaptor, Types &types) {
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  if (!areDimensions(adaptor.getDimensions(), type.getRank()))
    return failure();
  types.push_back(
      type.clone(inferShape(type.getShape(), adaptor.getDimensions())));
  return success();
}

SmallVector<int64_t> ReduceOp::inferShape(ArrayRef<int64_t> shape,
                                          ArrayRef<int64_t> dims) {
  SmallVector<int64_t> kept;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim)))
      kept.push_back(size);
  return kept;
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *, MaybeLoc,
                                        Adaptor adaptor, Types &types) {
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  ArrayRef<int64_t> start = adaptor.getStartIndices();
  ArrayRef<int64_t> limit = adaptor.getLimitIndices();
  ArrayRef<int64_t> strides = adaptor.getStrides();
  size_t rank = type.getRank();
  if (start.size() != rank || limit.size() != rank || strides.size() != rank)
    return failure();
  SmallVector<int64_t> shape;
  for (auto [from, to, step] : llvm::zip_equal(start, limit, strides)) {
    if (from > to || step < 1)
      return failure();
    shape.push_back(llvm::divideCeil(to - from, step));
  }
  types.push_back(type.clone(shape));
  return success();
}

LogicalResult SortOp::inferReturnTypes(MLIRContext *, MaybeLoc, Adaptor adaptor,
                                       Types &types) {
  llvm::append_range(types, adaptor.getInputs().getTypes());
  return success();
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, MaybeLoc,
                                            Adaptor adaptor, Types &types) {
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  if (!areDimensions(adaptor.getPermutation(), type.getRank()))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim : adaptor.getPermutation())
    shape.push_back(type.getDimSize(dim));
  types.push_back(type.clone(shape));
  return success();
}

SmallVector<int64_t> DotGeneralOp::inferShape(
    ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs, ArrayRef<int64_t> lhsBatching,
    ArrayRef<int64_t> rhsBatching, ArrayRef<int64_t> lhsContracting,
    ArrayRef<int64_t> rhsContracting) {
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatching)
    shape.push_back(lhs[dim]);
  auto appendFree = [&](ArrayRef<int64_t> sizes, ArrayRef<int64_t> batching,
                        ArrayRef<int64_t> contracting) {
    for (auto [index, size] : llvm::enumerate(sizes)) {
      int64_t dim = index;
      if (!llvm::is_contained(batching, dim) &&
          !llvm::is_contained(contracting, dim))
        shape.push_back(size);
    }
  };
  appendFree(lhs, lhsBatching, lhsContracting);
  appendFree(rhs, rhsBatching, rhsContracting);
  return shape;
}

static SmallVector<int64_t> getOtherDimensions(int64_t rank,
                                               ArrayRef<int64_t> batching,
                                               ArrayRef<int64_t> contracting) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(batching, dim) &&
        !llvm::is_contained(contracting, dim))
      dims.push_back(dim);
  return dims;
}

SmallVector<int64_t> DotGeneralOp::getLhsFreeDimensions() {
  return getOtherDimensions(getLhs().getType().getRank(),
                            getLhsBatchingDimensions(),
                            getLhsContractingDimensions());
}

SmallVector<int64_t> DotGeneralOp::getRhsFreeDimensions() {
  return getOtherDimensions(getRhs().getType().getRank(),
                            getRhsBatchingDimensions(),
                            getRhsContractingDimensions());
}

Type ReduceOp::getAccumulationType() {
  if (getAccumulate())
    return *getAccumulate();
  Type type = getType().getElementType();
  return isa<FloatType>(type) ? getScalarType(type) : type;
}

TypedAttr ReduceOp::getNeutral(Reducer reducer, Type type) {
  if (auto real = dyn_cast<FloatType>(type)) {
    double infinity = std::numeric_limits<double>::infinity();
    switch (reducer) {
    case Reducer::Multiply:
      return FloatAttr::get(real, 1.0);
    case Reducer::Maximum:
      return FloatAttr::get(real, -infinity);
    case Reducer::Minimum:
      return FloatAttr::get(real, infinity);
    default:
      return FloatAttr::get(real, 0.0);
    }
  }
  unsigned width = type.getIntOrFloatBitWidth();
  bool isSigned = getElementKind(type) == ElementKind::Signed;
  switch (reducer) {
  case Reducer::Add:
  case Reducer::Or:
    return IntegerAttr::get(type, APInt::getZero(width));
  case Reducer::Multiply:
    return IntegerAttr::get(type, APInt(width, 1));
  case Reducer::Maximum:
    return IntegerAttr::get(type, isSigned ? APInt::getSignedMinValue(width)
                                           : APInt::getZero(width));
  case Reducer::Minimum:
    return IntegerAttr::get(type, isSigned ? APInt::getSignedMaxValue(width)
                                           : APInt::getMaxValue(width));
  case Reducer::And:
    return IntegerAttr::get(type, APInt::getAllOnes(width));
  }
  llvm_unreachable("all reducers are handled");
}

int64_t SortOp::getSortedDimension() {
  int64_t dim = getDimension();
  int64_t rank = cast<RankedTensorType>(getInputs()[0].getType()).getRank();
  return dim < 0 ? dim + rank : dim;
}
