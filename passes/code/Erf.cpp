//===- Erf.cpp - The error function and the normal distribution -----------===//
//
// Far from 0 the complement decays like e^-y^2; its logarithm to base 2 is a
// polynomial in y = |x|.
//
//===----------------------------------------------------------------------===//

#include "passes/code/Functions.h"

#include "passes/code/Polynomials.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gradc::code;
using Predicate = MathBuilder::Predicate;

/// A polynomial near 0; else 1 - 2^Q(y).
Value gradc::code::emitErf(MathBuilder &m, Value x) {
  Value y = m.abs(x);
  Value square = m.mul(y, y);
  Value q = m.polynomial(kErfF32, kErfF64, square);
  Value nearZero = m.fma(q, y, y);

  // Beyond, the result is 1.
  Value bounded = m.atMost(y, m.pick(kErfEndF32, kErfEndF64));
  Value exponent = m.polynomial(kErfcF32, kErfcF64, bounded);
  double shift = m.roundingShift(m.exponentBias());
  Value sum = m.add(exponent, shift);
  Value n = m.sub(sum, shift);
  Value r = m.sub(exponent, n);
  Value p = m.polynomial(kExp2F32, kExp2F64, r);
  Value power = m.fma(p, r, 1.0);
  Value complement = m.mul(power, m.powerOfTwo(sum));
  Value farOut = m.sub(1.0, complement);

  Value isNear = m.compare(Predicate::OLT, y, kErfSplit);
  return m.withSign(m.select(isNear, nearZero, farOut), x);
}

/// The tail at -y is 2^(y Q(y) - 1) = s + s r P(r) with s = 2^(n - 1),
/// n = round(y Q(y)), r = y Q(y) - n: the result below 0, and what it lacks of
/// 1 above 0. Neither is rounded before the last operation.
Value gradc::code::emitNormalCdf(MathBuilder &m, Value x) {
  Value y = m.atMost(m.abs(x), kNormalTailEnd);
  Value q = m.polynomial(kNormalTailF32, kNormalTailF64, y);
  double shift = m.roundingShift(m.exponentBias() - 1);
  Value sum = m.fma(y, q, shift);
  Value n = m.sub(sum, shift);
  Value r = m.fma(y, q, m.negate(n));
  Value s = m.powerOfTwo(sum);

  Value isNegative = m.compare(Predicate::OLT, x, 0.0);
  Value signedPower = m.select(isNegative, s, m.negate(s));
  Value start = m.select(isNegative, 0.0, 1.0);
  Value rest = m.add(start, signedPower);
  Value p = m.polynomial(kExp2F32, kExp2F64, r);
  Value factor = m.mul(r, signedPower);
  return m.fma(p, factor, rest);
}

/// 1 / (1 + 2^z), z = -2 log2(e) sqrt(2/pi) (x + 0.044715 x^3). The coefficient
/// of x in z is near -2: with z = -2 x + x w no rounding of w matters, and x w
/// is not rounded. All is multiplied by c as in emitLogistic.
Value gradc::code::emitNormalCdfByTanh(MathBuilder &m, Value x) {
  constexpr double kSlope =
      1.5957691216057307117 * llvm::numbers::log2e; // 2 sqrt(2/pi) log2(e)
  // Beyond, the result is 1 or as good as 0.
  x = m.atMost(x, 7.5);
  x = m.atLeast(x, -10.0);
  Value square = m.mul(x, x);
  Value w = m.fma(square, -0.044715 * kSlope, 2.0 - kSlope);
  Value linear = m.mul(x, -2.0);
  Value z = m.fma(x, w, linear);
  double shift = m.roundingShift(m.exponentBias() - m.pick<int64_t>(32, 128));
  double c = m.pick(0x1p-32, 0x1p-128);
  Value sum = m.add(z, shift);
  Value n = m.sub(sum, shift);
  Value r = m.fma(x, w, m.sub(linear, n));
  Value s = m.powerOfTwo(sum);
  Value p = m.polynomial(kExp2F32, kExp2F64, r);
  Value factor = m.mul(r, s);
  Value rest = m.add(s, c);
  Value denominator = m.fma(p, factor, rest);
  Value quotient = m.div(c, denominator);
  // What the denominator lost when it was rounded, given back to the quotient:
  // c / (d + l) = q - q l / d nearly, and 1 / d = q / c.
  Value lost = m.fma(p, factor, m.sub(rest, denominator));
  Value product = m.mul(quotient, lost);
  Value correction = m.mul(product, -1.0 / c);
  return m.fma(correction, quotient, quotient);
}
