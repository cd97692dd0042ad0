//===- Expression.cpp - Expressions of CUDA C++ as text -------------------===//

#include "compiler/cuda/Expression.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdio>
#include <cstdlib>

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

std::optional<Scalar> cuda::getScalar(Type type, bool wideIndex) {
  if (isa<IndexType>(type))
    return wideIndex ? Scalar::I64 : Scalar::I32;
  if (type.isF16())
    return Scalar::F16;
  if (type.isBF16())
    return Scalar::BF16;
  if (type.isF32())
    return Scalar::F32;
  if (type.isF64())
    return Scalar::F64;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return std::nullopt;
  switch (integer.getWidth()) {
  case 1:
    return Scalar::Bool;
  case 8:
    return Scalar::I8;
  case 16:
    return Scalar::I16;
  case 32:
    return Scalar::I32;
  case 64:
    return Scalar::I64;
  default:
    return std::nullopt;
  }
}

StringRef cuda::spell(Scalar type) {
  switch (type) {
  case Scalar::Bool:
    return "bool";
  case Scalar::I8:
    return "signed char";
  case Scalar::U8:
    return "unsigned char";
  case Scalar::I16:
    return "short";
  case Scalar::U16:
    return "unsigned short";
  case Scalar::I32:
    return "int";
  case Scalar::U32:
    return "unsigned";
  case Scalar::I64:
    return "long long";
  case Scalar::U64:
    return "unsigned long long";
  case Scalar::F16:
    return "__half";
  case Scalar::BF16:
    return "__nv_bfloat16";
  case Scalar::F32:
    return "float";
  case Scalar::F64:
    return "double";
  }
  llvm_unreachable("every type is spelt");
}

std::string cuda::spell(Scalar type, int64_t lanes) {
  if (lanes == 1)
    return spell(type).str();
  return llvm::formatv("Vec<{0}, {1}>", spell(type), lanes);
}

bool cuda::isFloat(Scalar type) { return type >= Scalar::F16; }

bool cuda::isUnsigned(Scalar type) {
  return !isFloat(type) && type == toUnsigned(type);
}

unsigned cuda::getWidth(Scalar type) {
  switch (type) {
  case Scalar::Bool:
    return 1;
  case Scalar::I8:
  case Scalar::U8:
    return 8;
  case Scalar::I16:
  case Scalar::U16:
  case Scalar::F16:
  case Scalar::BF16:
    return 16;
  case Scalar::I32:
  case Scalar::U32:
  case Scalar::F32:
    return 32;
  default:
    return 64;
  }
}

Scalar cuda::toSigned(Scalar type) {
  switch (type) {
  case Scalar::U8:
    return Scalar::I8;
  case Scalar::U16:
    return Scalar::I16;
  case Scalar::U32:
    return Scalar::I32;
  case Scalar::U64:
    return Scalar::I64;
  default:
    return type;
  }
}

Scalar cuda::toUnsigned(Scalar type) {
  switch (type) {
  case Scalar::I8:
    return Scalar::U8;
  case Scalar::I16:
    return Scalar::U16;
  case Scalar::I32:
    return Scalar::U32;
  case Scalar::I64:
    return Scalar::U64;
  default:
    return type;
  }
}

Expression cuda::makeName(StringRef name, Scalar type) {
  Expression result(name.str(), type);
  result.isName = true;
  return result;
}

Expression cuda::makeInteger(int64_t value, Scalar type) {
  Expression result("", type);
  result.literal = value;
  result.isName = true;
  switch (type) {
  case Scalar::Bool:
    result.text = value & 1 ? "true" : "false";
    return result;
  case Scalar::U32:
    result.text = llvm::utostr(static_cast<uint32_t>(value)) + "u";
    return result;
  case Scalar::U64:
    result.text = llvm::utostr(static_cast<uint64_t>(value)) + "ull";
    return result;
  case Scalar::U8:
  case Scalar::U16:
    value &= (int64_t(1) << getWidth(type)) - 1;
    break;
  default:
    break;
  }
  // The least number of a type is no literal in C++, but a difference of two.
  StringRef suffix = type == Scalar::I64 ? "ll" : "";
  bool isLeast =
      value == INT64_MIN || (type == Scalar::I32 && value == INT32_MIN);
  if (isLeast)
    result.text = ("(" + llvm::Twine(value + 1) + suffix + " - 1)").str();
  else
    result.text = (llvm::Twine(value) + suffix).str();
  if (value < 0 && !isLeast)
    result.binding = Binding::Unary;
  return result;
}

/// The shortest decimal that `read` makes `value` of again.
template <typename Float, typename Read>
static std::string findDecimal(Float value, int most, Read read) {
  char text[40];
  for (int digits = 1; digits <= most; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, double(value));
    if (read(text) == value)
      break;
  }
  std::string result = text;
  if (result.find_first_of(".e") == std::string::npos)
    result += ".0";
  return result;
}

