//===- Expr.h - Formulas over tensors ---------------------------*- C++ -*-===//
//
// Operations on `Expr`: each emits one or a few `prim` ops at the context's
// insertion point. Operands of a binary operation have the same type; a
// `double` stands for a splat of the other operand's type. Nothing is broadcast
// implicitly.
//
// g++ and clang evaluate the operands of `a * b + c * d` in different orders:
// let at most one operand of an operator emit ops, and name the others first.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_DIALECTS_PRIM_EXPR_H
#define GRADC_DIALECTS_PRIM_EXPR_H

#include "dialects/interfaces/Vjp.h"
#include "dialects/prim/Prim.h"

namespace gradc {

Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator-(Expr a);
Expr operator+(Expr a, double b);
Expr operator-(Expr a, double b);
Expr operator-(double a, Expr b);
Expr operator*(Expr a, double b);
Expr operator*(double a, Expr b);
Expr operator/(Expr a, double b);
Expr operator/(double a, Expr b);

Expr abs(Expr x);
Expr ceil(Expr x);
Expr cosine(Expr x);
Expr erf(Expr x);
Expr exponential(Expr x);
Expr exponentialMinusOne(Expr x);
Expr floor(Expr x);
Expr isFinite(Expr x);
Expr log(Expr x);
Expr logPlusOne(Expr x);
Expr logistic(Expr x);
Expr maximum(Expr a, Expr b);
Expr minimum(Expr a, Expr b);
Expr normalCdf(Expr x, bool byTanh);
/// The derivative of normalCdf, whose result is `y`.
Expr normalDensity(Expr x, Expr y, bool byTanh);
Expr power(Expr a, Expr b);
Expr remainder(Expr a, Expr b);
Expr roundNearestEven(Expr x);
Expr rsqrt(Expr x);
Expr sign(Expr x);
Expr sine(Expr x);
Expr sqrt(Expr x);
Expr tanh(Expr x);

/// i1 logic.
Expr logicalAnd(Expr a, Expr b);
Expr logicalOr(Expr a, Expr b);
Expr logicalNot(Expr a);

/// i1 tensor of `a DIR b`.
Expr compare(prim::ComparisonDirection direction, Expr a, Expr b);
Expr compare(prim::ComparisonDirection direction, Expr a, double b);
/// `pred` (i1, same shape or rank 0) ? a : b.
Expr select(Expr pred, Expr a, Expr b);
Expr select(Expr pred, Expr a, double b);
Expr select(Expr pred, double a, Expr b);
/// `x` with another element type, values converted as prim.convert does.
Expr convert(Expr x, mlir::Type elementType);

/// A splat. `type` is a ranked tensor of a float, an integer or i1.
Expr full(ExprContext &c, mlir::RankedTensorType type, double value);
Expr fullLike(Expr x, double value);
/// The index along `dim`.
Expr iota(ExprContext &c, mlir::RankedTensorType type, int64_t dim);

/// Result dimension `dims[i]` is operand dimension i (StableHLO's meaning).
Expr broadcastInDim(Expr x, llvm::ArrayRef<int64_t> shape,
                    llvm::ArrayRef<int64_t> dims);
/// A rank-0 tensor repeated over `shape`.
Expr splat(Expr scalar, llvm::ArrayRef<int64_t> shape);
/// Puts `x`, whose shape is `like`'s without `dims`, back over `like`'s shape:
/// undoes a reduction's loss of dimensions.
Expr broadcastOver(Expr x, Expr like, llvm::ArrayRef<int64_t> dims);
Expr reshape(Expr x, llvm::ArrayRef<int64_t> shape);
Expr transpose(Expr x, llvm::ArrayRef<int64_t> permutation);
Expr slice(Expr x, llvm::ArrayRef<int64_t> start, llvm::ArrayRef<int64_t> limit,
           llvm::ArrayRef<int64_t> strides);
Expr pad(Expr x, Expr value, llvm::ArrayRef<int64_t> low,
         llvm::ArrayRef<int64_t> high, llvm::ArrayRef<int64_t> interior);
Expr concatenate(llvm::ArrayRef<Expr> xs, int64_t dim);
Expr reverse(Expr x, llvm::ArrayRef<int64_t> dims);

/// Reductions over `dims`; the dimensions are dropped.
Expr reduceSum(Expr x, llvm::ArrayRef<int64_t> dims);
Expr reduceMax(Expr x, llvm::ArrayRef<int64_t> dims);
Expr reduceMin(Expr x, llvm::ArrayRef<int64_t> dims);
/// i1 reductions.
Expr reduceAnd(Expr x, llvm::ArrayRef<int64_t> dims);
Expr reduceOr(Expr x, llvm::ArrayRef<int64_t> dims);

/// StableHLO's dot_general; the result has dimensions batch, lhs free, rhs
/// free and element type `elementType` (null: the operands').
Expr dotGeneral(Expr lhs, Expr rhs, llvm::ArrayRef<int64_t> lhsBatch,
                llvm::ArrayRef<int64_t> rhsBatch,
                llvm::ArrayRef<int64_t> lhsContracting,
                llvm::ArrayRef<int64_t> rhsContracting,
                mlir::Type elementType = nullptr);

} // namespace gradc

#endif // GRADC_DIALECTS_PRIM_EXPR_H
