//===- Vjp.h - What a VJP rule sees -----------------------------*- C++ -*-===//
//
// `Expr` makes a rule read like the formula it implements; the operations on it
// are in dialects/prim/Expr.h, for a derivative is always written in `prim`.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_DIALECTS_INTERFACES_VJP_H
#define GRADC_DIALECTS_INTERFACES_VJP_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gradc {

/// Where expressions are emitted.
struct ExprContext {
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

/// A tensor value that knows where to emit code. Null means "zero".
/// An `Expr` must not outlive its context.
class Expr {
public:
  Expr() = default;
  Expr(ExprContext &context, mlir::Value value)
      : context(&context), value(value) {}

  explicit operator bool() const { return static_cast<bool>(value); }
  mlir::Value get() const { return value; }
  ExprContext &getContext() const { return *context; }
  mlir::RankedTensorType getType() const {
    return mlir::cast<mlir::RankedTensorType>(value.getType());
  }
  mlir::Type getElementType() const { return getType().getElementType(); }
  llvm::ArrayRef<int64_t> getShape() const { return getType().getShape(); }
  int64_t getRank() const { return getType().getRank(); }

private:
  ExprContext *context = nullptr;
  mlir::Value value;
};

/// One entry per operand; a null entry means no gradient flows to it.
using Cotangents = llvm::SmallVector<Expr, 2>;

/// What a rule may see: the cotangents of the op's results, the primal values
/// and whether a gradient is wanted for an operand.
class VjpContext : public ExprContext {
public:
  using IsActive = llvm::function_ref<bool(mlir::Value)>;

  VjpContext(mlir::OpBuilder &builder, mlir::Location loc,
             mlir::ValueRange resultCotangents, IsActive activity)
      : ExprContext{builder, loc}, resultCotangents(resultCotangents),
        activity(activity) {}

  /// The cotangent of result `index`; never null where the result is a float.
  Expr cotangent(unsigned index = 0) {
    return Expr(*this, resultCotangents[index]);
  }
  /// Lifts a primal operand or result into the rule's vocabulary.
  Expr operator()(mlir::Value primal) { return Expr(*this, primal); }
  /// Whether anybody wants the cotangent of `operand`.
  bool isActive(mlir::Value operand) const { return activity(operand); }

private:
  mlir::ValueRange resultCotangents;
  IsActive activity;
};

/// What the rule of an op with regions sees. Its inputs are its operands and,
/// after them, the values from above that its regions use, each once.
class RegionVjpContext : public VjpContext {
public:
  using Pullback =
      llvm::function_ref<llvm::FailureOr<llvm::SmallVector<mlir::Value>>(
          mlir::OpBuilder &, mlir::ValueRange, mlir::ValueRange,
          mlir::ValueRange)>;

  RegionVjpContext(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::ValueRange resultCotangents, IsActive activity,
                   mlir::ValueRange inputs, Pullback engine)
      : VjpContext(builder, loc, resultCotangents, activity), values(inputs),
        engine(engine) {}

  mlir::ValueRange inputs() const { return values; }

  /// Emits, at the insertion point of `builder`, which stands in a block, the
  /// reverse sweep over the ops before it in that block: from `cotangents` of
  /// `outputs` (null: zero) to those of `wrt` (zeros where none flows). A rule
  /// calls it on the copy of a region's body that it has put into the reverse
  /// region, where every value the sweep needs is in sight. On failure an error
  /// has been emitted.
  llvm::FailureOr<llvm::SmallVector<mlir::Value>>
  pullback(mlir::OpBuilder &builder, mlir::ValueRange outputs,
           mlir::ValueRange cotangents, mlir::ValueRange wrt) {
    return engine(builder, outputs, cotangents, wrt);
  }

private:
  mlir::ValueRange values;
  Pullback engine;
};

} // namespace gradc

#endif // GRADC_DIALECTS_INTERFACES_VJP_H
