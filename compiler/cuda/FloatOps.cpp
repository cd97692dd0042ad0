//===- FloatOps.cpp - Floating-point arithmetic as expressions ------------===//
//
// What is written is what is computed: no contraction, IEEE division and
// square root, NaN and signed zeros as `arith` has them.
//
//===----------------------------------------------------------------------===//

#include "compiler/cuda/ScalarRenderer.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

Expression ScalarRenderer::compare(arith::CmpFOp op) {
  using P = arith::CmpFPredicate;
  P predicate = op.getPredicate();
  auto plain = [&](StringRef symbol, bool isEquality = false) {
    return makeBinary(symbol,
                      isEquality ? Binding::Equality : Binding::Relation,
                      get(op.getLhs()), get(op.getRhs()), Scalar::Bool);
  };
  // Of NaN nothing is greater, less or equal: "unordered or less" is "not
  // greater or equal".
  auto negate = [](const Expression &x) {
    return makeUnary("!", x, Scalar::Bool);
  };
  auto both = [&](StringRef symbol, Binding binding, StringRef joint,
                  Binding jointBinding) {
    Expression x = getAtom(op.getLhs()), y = getAtom(op.getRhs());
    Expression left = makeBinary(symbol, binding, x, x, Scalar::Bool);
    if (op.getLhs() == op.getRhs() || matchPattern(op.getRhs(), m_Constant()))
      return left;
    Expression right = makeBinary(symbol, binding, y, y, Scalar::Bool);
    return makeBinary(joint, jointBinding, left, right, Scalar::Bool);
  };
  auto differs = [&] {
    Expression x = getAtom(op.getLhs()), y = getAtom(op.getRhs());
    return makeBinary("||", Binding::Or,
                      makeBinary("<", Binding::Relation, x, y, Scalar::Bool),
                      makeBinary(">", Binding::Relation, x, y, Scalar::Bool),
                      Scalar::Bool);
  };
  switch (predicate) {
  case P::OEQ:
    return plain("==", true);
  case P::OGT:
    return plain(">");
  case P::OGE:
    return plain(">=");
  case P::OLT:
    return plain("<");
  case P::OLE:
    return plain("<=");
  case P::UNE:
    return plain("!=", true);
  case P::UGT:
    return negate(plain("<="));
  case P::UGE:
    return negate(plain("<"));
  case P::ULT:
    return negate(plain(">="));
  case P::ULE:
    return negate(plain(">"));
  case P::ONE:
    return differs();
  case P::UEQ:
    return negate(differs());
  case P::ORD:
    return both("==", Binding::Equality, "&&", Binding::And);
  case P::UNO:
    return both("!=", Binding::Equality, "||", Binding::Or);
  case P::AlwaysFalse:
    return makeInteger(0, Scalar::Bool);
  case P::AlwaysTrue:
    return makeInteger(1, Scalar::Bool);
  }
  llvm_unreachable("every predicate is written");
}

/// A function of C's math library by its name for doubles.
Expression ScalarRenderer::floatCall(Operation *op, StringRef name) {
  Scalar type = typeOf(op->getResult(0));
  SmallVector<Expression> arguments;
  for (Value operand : op->getOperands())
    arguments.push_back(get(operand));
  return makeCall((name + (type == Scalar::F32 ? "f" : "")).str(), arguments,
                  type);
}

Expression ScalarRenderer::widen(arith::ExtFOp op) {
  Expression x = get(op.getIn());
  if (x.type == Scalar::F16)
    x = makeCall("__half2float", {x}, Scalar::F32);
  if (x.type == Scalar::BF16)
    x = makeCall("__bfloat162float", {x}, Scalar::F32);
  return convert(x, typeOf(op));
}

/// A float as one of fewer bits, rounded to nearest even.
Expression ScalarRenderer::narrow(const Expression &x, Scalar type) {
  bool isDouble = x.type == Scalar::F64;
  if (type == Scalar::F16)
    return makeCall(isDouble ? "__double2half" : "__float2half_rn", {x}, type);
  if (type == Scalar::BF16)
    return makeCall(isDouble ? "__double2bfloat16" : "__float2bfloat16_rn", {x},
                    type);
  return convert(x, type);
}

Expression ScalarRenderer::select(arith::SelectOp op) {
  Expression x = get(op.getTrueValue()), y = get(op.getFalseValue());
  if (x.type != y.type && !isFloat(x.type)) {
    Scalar type =
        toSigned(getWidth(x.type) < getWidth(y.type) ? y.type : x.type);
    x = convert(x, type), y = convert(y, type);
  }
  return makeChoice(get(op.getCondition()), x, y);
}

std::optional<Expression> ScalarRenderer::bitcast(arith::BitcastOp op) {
  Expression x = get(op.getIn());
  Scalar from = x.type, to = typeOf(op);
  if (!isFloat(from) && !isFloat(to))
    return convert(x, to);
  static constexpr struct {
    Scalar from, to;
    StringRef callee;
    /// What it takes, or gives: of the integer types the one with this sign.
    Scalar integer;
  } casts[] = {
      {Scalar::F32, Scalar::I32, "__float_as_uint", Scalar::U32},
      {Scalar::I32, Scalar::F32, "__uint_as_float", Scalar::U32},
      {Scalar::F64, Scalar::I64, "__double_as_longlong", Scalar::I64},
      {Scalar::I64, Scalar::F64, "__longlong_as_double", Scalar::I64},
      {Scalar::F16, Scalar::I16, "__half_as_ushort", Scalar::U16},
      {Scalar::I16, Scalar::F16, "__ushort_as_half", Scalar::U16},
      {Scalar::BF16, Scalar::I16, "__bfloat16_as_ushort", Scalar::U16},
      {Scalar::I16, Scalar::BF16, "__ushort_as_bfloat16", Scalar::U16}};
  for (const auto &cast : casts) {
    if (cast.from != toSigned(from) || cast.to != to)
      continue;
    if (isFloat(from))
      return makeCall(cast.callee, {x}, cast.integer);
    return makeCall(cast.callee, {convert(x, cast.integer)}, to);
  }
  return std::nullopt;
}

