//===- Expression.h - Expressions of CUDA C++ as text -----------*- C++ -*-===//
//
// An expression knows its type and how tightly it binds, so that parentheses
// and casts stand where they are needed and nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_COMPILER_CUDA_EXPRESSION_H
#define GRADC_COMPILER_CUDA_EXPRESSION_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace gradc::cuda {

/// C++'s types of one element. MLIR's integers have no sign; in C++ the one
/// that an op needs is chosen.
enum class Scalar {
  Bool,
  I8,
  U8,
  I16,
  U16,
  I32,
  U32,
  I64,
  U64,
  F16,
  BF16,
  F32,
  F64
};

/// How tightly an operator binds, tightest first.
enum class Binding {
  Primary,
  Unary,
  Product,
  Sum,
  Shift,
  Relation,
  Equality,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
  Choice
};

struct Expression {
  Expression(std::string text, Scalar type, Binding binding = Binding::Primary)
      : text(std::move(text)), type(type), binding(binding) {}

  std::string text;
  Scalar type;
  Binding binding;
  /// A name or a literal: costs nothing to write again.
  bool isName = false;
  /// The value, of an integer literal.
  std::optional<int64_t> literal;
  /// The variables in it that may be assigned.
  llvm::SmallVector<std::string, 1> variables;
  /// For `x + y` and the like: the texts of x, of the operator and of y.
  std::string left, op, right;
  /// For an integer that was converted: the text of what it was before.
  std::string converted;
};

/// The C++ type for an element of type `type`, signed if it is an integer;
/// nothing if CUDA has none.
std::optional<Scalar> getScalar(mlir::Type type, bool wideIndex);

/// "unsigned long long".
llvm::StringRef spell(Scalar type);

/// An array of vectors or scalars: "float" or "Vec<float, 4>".
std::string spell(Scalar type, int64_t lanes);

bool isFloat(Scalar type);
bool isUnsigned(Scalar type);
unsigned getWidth(Scalar type);
Scalar toSigned(Scalar type);
Scalar toUnsigned(Scalar type);

Expression makeName(llvm::StringRef name, Scalar type);
Expression makeInteger(int64_t value, Scalar type);
/// Exactly `value`: the shortest decimal that reads back as it, or its bits.
Expression makeFloat(const llvm::APFloat &value, Scalar type);

/// `x op y`, with the parentheses that it needs: an operator of arithmetic
/// associates to the left, others are kept apart from each other.
Expression makeBinary(llvm::StringRef op, Binding binding, const Expression &x,
                      const Expression &y, Scalar type);
/// `op x`.
Expression makeUnary(llvm::StringRef op, const Expression &x, Scalar type);
Expression makeChoice(const Expression &condition, const Expression &x,
                      const Expression &y);
Expression makeCall(llvm::StringRef callee,
                    llvm::ArrayRef<Expression> arguments, Scalar type);
/// `array[index]`.
Expression makeElement(llvm::StringRef array, const Expression &index,
                       Scalar type);
/// `x` as a `type`; what is one already stays as it is.
Expression convert(const Expression &x, Scalar type);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_EXPRESSION_H
