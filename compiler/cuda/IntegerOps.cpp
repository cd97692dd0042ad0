//===- IntegerOps.cpp - Integer arithmetic as expressions -----------------===//
//
// Signed arithmetic that overflows has no meaning in C++ and wraps in `arith`,
// so it is done on unsigned types; indices do not overflow and stay signed.
//
//===----------------------------------------------------------------------===//

#include "compiler/cuda/ScalarRenderer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

/// Whether `value`, an index, is known not to be negative.
static bool isNonNegative(Value value, unsigned depth = 0) {
  if (depth > 8)
    return false;
  auto all = [&](auto... operands) {
    return (isNonNegative(operands, depth + 1) && ...);
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    if (isa<gpu::GPUFuncOp>(owner))
      return true; // an extent
    auto loop = dyn_cast<scf::ForOp>(owner);
    return loop && argument == loop.getInductionVar() &&
           all(loop.getLowerBound());
  }
  return llvm::TypeSwitch<Operation *, bool>(value.getDefiningOp())
      .Case<gpu::ThreadIdOp, gpu::BlockIdOp, gpu::BlockDimOp, gpu::GridDimOp,
            gpu::LaneIdOp>([](auto) { return true; })
      .Case([](arith::ConstantOp op) {
        auto integer = dyn_cast<IntegerAttr>(op.getValue());
        return integer && !integer.getValue().isNegative();
      })
      .Case<arith::AddIOp, arith::MulIOp, arith::DivSIOp, arith::DivUIOp,
            arith::RemUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp,
            arith::MinSIOp>(
          [&](auto op) { return all(op.getLhs(), op.getRhs()); })
      .Case([&](arith::RemSIOp op) { return all(op.getLhs()); })
      .Case([&](arith::MaxSIOp op) {
        return all(op.getLhs()) || all(op.getRhs());
      })
      .Case([&](arith::SelectOp op) {
        return all(op.getTrueValue(), op.getFalseValue());
      })
      .Default(false);
}

static bool isIndex(Value value) {
  return isa<IndexType>(getElementTypeOrSelf(value.getType()));
}

/// The type that two signed indices meet in.
static Scalar widest(const Expression &x, const Expression &y) {
  return getWidth(x.type) > 32 || getWidth(y.type) > 32 ? Scalar::I64
                                                        : Scalar::I32;
}

/// An index as a signed expression.
static Expression asIndex(const Expression &x) {
  return isUnsigned(x.type) ? convert(x, toSigned(x.type)) : x;
}

/// `x op y` on integers that may wrap.
Expression ScalarRenderer::wrapping(Operation *op, StringRef symbol,
                                    Binding binding) {
  Expression x = get(op->getOperand(0)), y = get(op->getOperand(1));
  if (isIndex(op->getResult(0))) {
    x = asIndex(x), y = asIndex(y);
    if (symbol == "+" && y.literal && *y.literal < 0) {
      symbol = "-";
      y = makeInteger(-*y.literal, y.type);
    }
    return makeBinary(symbol, binding, x, y, widest(x, y));
  }
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  Scalar type = toUnsigned(typeOf(op->getResult(0)));
  if (flags && flags.hasNoSignedWrap())
    type = toSigned(type);
  // In C++ what is narrower is computed in int, where products may overflow.
  bool isNarrow = getWidth(type) < 32;
  Scalar wide = isNarrow ? Scalar::U32 : type;
  Expression result =
      makeBinary(symbol, binding, convert(x, wide), convert(y, wide), wide);
  return isNarrow ? convert(result, type) : result;
}

/// `x op y` on integers of one sign.
Expression ScalarRenderer::integer(Operation *op, StringRef symbol,
                                   Binding binding, bool isSigned) {
  auto [x, y] = integerOperands(op, isSigned);
  Scalar type = isIndex(op->getOperand(0)) && isSigned ? widest(x, y) : x.type;
  return makeBinary(symbol, binding, x, y, type);
}

std::pair<Expression, Expression>
ScalarRenderer::integerOperands(Operation *op, bool &isSigned) {
  Value left = op->getOperand(0), right = op->getOperand(1);
  Expression x = get(left), y = get(right);
  if (isIndex(left)) {
    isSigned |= isNonNegative(left) && isNonNegative(right);
    if (isSigned)
      return {asIndex(x), asIndex(y)};
    // An index that may be negative has 64 bits without a sign.
    return {convert(x, Scalar::U64), convert(y, Scalar::U64)};
  }
  Scalar type = typeOf(left);
  type = isSigned ? toSigned(type) : toUnsigned(type);
  return {convert(x, type), convert(y, type)};
}

