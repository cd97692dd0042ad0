//===- Prim.cpp - Registration and assembly of prim -----------------------===//

#include "dialects/prim/Prim.h"
#include "dialects/kernel/Kernel.h"
#include "dialects/prim/Detail.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc::prim;

//===----------------------------------------------------------------------===//
// Custom directives of the assembly
//===----------------------------------------------------------------------===//

/// One type where all are the same, else a function type.
static ParseResult parseSameOrFunctionType(OpAsmParser &parser, Type &min,
                                           Type &operand, Type &max,
                                           Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    min = operand = max = result = type;
    return success();
  }
  if (function.getNumInputs() != 3 || function.getNumResults() != 1)
    return parser.emitError(loc, "expected three operand types and one result "
                                 "type");
  min = function.getInput(0);
  operand = function.getInput(1);
  max = function.getInput(2);
  result = function.getResult(0);
  return success();
}

static void printSameOrFunctionType(OpAsmPrinter &printer, Operation *op,
                                    Type min, Type operand, Type max,
                                    Type result) {
  if (min == result && operand == result && max == result)
    printer << result;
  else
    printer.printFunctionalType(op);
}

/// A dimension, printed without its type.
static ParseResult parseDimension(OpAsmParser &parser, IntegerAttr &dimension) {
  int64_t value;
  if (parser.parseInteger(value))
    return failure();
  dimension = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}

static void printDimension(OpAsmPrinter &printer, Operation *,
                           IntegerAttr dimension) {
  printer << dimension.getInt();
}

/// `%a, %b, dim = 0`.
static ParseResult
parseInputsAndDimension(OpAsmParser &parser,
                        SmallVectorImpl<OpAsmParser::UnresolvedOperand> &inputs,
                        IntegerAttr &dimension) {
  OpAsmParser::UnresolvedOperand input;
  OptionalParseResult parsed = parser.parseOptionalOperand(input);
  while (parsed.has_value()) {
    if (failed(*parsed) || parser.parseComma())
      return failure();
    inputs.push_back(input);
    parsed = parser.parseOptionalOperand(input);
  }
  if (parser.parseKeyword("dim") || parser.parseEqual())
    return failure();
  return parseDimension(parser, dimension);
}

static void printInputsAndDimension(OpAsmPrinter &printer, Operation *,
                                    OperandRange inputs,
                                    IntegerAttr dimension) {
  for (Value input : inputs)
    printer << input << ", ";
  printer << "dim = " << dimension.getInt();
}

/// `[batching_dims = [0] x [0],] contracting_dims = [2] x [1]`.
static ParseResult parseDotDimensions(OpAsmParser &parser,
                                      DenseI64ArrayAttr &lhsBatching,
                                      DenseI64ArrayAttr &rhsBatching,
                                      DenseI64ArrayAttr &lhsContracting,
                                      DenseI64ArrayAttr &rhsContracting) {
  auto parsePair = [&](DenseI64ArrayAttr &lhs,
                       DenseI64ArrayAttr &rhs) -> ParseResult {
    lhs = rhs = {};
    if (parser.parseEqual())
      return failure();
    lhs = cast_or_null<DenseI64ArrayAttr>(DenseI64ArrayAttr::parse(parser, {}));
    if (!lhs || parser.parseKeyword("x"))
      return failure();
    rhs = cast_or_null<DenseI64ArrayAttr>(DenseI64ArrayAttr::parse(parser, {}));
    return success(static_cast<bool>(rhs));
  };
  if (succeeded(parser.parseOptionalKeyword("batching_dims"))) {
    if (parsePair(lhsBatching, rhsBatching) || parser.parseComma())
      return failure();
  } else {
    lhsBatching = rhsBatching = parser.getBuilder().getDenseI64ArrayAttr({});
  }
  if (parser.parseKeyword("contracting_dims"))
    return failure();
  return parsePair(lhsContracting, rhsContracting);
}

static void printDotDimensions(OpAsmPrinter &printer, Operation *,
                               DenseI64ArrayAttr lhsBatching,
                               DenseI64ArrayAttr rhsBatching,
                               DenseI64ArrayAttr lhsContracting,
                               DenseI64ArrayAttr rhsContracting) {
  auto printPair = [&](DenseI64ArrayAttr lhs, DenseI64ArrayAttr rhs) {
    printer << '[' << lhs.asArrayRef() << "] x [" << rhs.asArrayRef() << ']';
  };
  if (!lhsBatching.empty() || !rhsBatching.empty()) {
    printer << "batching_dims = ";
    printPair(lhsBatching, rhsBatching);
    printer << ", ";
  }
  printer << "contracting_dims = ";
  printPair(lhsContracting, rhsContracting);
}

/// `[start:limit, start:limit:stride]`.
static ParseResult parseSliceRanges(OpAsmParser &parser,
                                    DenseI64ArrayAttr &start,
                                    DenseI64ArrayAttr &limit,
                                    DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> starts, limits, steps;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(starts.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limits.emplace_back()))
      return failure();
    steps.push_back(1);
    if (succeeded(parser.parseOptionalColon()))
      return parser.parseInteger(steps.back());
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                     parseRange))
    return failure();
  Builder &builder = parser.getBuilder();
  start = builder.getDenseI64ArrayAttr(starts);
  limit = builder.getDenseI64ArrayAttr(limits);
  strides = builder.getDenseI64ArrayAttr(steps);
  return success();
}

static void printSliceRanges(OpAsmPrinter &printer, Operation *,
                             DenseI64ArrayAttr start, DenseI64ArrayAttr limit,
                             DenseI64ArrayAttr strides) {
  printer << '[';
  llvm::interleaveComma(
      llvm::zip(start.asArrayRef(), limit.asArrayRef(), strides.asArrayRef()),
      printer, [&](auto range) {
        auto [from, to, step] = range;
        printer << from << ':' << to;
        if (step != 1)
          printer << ':' << step;
      });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

ElementKind gradc::prim::getElementKind(Type type) {
  type = getElementTypeOrSelf(type);
  if (isa<FloatType>(type))
    return ElementKind::Float;
  if (type.isInteger(1))
    return ElementKind::Bool;
  return type.isUnsignedInteger() ? ElementKind::Unsigned : ElementKind::Signed;
}

Type gradc::prim::getScalarType(Type elementType) {
  if (elementType.isF16() || elementType.isBF16())
    return Float32Type::get(elementType.getContext());
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return IntegerType::get(elementType.getContext(), integer.getWidth());
  return elementType;
}

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

#include "dialects/prim/Dialect.cpp.inc"
#include "dialects/prim/Enums.cpp.inc"
#include "dialects/prim/Interfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/prim/Attrs.cpp.inc"

void PrimDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/prim/Attrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/prim/Ops.cpp.inc"
      >();
}

Operation *PrimDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type || !isa<RankedTensorType>(type))
    return nullptr;
  return builder.create<ConstantOp>(loc, elements);
}

#define GET_OP_CLASSES
#include "dialects/prim/Ops.cpp.inc"