/// The name in C's math library of an op that is one function of it.
static StringRef findFunction(Operation *op) {
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("arith.maxnumf", "fmax")
      .Case("arith.minnumf", "fmin")
      .Case("arith.remf", "fmod")
      .Case("math.absf", "fabs")
      .Case("math.acos", "acos")
      .Case("math.acosh", "acosh")
      .Case("math.asin", "asin")
      .Case("math.asinh", "asinh")
      .Case("math.atan", "atan")
      .Case("math.atan2", "atan2")
      .Case("math.atanh", "atanh")
      .Case("math.cbrt", "cbrt")
      .Case("math.ceil", "ceil")
      .Case("math.copysign", "copysign")
      .Case("math.cos", "cos")
      .Case("math.cosh", "cosh")
      .Case("math.erf", "erf")
      .Case("math.exp", "exp")
      .Case("math.exp2", "exp2")
      .Case("math.expm1", "expm1")
      .Case("math.floor", "floor")
      .Case("math.fma", "fma")
      .Case("math.log", "log")
      .Case("math.log10", "log10")
      .Case("math.log1p", "log1p")
      .Case("math.log2", "log2")
      .Case("math.powf", "pow")
      .Case("math.round", "round")
      .Case("math.roundeven", "rint")
      .Case("math.sin", "sin")
      .Case("math.sinh", "sinh")
      .Case("math.sqrt", "sqrt")
      .Case("math.tan", "tan")
      .Case("math.tanh", "tanh")
      .Case("math.trunc", "trunc")
      .Default("");
}

std::optional<Expression> ScalarRenderer::renderFloat(Operation *op) {
  using Result = std::optional<Expression>;
  auto isLow = [](Scalar type) {
    return type == Scalar::F16 || type == Scalar::BF16;
  };
  if (auto extend = dyn_cast<arith::ExtFOp>(op))
    return widen(extend);
  if (auto truncate = dyn_cast<arith::TruncFOp>(op))
    return narrow(get(truncate.getIn()), typeOf(truncate));
  // Low precision is in memory only.
  for (Value value : op->getOperands())
    if (isLow(typeOf(value)))
      return std::nullopt;
  for (Value value : op->getResults())
    if (isLow(typeOf(value)))
      return std::nullopt;

  auto binary = [&](StringRef symbol, Binding binding) {
    Expression x = get(op->getOperand(0)), y = get(op->getOperand(1));
    return makeBinary(symbol, binding, x, y, x.type);
  };
  auto fromInteger = [&](bool isSigned) {
    Expression x = get(op->getOperand(0));
    Scalar type = typeOf(op->getResult(0));
    if (x.type == Scalar::Bool && isSigned)
      return makeUnary("-", convert(x, type), type);
    x = convert(x, isSigned ? toSigned(x.type) : toUnsigned(x.type));
    return convert(x, type);
  };
  StringRef function = findFunction(op);
  if (!function.empty())
    return floatCall(op, function);
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](arith::AddFOp) { return binary("+", Binding::Sum); })
      .Case([&](arith::SubFOp) { return binary("-", Binding::Sum); })
      .Case([&](arith::MulFOp) { return binary("*", Binding::Product); })
      .Case([&](arith::DivFOp) { return binary("/", Binding::Product); })
      .Case([&](arith::NegFOp op) {
        return makeUnary("-", get(op.getOperand()), typeOf(op));
      })
      .Case([&](arith::CmpFOp op) { return compare(op); })
      .Case<arith::MaximumFOp, arith::MinimumFOp>([&](auto op) {
        return makeCall(isa<arith::MaximumFOp>(op) ? "maximum" : "minimum",
                        {get(op.getLhs()), get(op.getRhs())}, typeOf(op));
      })
      .Case([&](math::RsqrtOp op) {
        Scalar type = typeOf(op);
        Expression one = makeFloat(llvm::APFloat(1.0), Scalar::F64);
        if (type == Scalar::F32)
          one = makeFloat(llvm::APFloat(1.0f), type);
        return makeBinary("/", Binding::Product, one, floatCall(op, "sqrt"),
                          type);
      })
      .Case([&](arith::SIToFPOp) { return fromInteger(true); })
      .Case([&](arith::UIToFPOp) { return fromInteger(false); })
      .Case([&](arith::FPToSIOp op) {
        return convert(get(op.getIn()), typeOf(op));
      })
      .Case([&](arith::FPToUIOp op) {
        return convert(get(op.getIn()), toUnsigned(typeOf(op)));
      })
      .Default(Result());
}

SmallVector<Expression> cuda::renderScalar(Operation *op, Operands &operands,
                                           bool wideIndex) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (!getScalar(getElementTypeOrSelf(type), wideIndex))
        return {};
  ScalarRenderer renderer(operands, wideIndex);
  SmallVector<Expression> results = renderer.renderInteger(op);
  if (!results.empty())
    return results;
  std::optional<Expression> result;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    result = renderer.select(select);
  else if (auto bitcast = dyn_cast<arith::BitcastOp>(op))
    result = renderer.bitcast(bitcast);
  else
    result = renderer.renderFloat(op);
  if (result)
    results.push_back(*result);
  return results;
}
