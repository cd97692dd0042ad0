//===- Exp.cpp - The exponential and what is made of it -------------------===//
//
// e^x = 2^n e^r with n = round(x / ln 2) and r = x - n ln 2, |r| <= ln(2) / 2,
// where e^r is a polynomial. Where e^x meets a constant, as in e^x - 1 and
// 1 + e^x, it is never rounded by itself: with p = e^r - 1 and s = 2^n,
// e^x + c = s p + (s + c) is one fused multiply-add.
//
//===----------------------------------------------------------------------===//

#include "passes/code/Functions.h"

#include "passes/code/Polynomials.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gradc::code;

/// ln 2 rounded to f32 and to f64, and what that leaves out.
static constexpr double kLn2F32 = 0x1.62e43p-1, kLn2RestF32 = -0x1.05c61p-29;
static constexpr double kLn2F64 = 0x1.62e42fefa39efp-1,
                        kLn2RestF64 = 0x1.abc9e3b39803fp-56;

namespace {
/// An argument as n ln 2 + r.
struct Reduced {
  Value r;
  /// Has the low bits of n + offset.
  Value sum;
};
} // namespace

/// `isShort`: |n| is so small that ln 2 itself will do.
static Reduced reduce(MathBuilder &m, Value x, int64_t offset,
                      bool isShort = false) {
  double shift = m.roundingShift(offset);
  Value sum = m.fma(x, llvm::numbers::log2e, shift);
  Value n = m.sub(sum, shift);
  Value r = m.fma(n, -m.pick(kLn2F32, kLn2F64), x);
  if (!isShort)
    r = m.fma(n, -m.pick(kLn2RestF32, kLn2RestF64), r);
  return {r, sum};
}

/// e^r - 1, relatively exact at 0 too.
static Value emitReducedExpM1(MathBuilder &m, Value r) {
  Value q = m.polynomial(kExpF32, kExpF64, r);
  Value square = m.mul(r, r);
  return m.fma(square, q, r);
}

Value gradc::code::emitExp(MathBuilder &m, Value x) {
  // Beyond, the result is infinite or 0 already.
  x = m.atMost(x, m.pick(89.0, 710.0));
  x = m.atLeast(x, m.pick(-104.0, -746.0));
  Reduced reduced = reduce(m, x, 2 * m.exponentBias());
  Value p = m.polynomial(kExpF32, kExpF64, reduced.r);
  p = m.fma(p, reduced.r, 1.0);
  p = m.fma(p, reduced.r, 1.0);
  return m.scale(p, reduced.sum);
}

Value gradc::code::emitExp2(MathBuilder &m, Value x) {
  x = m.atMost(x, m.pick(129.0, 1025.0));
  x = m.atLeast(x, m.pick(-151.0, -1076.0));
  double shift = m.roundingShift(2 * m.exponentBias());
  Value sum = m.add(x, shift);
  Value n = m.sub(sum, shift);
  Value r = m.sub(x, n);
  Value p = m.polynomial(kExp2F32, kExp2F64, r);
  p = m.fma(p, r, 1.0);
  return m.scale(p, sum);
}

Value gradc::code::emitExpM1(MathBuilder &m, Value x) {
  // Beyond, the result is infinite or -1 already.
  Value bounded = m.atMost(x, m.pick(89.0, 710.0));
  bounded = m.atLeast(bounded, m.pick(-30.0, -60.0));
  // Half of it, for 2^n may be just too large.
  Reduced reduced = reduce(m, bounded, m.exponentBias() - 1);
  Value p = emitReducedExpM1(m, reduced.r);
  Value s = m.powerOfTwo(reduced.sum);
  Value rest = m.sub(s, 0.5);
  Value half = m.fma(p, s, rest);
  Value y = m.add(half, half);
  // Keeps -0 and the last bit of subnormal numbers.
  Value size = m.abs(x);
  Value isTiny =
      m.compare(MathBuilder::Predicate::OLT, size, m.pick(0x1p-24, 0x1p-53));
  return m.select(isTiny, x, y);
}

/// c / (c + c e^-x) with c = 2^-k, so that neither a large e^-x overflows nor a
/// small result is rounded before the division. With c e^-x = s + s p, s + c is
/// exact where s is not much the larger; there c goes into the sum first.
Value gradc::code::emitLogistic(MathBuilder &m, Value x) {
  x = m.atMost(x, m.pick(30.0, 60.0));
  x = m.atLeast(x, m.pick(-105.0, -746.0));
  Value negated = m.negate(x);
  double c = m.pick(0x1p-32, 0x1p-128);
  Reduced reduced =
      reduce(m, negated, m.exponentBias() - m.pick<int64_t>(32, 128));
  Value p = emitReducedExpM1(m, reduced.r);
  Value s = m.powerOfTwo(reduced.sum);
  Value isLarge = m.compare(MathBuilder::Predicate::OGT, s, 0x1p12 * c);
  Value both = m.add(s, c);
  Value first = m.select(isLarge, c, both);
  Value second = m.select(isLarge, s, 0.0);
  Value partial = m.fma(p, s, first);
  Value denominator = m.add(partial, second);
  return m.div(c, denominator);
}

/// A polynomial near 0; else 1 - 1 / (1/2 + e^2y / 2), y = |x|, whose quotient
/// is at most 1/2.
Value gradc::code::emitTanh(MathBuilder &m, Value x) {
  Value y = m.abs(x);
  Value square = m.mul(y, y);
  Value q = m.polynomial(kTanhF32, kTanhF64, square);
  Value cube = m.mul(y, square);
  Value nearZero = m.fma(cube, q, y);

  // Beyond, the result is 1.
  Value bounded = m.atMost(y, m.pick(9.2, 22.0));
  Value twice = m.add(bounded, bounded);
  Reduced reduced = reduce(m, twice, m.exponentBias() - 1, /*isShort=*/true);
  Value p = emitReducedExpM1(m, reduced.r);
  Value s = m.powerOfTwo(reduced.sum);
  Value rest = m.add(s, 0.5);
  Value denominator = m.fma(p, s, rest);
  Value quotient = m.div(1.0, denominator);
  Value farOut = m.sub(1.0, quotient);

  Value isNear = m.compare(MathBuilder::Predicate::OLT, y, kTanhSplit);
  return m.withSign(m.select(isNear, nearZero, farOut), x);
}
