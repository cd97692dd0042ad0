//===- Kernel.cpp - Fused kernels and library calls on tensors ------------===//

#include "dialects/kernel/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc::kernel;

#include "dialects/kernel/Dialect.cpp.inc"
#include "dialects/kernel/Enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/kernel/Attrs.cpp.inc"

void KernelDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/kernel/Attrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/kernel/Ops.cpp.inc"
      >();
}

/// A map without `affine_map<>` around it, so that it never hides behind an
/// alias.
static ParseResult parseMap(OpAsmParser &parser, AffineMapAttr &attribute) {
  AffineMap map;
  if (parser.parseAffineMap(map))
    return failure();
  attribute = AffineMapAttr::get(map);
  return success();
}

static void printMap(OpAsmPrinter &p, Operation *, AffineMapAttr attribute) {
  attribute.getValue().print(p.getStream());
}

ParseResult gradc::kernel::parseCombine(OpAsmParser &parser,
                                        CombineAttr &attribute) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Combine> kind = symbolizeCombine(word);
  if (!kind)
    return parser.emitError(loc) << "no way to combine is called " << word;
  attribute = CombineAttr::get(parser.getContext(), *kind);
  return success();
}

static void printCombine(OpAsmPrinter &p, Operation *, CombineAttr attribute) {
  p << stringifyCombine(attribute.getValue());
}

#define GET_OP_CLASSES
#include "dialects/kernel/Ops.cpp.inc"

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Type gradc::kernel::getScalarType(Type elementType) {
  if (isa<Float16Type, BFloat16Type>(elementType))
    return Float32Type::get(elementType.getContext());
  if (auto type = dyn_cast<IntegerType>(elementType))
    return IntegerType::get(type.getContext(), type.getWidth());
  return elementType;
}

TypedAttr gradc::kernel::getNeutral(Combine combine, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (combine) {
    case Combine::mul:
      return FloatAttr::get(type, 1.0);
    case Combine::max:
      return FloatAttr::get(type,
                            APFloat::getInf(semantics, /*Negative=*/true));
    case Combine::min:
      return FloatAttr::get(type, APFloat::getInf(semantics));
    default:
      return FloatAttr::get(type, 0.0);
    }
  }
  unsigned width = type.getIntOrFloatBitWidth();
  switch (combine) {
  case Combine::mul:
    return IntegerAttr::get(type, APInt(width, 1));
  case Combine::max:
    return IntegerAttr::get(type, APInt::getSignedMinValue(width));
  case Combine::min:
    return IntegerAttr::get(type, APInt::getSignedMaxValue(width));
  case Combine::minu:
  case Combine::and_:
    return IntegerAttr::get(type, APInt::getAllOnes(width));
  default:
    return IntegerAttr::get(type, APInt(width, 0));
  }
}

bool gradc::kernel::isCombinable(Combine combine, Type type) {
  bool integerOnly = combine == Combine::maxu || combine == Combine::minu ||
                     combine == Combine::and_ || combine == Combine::or_;
  return !isa<IndexType>(type) && !(integerOnly && isa<FloatType>(type));
}

Value gradc::kernel::emitCombine(OpBuilder &b, Location loc, Combine combine,
                                 Value x, Value y) {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(x.getType()));
  switch (combine) {
  case Combine::add:
    return isFloat ? b.create<arith::AddFOp>(loc, x, y).getResult()
                   : b.create<arith::AddIOp>(loc, x, y).getResult();
  case Combine::mul:
    return isFloat ? b.create<arith::MulFOp>(loc, x, y).getResult()
                   : b.create<arith::MulIOp>(loc, x, y).getResult();
  case Combine::max:
    return isFloat ? b.create<arith::MaximumFOp>(loc, x, y).getResult()
                   : b.create<arith::MaxSIOp>(loc, x, y).getResult();
  case Combine::min:
    return isFloat ? b.create<arith::MinimumFOp>(loc, x, y).getResult()
                   : b.create<arith::MinSIOp>(loc, x, y).getResult();
  case Combine::maxu:
    return b.create<arith::MaxUIOp>(loc, x, y);
  case Combine::minu:
    return b.create<arith::MinUIOp>(loc, x, y);
  case Combine::and_:
    return b.create<arith::AndIOp>(loc, x, y);
  case Combine::or_:
    return b.create<arith::OrIOp>(loc, x, y);
  }
  llvm_unreachable("every kind is listed");
}