/// `callee(x, y)` on integers of one sign and one type.
Expression ScalarRenderer::integerCall(Operation *op, StringRef callee,
                                       bool isSigned) {
  auto [x, y] = integerOperands(op, isSigned);
  Scalar type = isIndex(op->getOperand(0)) && isSigned ? widest(x, y) : x.type;
  // To a template a narrow literal would be an int.
  auto typed = [&](const Expression &operand) {
    Expression result = convert(operand, type);
    if (result.literal && getWidth(type) < 32)
      result.text = ("(" + spell(type) + ")" + result.text).str();
    return result;
  };
  return makeCall(callee, {typed(x), typed(y)}, type);
}

/// A bitwise op, which on booleans is a logical one.
Expression ScalarRenderer::bitwise(Operation *op, StringRef symbol,
                                   Binding binding, StringRef logical,
                                   Binding logicalBinding) {
  Expression x = get(op->getOperand(0)), y = get(op->getOperand(1));
  if (x.type == Scalar::Bool) {
    if (logical == "!=" && y.text == "true")
      return makeUnary("!", x, Scalar::Bool);
    return makeBinary(logical, logicalBinding, x, y, Scalar::Bool);
  }
  Scalar type = x.type == y.type ? x.type : toUnsigned(x.type);
  if (isIndex(op->getResult(0)))
    type = widest(x, y);
  return makeBinary(symbol, binding, convert(x, type), convert(y, type), type);
}

Expression ScalarRenderer::shift(Operation *op, StringRef symbol,
                                 bool isSigned) {
  Expression x = get(op->getOperand(0)), y = get(op->getOperand(1));
  Scalar type = isSigned ? toSigned(x.type) : toUnsigned(x.type);
  if (y.literal)
    y = makeInteger(*y.literal, Scalar::I32);
  Expression result =
      makeBinary(symbol, Binding::Shift, convert(x, type), y, type);
  if (getWidth(type) >= 32)
    return result;
  result.type = Scalar::I32;
  return convert(result, type);
}

Expression ScalarRenderer::compare(arith::CmpIOp op) {
  using P = arith::CmpIPredicate;
  static constexpr std::pair<P, StringRef> symbols[] = {
      {P::eq, "=="}, {P::ne, "!="},  {P::slt, "<"}, {P::sle, "<="},
      {P::sgt, ">"}, {P::sge, ">="}, {P::ult, "<"}, {P::ule, "<="},
      {P::ugt, ">"}, {P::uge, ">="}};
  StringRef symbol;
  for (auto [predicate, text] : symbols)
    if (predicate == op.getPredicate())
      symbol = text;
  bool equality = symbol == "==" || symbol == "!=";
  bool isSigned = equality || op.getPredicate() < P::ult;
  // Equality has no sign; that of the left side saves casts.
  if (typeOf(op.getLhs()) == Scalar::Bool ||
      (equality && isUnsigned(get(op.getLhs()).type)))
    isSigned = false;
  auto [x, y] = integerOperands(op, isSigned);
  return makeBinary(symbol, equality ? Binding::Equality : Binding::Relation, x,
                    y, Scalar::Bool);
}

/// Between integers, and between integers and indices.
Expression ScalarRenderer::resize(Operation *op, bool isSigned) {
  Value from = op->getOperand(0);
  Expression x = get(from);
  Scalar type = typeOf(op->getResult(0));
  if (x.type == Scalar::Bool) {
    Expression wide = convert(x, getWidth(type) > 32 ? type : Scalar::I32);
    return isSigned ? makeUnary("-", wide, wide.type) : wide;
  }
  if (isIndex(op->getResult(0))) {
    // Indices are of 64 bits: what may not fit into 32 is not cut.
    x = convert(x, isSigned ? toSigned(x.type) : toUnsigned(x.type));
    unsigned width = getWidth(x.type);
    bool fits = width < 32 || (width == 32 && isSigned);
    return fits && !wideIndex ? x : convert(x, Scalar::I64);
  }
  if (isIndex(from))
    return convert(asIndex(x), type);
  if (isa<arith::TruncIOp>(op)) {
    if (type == Scalar::Bool)
      return makeBinary("!=", Binding::Equality,
                        makeBinary("&", Binding::BitAnd, x,
                                   makeInteger(1, Scalar::I32), x.type),
                        makeInteger(0, Scalar::I32), Scalar::Bool);
    return convert(x, toUnsigned(type));
  }
  x = convert(x, isSigned ? toSigned(x.type) : toUnsigned(x.type));
  return convert(x, isSigned ? type : toUnsigned(type));
}

/// The low and the high half of a product.
SmallVector<Expression>
ScalarRenderer::multiplyWide(arith::MulUIExtendedOp op) {
  Scalar type = toUnsigned(typeOf(op.getLhs()));
  Expression x = convert(getAtom(op.getLhs()), type);
  Expression y = convert(getAtom(op.getRhs()), type);
  Expression low = makeBinary("*", Binding::Product, x, y, type);
  if (type == Scalar::U64)
    return {low, makeCall("__umul64hi", {x, y}, type)};
  if (type == Scalar::U32)
    return {low, makeCall("__umulhi", {x, y}, type)};
  return {};
}

