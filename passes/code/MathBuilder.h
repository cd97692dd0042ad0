//===- MathBuilder.h - Arithmetic on numbers and their bits -----*- C++ -*-===//
//
// Private to passes/code: builds `arith` and `math.fma` on values of one type,
// a scalar or a vector of f32 or f64.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_PASSES_CODE_MATHBUILDER_H
#define GRADC_PASSES_CODE_MATHBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/ArrayRef.h"

namespace gradc::code {

class MathBuilder {
public:
  /// A number: a value, or a constant that becomes one where it is used.
  class Number {
  public:
    Number(mlir::Value value) : value(value) {}
    Number(double constant) : constant(constant) {}

  private:
    friend class MathBuilder;
    mlir::Value value;
    double constant = 0.0;
  };
  using Predicate = mlir::arith::CmpFPredicate;

  /// Whether values of `type` can be computed with.
  static bool supports(mlir::Type type);
  /// `type` is one of those.
  MathBuilder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type);

  //===-- The format -----------------------------------------------------===//

  /// What stands in for a constant that depends on the format.
  template <typename T>
  T pick(T forF32, T forF64) const {
    return isF32 ? forF32 : forF64;
  }
  /// Bits of the mantissa without the leading one.
  unsigned mantissaBits() const { return isF32 ? 23 : 52; }
  /// What is added to an exponent before it is stored.
  int64_t exponentBias() const { return isF32 ? 127 : 1023; }
  /// All bits of the exponent and the sign.
  uint64_t exponentMask() const { return ~uint64_t(0) << mantissaBits(); }
  uint64_t signMask() const { return uint64_t(1) << (isF32 ? 31 : 63); }
  /// The bits of the constant `value`.
  uint64_t bitsOf(double value) const;

  //===-- Numbers --------------------------------------------------------===//

  mlir::Value add(Number a, Number b);
  mlir::Value sub(Number a, Number b);
  mlir::Value mul(Number a, Number b);
  mlir::Value div(Number a, Number b);
  /// `a * b + c`, rounded once.
  mlir::Value fma(Number a, Number b, Number c);
  mlir::Value negate(mlir::Value a);
  mlir::Value abs(mlir::Value a);
  mlir::Value sqrt(mlir::Value a);
  mlir::Value compare(Predicate predicate, Number a, Number b);
  mlir::Value select(mlir::Value condition, Number a, Number b);
  /// `x` where it is not beyond `bound`; NaN stays NaN.
  mlir::Value atMost(mlir::Value x, double bound);
  mlir::Value atLeast(mlir::Value x, double bound);
  /// The polynomial at `x` by Horner's rule; the lowest power comes first.
  mlir::Value polynomial(llvm::ArrayRef<double> forF32,
                         llvm::ArrayRef<double> forF64, mlir::Value x);

  //===-- Bits -----------------------------------------------------------===//

  mlir::Value toBits(mlir::Value number);
  mlir::Value fromBits(mlir::Value bits);
  mlir::Value addBits(mlir::Value a, mlir::Value b);
  mlir::Value addBits(mlir::Value a, uint64_t b) { return addBits(a, bits(b)); }
  mlir::Value subBits(mlir::Value a, mlir::Value b);
  mlir::Value subBits(mlir::Value a, uint64_t b) { return subBits(a, bits(b)); }
  mlir::Value subBits(uint64_t a, mlir::Value b) { return subBits(bits(a), b); }
  mlir::Value andBits(mlir::Value a, uint64_t b);
  mlir::Value orBits(mlir::Value a, mlir::Value b);
  mlir::Value shiftLeft(mlir::Value a, unsigned count);
  mlir::Value shiftRightSigned(mlir::Value a, unsigned count);
  /// `magnitude`, which is not negative, with the sign of `sign`.
  mlir::Value withSign(mlir::Value magnitude, mlir::Value sign);

  //===-- Powers of two --------------------------------------------------===//

  /// 1.5 * 2^mantissaBits + offset. Added to a number and taken away again it
  /// rounds the number to an integer n; the low bits of the sum are those of
  /// n + offset. Exact while |n + offset| < 2^(mantissaBits - 1).
  double roundingShift(int64_t offset) const;
  /// 2^(k - exponentBias) for a `sum` whose low bits are those of k. Needs
  /// 0 < k < 2 * exponentBias + 1.
  mlir::Value powerOfTwo(mlir::Value sum);
  /// `x * 2^(k - 2 * exponentBias)`, rounded once, even where the result is
  /// subnormal or infinite. Needs |x| in [1/2, 2], and the power in
  /// [2^(2 - 2 * exponentBias), 2^(2 * exponentBias)].
  mlir::Value scale(mlir::Value x, mlir::Value sum);

private:
  mlir::Value materialize(Number number);
  mlir::Value bits(uint64_t value);
  mlir::Value constant(mlir::Type type, mlir::TypedAttr value);

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::Type type, bitsType;
  bool isF32;
};

} // namespace gradc::code

#endif // GRADC_PASSES_CODE_MATHBUILDER_H