/// The scalar type of a tensor's elements.
static Type scalarOf(Value tensor) {
  return getScalarType(cast<ShapedType>(tensor.getType()).getElementType());
}

static int64_t rankOf(Value tensor) {
  return cast<ShapedType>(tensor.getType()).getRank();
}

/// Whether `map` leads from `indices` to `rank` dimensions.
static LogicalResult verifyAccess(Operation *op, AffineMap map,
                                  ValueRange indices, int64_t rank) {
  // (C1)
  if (map.getNumSymbols() != 0 || map.getNumDims() != indices.size() ||
      map.getNumResults() != rank)
    return op->emitOpError("map must take ")
           << indices.size() << " dimensions and give " << rank << ", but is "
           << AffineMapAttr::get(map);
  return success();
}

LogicalResult LoadOp::verify() {
  if (failed(verifyAccess(*this, getMap(), getIndices(), rankOf(getTensor()))))
    return failure();
  // (C2)
  if (!getGuard() != !getOther())
    return emitOpError("needs both a guard and an 'else' value, or neither");
  if (getOther() && getOther().getType() != getValue().getType())
    return emitOpError("'else' value must have the result's type ")
           << getValue().getType();
  // (C3)
  if (getValue().getType() != scalarOf(getTensor()))
    return emitOpError("result must be ") << scalarOf(getTensor());
  return success();
}

LogicalResult StoreOp::verify() {
  if (failed(verifyAccess(*this, getMap(), getIndices(), rankOf(getTensor()))))
    return failure();
  // (C2)
  if (getValue().getType() != scalarOf(getTensor()))
    return emitOpError("value must be ") << scalarOf(getTensor());
  return success();
}

LogicalResult GatherOp::verify() {
  // (C1)
  if (static_cast<int64_t>(getIndices().size()) != rankOf(getTensor()))
    return emitOpError("has ")
           << getIndices().size() << " indices for " << getTensor().getType();
  // (C2)
  if (getValue().getType() != scalarOf(getTensor()))
    return emitOpError("result must be ") << scalarOf(getTensor());
  return success();
}

LogicalResult AccumulateOp::verify() {
  if (rankOf(getTensor()) == 0)
    return emitOpError("needs a dimension for the partial results");
  if (failed(
          verifyAccess(*this, getMap(), getIndices(), rankOf(getTensor()) - 1)))
    return failure();
  // (C2)
  Type elementType = getElementTypeOrSelf(getTensor());
  if (isa<Float16Type, BFloat16Type>(elementType))
    return emitOpError("cannot accumulate in ") << elementType;
  if (getValue().getType() != scalarOf(getTensor()))
    return emitOpError("value must be ") << scalarOf(getTensor());
  if (!isCombinable(getCombine(), getValue().getType()))
    return emitOpError("cannot combine ")
           << getValue().getType() << " by " << stringifyCombine(getCombine());
  return success();
}