Expression ScalarRenderer::absolute(math::AbsIOp op) {
  Scalar type = toUnsigned(typeOf(op.getOperand()));
  Expression x = convert(getAtom(op.getOperand()), toSigned(type));
  Expression zero = makeInteger(0, type);
  Expression bits = convert(x, type);
  return makeChoice(
      makeBinary("<", Binding::Relation, x, makeInteger(0, x.type),
                 Scalar::Bool),
      convert(makeBinary("-", Binding::Sum, zero, bits, Scalar::U32), type),
      bits);
}

/// A count of bits by `callee`, or by `callee` with "ll" for 64 bits.
Expression ScalarRenderer::countBits(Operation *op, StringRef callee,
                                     bool fromAbove) {
  Scalar type = toUnsigned(typeOf(op->getOperand(0)));
  Expression x = convert(get(op->getOperand(0)), type);
  unsigned width = getWidth(type);
  Expression count =
      makeCall((callee + (width > 32 ? "ll" : "")).str(), {x}, Scalar::I32);
  if (fromAbove && width < 32)
    count = makeBinary("-", Binding::Sum, count,
                       makeInteger(32 - width, Scalar::I32), Scalar::I32);
  return count;
}

SmallVector<Expression> ScalarRenderer::renderInteger(Operation *op) {
  using One = SmallVector<Expression>;
  return llvm::TypeSwitch<Operation *, One>(op)
      .Case<arith::AddIOp, arith::SubIOp>([&](auto op) -> One {
        if (typeOf(op) == Scalar::Bool)
          return {bitwise(op, "^", Binding::BitXor, "!=", Binding::Equality)};
        bool isSum = isa<arith::AddIOp>(op);
        return {wrapping(op, isSum ? "+" : "-", Binding::Sum)};
      })
      .Case([&](arith::MulIOp op) -> One {
        if (typeOf(op) == Scalar::Bool)
          return {bitwise(op, "&", Binding::BitAnd, "&&", Binding::And)};
        return {wrapping(op, "*", Binding::Product)};
      })
      .Case([&](arith::AndIOp op) -> One {
        return {bitwise(op, "&", Binding::BitAnd, "&&", Binding::And)};
      })
      .Case([&](arith::OrIOp op) -> One {
        return {bitwise(op, "|", Binding::BitOr, "||", Binding::Or)};
      })
      .Case([&](arith::XOrIOp op) -> One {
        return {bitwise(op, "^", Binding::BitXor, "!=", Binding::Equality)};
      })
      .Case<arith::DivSIOp, arith::DivUIOp>([&](auto op) -> One {
        return {integer(op, "/", Binding::Product, isa<arith::DivSIOp>(op))};
      })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto op) -> One {
        return {integer(op, "%", Binding::Product, isa<arith::RemSIOp>(op))};
      })
      .Case([&](arith::FloorDivSIOp op) -> One {
        if (isIndex(op.getLhs()) && isNonNegative(op.getLhs()) &&
            isNonNegative(op.getRhs()))
          return {integer(op, "/", Binding::Product, true)};
        return {integerCall(op, "floorDivide", true)};
      })
      .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>([&](auto op) -> One {
        return {integerCall(op, "ceilDivide", isa<arith::CeilDivSIOp>(op))};
      })
      .Case<arith::MinSIOp, arith::MinUIOp>([&](auto op) -> One {
        return {integerCall(op, "lesser", isa<arith::MinSIOp>(op))};
      })
      .Case<arith::MaxSIOp, arith::MaxUIOp>([&](auto op) -> One {
        return {integerCall(op, "greater", isa<arith::MaxSIOp>(op))};
      })
      .Case([&](arith::ShLIOp op) -> One { return {shift(op, "<<", false)}; })
      .Case([&](arith::ShRUIOp op) -> One { return {shift(op, ">>", false)}; })
      .Case([&](arith::ShRSIOp op) -> One { return {shift(op, ">>", true)}; })
      .Case([&](arith::CmpIOp op) -> One { return {compare(op)}; })
      .Case<arith::ExtSIOp, arith::IndexCastOp>(
          [&](auto op) -> One { return {resize(op, true)}; })
      .Case<arith::ExtUIOp, arith::IndexCastUIOp, arith::TruncIOp>(
          [&](auto op) -> One { return {resize(op, false)}; })
      .Case([&](arith::MulUIExtendedOp op) { return multiplyWide(op); })
      .Case([&](math::AbsIOp op) -> One { return {absolute(op)}; })
      .Case([&](math::CountLeadingZerosOp op) -> One {
        return {countBits(op, "__clz", /*fromAbove=*/true)};
      })
      .Case([&](math::CtPopOp op) -> One {
        return {countBits(op, "__popc", /*fromAbove=*/false)};
      })
      .Default([](Operation *) { return One(); });
}