Expression cuda::makeFloat(const llvm::APFloat &value, Scalar type) {
  Expression result("", type);
  result.isName = true;
  uint64_t bits = value.bitcastToAPInt().getZExtValue();
  if (type == Scalar::F16 || type == Scalar::BF16) {
    result.text = llvm::formatv("{0}({1})",
                                type == Scalar::F16 ? "__ushort_as_half"
                                                    : "__ushort_as_bfloat16",
                                llvm::formatv("{0:x4}", bits).str());
    return result;
  }
  bool isDouble = type == Scalar::F64;
  if (!value.isFinite()) {
    StringRef meaning = value.isNaN()        ? "NaN"
                        : value.isNegative() ? "-infinity"
                                             : "infinity";
    result.text =
        isDouble
            ? llvm::formatv("__longlong_as_double({0:x16} /* {1} */)", bits,
                            meaning)
                  .str()
            : llvm::formatv("__uint_as_float({0:x8} /* {1} */)", bits, meaning)
                  .str();
    return result;
  }
  if (isDouble)
    result.text =
        findDecimal(value.convertToDouble(), 17, [](const char *text) {
          return std::strtod(text, nullptr);
        });
  else
    result.text = findDecimal(value.convertToFloat(), 9,
                              [](const char *text) {
                                return std::strtof(text, nullptr);
                              }) +
                  "f";
  if (value.isNegative())
    result.binding = Binding::Unary;
  return result;
}

static void addVariables(Expression &to, const Expression &from) {
  llvm::append_range(to.variables, from.variables);
}

static std::string parenthesize(const Expression &x, bool needed) {
  return needed ? "(" + x.text + ")" : x.text;
}

Expression cuda::makeBinary(StringRef op, Binding binding, const Expression &x,
                            const Expression &y, Scalar type) {
  // To add a negative number is to subtract a positive one, to the bit.
  if (op == "+" && isFloat(type) && y.isName && y.text.front() == '-') {
    Expression positive = y;
    positive.text.erase(0, 1);
    return makeBinary("-", binding, x, positive, type);
  }
  Expression result("", type, binding);
  // What binds as well as a name needs none; of the rest, sums and products
  // are read without effort, comparisons that are joined, and a chain of one
  // operator.
  bool isArithmetic = binding == Binding::Product || binding == Binding::Sum;
  bool isLogical = binding == Binding::And || binding == Binding::Or;
  auto isPlain = [&](const Expression &part) {
    Binding most = isLogical                      ? Binding::Equality
                   : binding >= Binding::Relation ? Binding::Sum
                                                  : Binding::Unary;
    return part.binding <= most;
  };
  auto leftNeeds = [&] {
    if (isArithmetic)
      return x.binding > binding;
    return !isPlain(x) && x.op != op;
  };
  auto rightNeeds = [&] {
    if (y.binding <= Binding::Unary)
      return y.text.front() == '-' && op == "-";
    return isArithmetic ? y.binding >= binding : !isPlain(y);
  };
  result.left = parenthesize(x, leftNeeds());
  result.op = op.str();
  result.right = parenthesize(y, rightNeeds());
  result.text = result.left + " " + result.op + " " + result.right;
  addVariables(result, x);
  addVariables(result, y);
  return result;
}

Expression cuda::makeUnary(StringRef op, const Expression &x, Scalar type) {
  Expression result("", type, Binding::Unary);
  bool needed = x.binding > Binding::Unary || x.text.front() == op.front();
  result.text = op.str() + parenthesize(x, needed);
  addVariables(result, x);
  return result;
}

Expression cuda::makeChoice(const Expression &condition, const Expression &x,
                            const Expression &y) {
  Expression result("", x.type, Binding::Choice);
  auto part = [](const Expression &e) {
    return parenthesize(e, e.binding == Binding::Choice);
  };
  result.text = part(condition) + " ? " + part(x) + " : " + part(y);
  for (const Expression *e : {&condition, &x, &y})
    addVariables(result, *e);
  return result;
}

Expression cuda::makeCall(StringRef callee, ArrayRef<Expression> arguments,
                          Scalar type) {
  Expression result("", type);
  result.text = callee.str() + "(";
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    result.text += (i ? ", " : "") + argument.text;
    addVariables(result, argument);
  }
  result.text += ")";
  return result;
}

Expression cuda::makeElement(StringRef array, const Expression &index,
                             Scalar type) {
  Expression result((array + "[" + index.text + "]").str(), type);
  addVariables(result, index);
  return result;
}

Expression cuda::convert(const Expression &x, Scalar type) {
  if (x.type == type)
    return x;
  if (x.literal && !isFloat(type))
    return makeInteger(*x.literal, type);
  Expression result("", type, Binding::Unary);
  addVariables(result, x);
  bool needed = x.binding > Binding::Unary || x.text.front() == '-';
  std::string from = parenthesize(x, needed);
  // Between the signs of one width the last conversion says it all.
  if (!x.converted.empty() && !isFloat(type) &&
      getWidth(x.type) == getWidth(type))
    from = x.converted;
  if (!isFloat(x.type) && !isFloat(type))
    result.converted = from;
  result.text = ("(" + spell(type) + ")" + from).str();
  return result;
}