LogicalResult IndexOp::verify() {
  AffineMap map = getMap();
  if (map.getNumResults() != 1 || map.getNumSymbols() != 0 ||
      map.getNumDims() != getIndices().size())
    return emitOpError("map must take ")
           << getIndices().size() << " dimensions and give 1, but is "
           << AffineMapAttr::get(map);
  return success();
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

/// The def that `op` names, or null after an error.
static DefOp lookUpDef(Operation *op, FlatSymbolRefAttr name,
                       SymbolTableCollection &symbols) {
  auto def = symbols.lookupNearestSymbolFrom<DefOp>(op, name);
  if (!def)
    op->emitOpError("calls ") << name << ", which is no kernel.def";
  return def;
}

/// Whether `types` are those of `arguments`, where tensors of an open extent
/// may have any shape of `extent` elements; a negative `extent` is not known
/// yet.
static bool haveTypesOf(ArrayRef<BlockArgument> arguments, TypeRange types,
                        int64_t &extent) {
  if (arguments.size() != types.size())
    return false;
  for (auto [argument, type] : llvm::zip_equal(arguments, types)) {
    auto wanted = cast<RankedTensorType>(argument.getType());
    auto given = cast<RankedTensorType>(type);
    if (wanted.hasStaticShape()) {
      if (given != wanted)
        return false;
      continue;
    }
    if (extent < 0)
      extent = given.getNumElements();
    if (given.getElementType() != wanted.getElementType() ||
        given.getNumElements() != extent)
      return false;
  }
  return true;
}

static LogicalResult verifyCall(Operation *op, DefOp def, TypeRange inputs,
                                TypeRange outputs) {
  // (C1)
  int64_t extent = -1;
  if (haveTypesOf(def.getInputs(), inputs, extent) &&
      haveTypesOf(def.getOutputs(), outputs, extent))
    return success();
  return op->emitOpError("operand and result types must be those of @")
         << def.getSymName();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  DefOp def = lookUpDef(*this, getCalleeAttr(), symbols);
  if (!def)
    return failure();
  return verifyCall(*this, def, getInputs().getTypes(),
                    getOutputs().getTypes());
}

OperandRange ForeachOp::getItemInputs(unsigned i) {
  size_t count = getInputs().size() / getItems();
  return getInputs().slice(i * count, count);
}

ResultRange ForeachOp::getItemOutputs(unsigned i) {
  size_t count = getOutputs().size() / getItems();
  return getOutputs().slice(i * count, count);
}

LogicalResult ForeachOp::verifySymbolUses(SymbolTableCollection &symbols) {
  DefOp def = lookUpDef(*this, getCalleeAttr(), symbols);
  if (!def)
    return failure();
  uint64_t items = getItems();
  if (items == 0 || getInputs().size() != items * def.getInputs().size() ||
      getOutputs().size() != items * def.getOutputs().size())
    return emitOpError("needs the inputs and outputs of @")
           << def.getSymName() << " for each of " << items << " items";
  for (uint64_t i = 0; i < items; ++i)
    if (failed(verifyCall(*this, def, getItemInputs(i).getTypes(),
                          getItemOutputs(i).getTypes())))
      return failure();
  return success();
}

/// Strides of the dimensions `dims` when they lie in memory in `order`.
static SmallVector<int64_t> stridesOf(StringRef dims, ArrayRef<int64_t> sizes,
                                      StringRef order) {
  SmallVector<int64_t> strides(dims.size(), 0);
  int64_t stride = 1;
  for (char dim : llvm::reverse(order)) {
    size_t i = dims.find(dim);
    strides[i] = stride;
    stride *= sizes[i];
  }
  return strides;
}

SmallVector<int64_t> MatmulOp::getLhsStrides() {
  ArrayRef<int64_t> s = getSizes();
  return stridesOf("bmk", {s[0], s[1], s[3]}, getLhsOrder());
}

SmallVector<int64_t> MatmulOp::getRhsStrides() {
  ArrayRef<int64_t> s = getSizes();
  return stridesOf("bkn", {s[0], s[3], s[2]}, getRhsOrder());
}

void MatmulOp::build(OpBuilder &builder, OperationState &state, Type out,
                     Value lhs, Value rhs, DenseI64ArrayAttr sizes,
                     StringAttr lhsOrder, StringAttr rhsOrder) {
  build(builder, state, TypeRange(out), lhs, rhs, ValueRange(), sizes, lhsOrder,
        rhsOrder, /*epilogue=*/nullptr);
}

LogicalResult MatmulOp::verify() {
  ArrayRef<int64_t> s = getSizes();
  // (C1)
  if (s.size() != 4)
    return emitOpError("sizes must be [b, m, n, k]");
  auto elements = [](Value v) {
    return cast<ShapedType>(v.getType()).getNumElements();
  };
  // (C2)
  if (!getEpilogue() && (getOuts().size() != 1 || !getExtras().empty()))
    return emitOpError("has one result and two operands without an epilogue");
  if (elements(getLhs()) != s[0] * s[1] * s[3] ||
      elements(getRhs()) != s[0] * s[3] * s[2] ||
      (!getEpilogue() && elements(getOuts()[0]) != s[0] * s[1] * s[2]))
    return emitOpError("sizes do not fit the operands' numbers of elements");
  // (C3)
  auto isPermutation = [](StringRef order, StringRef dims) {
    std::string sorted = order.str(), expected = dims.str();
    llvm::sort(sorted);
    llvm::sort(expected);
    return sorted == expected;
  };
  if (!isPermutation(getLhsOrder(), "bmk") ||
      !isPermutation(getRhsOrder(), "bkn"))
    return emitOpError("orders must be permutations of \"bmk\" and \"bkn\"");
  // (C4)
  if (getElementTypeOrSelf(getLhs()) != getElementTypeOrSelf(getRhs()))
    return emitOpError("operands must have one element type");
  return success();
}

LogicalResult MatmulOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (!getEpilogueAttr())
    return success();
  DefOp def = lookUpDef(*this, getEpilogueAttr(), symbols);
  if (!def)
    return failure();
  // (C5)
  ArrayRef<int64_t> shape = getSizes().take_front(3);
  if (shape[0] == 1)
    shape = shape.drop_front();
  if (def.getGrid() != shape || !def.getRow().empty())
    return emitOpError("epilogue @")
           << def.getSymName() << " must have the product's shape as its grid";
  auto product = RankedTensorType::get(
      shape, getScalarType(getElementTypeOrSelf(getLhs())));
  SmallVector<Type> inputs = {product};
  llvm::append_range(inputs, getExtras().getTypes());
  if (failed(verifyCall(*this, def, inputs, getOuts().getTypes())))
    return failure();
  for (Operation *user : def.getInputs()[0].getUsers()) {
    auto load = dyn_cast<LoadOp>(user);
    if (!load || !load.getMap().isIdentity() ||
        load.getIndices() != ValueRange(def.getIndices()))
      return emitOpError("epilogue @")
             << def.getSymName()
             << " must load the product at the grid's own indices";
  }
  return success();
}

LogicalResult ReshapeOp::verify() {
  auto in = cast<ShapedType>(getInput().getType());
  auto out = cast<ShapedType>(getOutput().getType());
  // (C1)
  if (in.getNumElements() != out.getNumElements() ||
      in.getElementType() != out.getElementType())
    return emitOpError("must keep the number of elements and their type");
  return success();
}

LogicalResult PartialReduceOp::verify() {
  auto in = cast<RankedTensorType>(getInput().getType());
  int64_t rank = in.getRank(), leading = getLeading();
  int64_t kept = rank - static_cast<int64_t>(getRow().size());
  // (C1)
  bool isTrailing = llvm::equal(getRow(), llvm::seq(kept, rank));
  if (leading <= 0 || leading > kept || !isTrailing)
    return emitOpError("folds its first ")
           << leading << " and some of its last dimensions, which must be "
           << "different ones of " << rank;
  // (C2)
  SmallVector<int64_t> shape = {static_cast<int64_t>(getPartials())};
  llvm::append_range(shape, in.getShape().slice(leading, kept - leading));
  auto expected =
      RankedTensorType::get(shape, getScalarType(in.getElementType()));
  if (getOutput().getType() != expected)
    return emitOpError("result must be ") << expected;
  // (C3)
  if (!isCombinable(getCombine(), expected.getElementType()))
    return emitOpError("cannot combine ") << expected.getElementType() << " by "
                                          << stringifyCombine(getCombine());
  return success();
}

LogicalResult SortOp::verify() {
  // (C1)
  if (getInputs().empty() || getInputs().getTypes() != getOutputs().getTypes())
    return emitOpError("results must have the operands' types");
  auto first = cast<ShapedType>(getInputs()[0].getType());
  for (Value input : getInputs())
    if (cast<ShapedType>(input.getType()).getShape() != first.getShape())
      return emitOpError("operands must have one shape");
  // (C2)
  if (getDimension() >= static_cast<uint64_t>(first.getRank()))
    return emitOpError("dimension ")
           << getDimension() << " is not one of " << first.getRank();
  return success();
}
