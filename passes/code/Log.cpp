//===- Log.cpp - Logarithms -----------------------------------------------===//
//
// x = 2^e (1 + f) with 1 + f in [2/3, 4/3), so ln x = e ln 2 + ln(1 + f), where
// ln(1 + f) is a polynomial.
//
//===----------------------------------------------------------------------===//

#include "passes/code/Functions.h"

#include "passes/code/Polynomials.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace gradc::code;
using Predicate = MathBuilder::Predicate;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// The bits of a positive `x` less those of 2/3: e stands above the mantissa.
static Value subtractTwoThirds(MathBuilder &m, Value x) {
  return m.subBits(m.toBits(x), m.bitsOf(2.0 / 3.0));
}

/// e from `difference`, as a number, less `less`, a number of roundingShift.
static Value takeExponent(MathBuilder &m, Value difference,
                          MathBuilder::Number less) {
  Value e = m.shiftRightSigned(difference, m.mantissaBits());
  Value shifted = m.addBits(e, m.bitsOf(m.roundingShift(0)));
  return m.sub(m.fromBits(shifted), less);
}

/// e ln 2 + ln(1 + f).
static Value emitSum(MathBuilder &m, Value e, Value f) {
  Value q = m.polynomial(kLogF32, kLogF64, f);
  Value square = m.mul(f, f);
  Value logarithm = m.fma(square, q, f);
  return m.fma(e, llvm::numbers::ln2, logarithm);
}

/// `y`, but -inf where `x` is `pole`, NaN below it, and `x` where that is
/// infinite or NaN.
static Value emitEdges(MathBuilder &m, Value x, Value y, double pole) {
  Value isFinite = m.compare(Predicate::OLT, x, kInfinity);
  y = m.select(isFinite, y, x);
  Value isPole = m.compare(Predicate::OEQ, x, pole);
  Value edge = m.select(isPole, -kInfinity, kNaN);
  Value isAbove = m.compare(Predicate::OGT, x, pole);
  return m.select(isAbove, y, edge);
}

Value gradc::code::emitLog(MathBuilder &m, Value x) {
  // A subnormal number times 2^k is a normal one.
  int64_t k = m.mantissaBits() + 2;
  Value isSubnormal = m.compare(Predicate::OLT, x, m.pick(0x1p-126, 0x1p-1022));
  Value multiplied = m.mul(x, static_cast<double>(uint64_t(1) << k));
  Value normal = m.select(isSubnormal, multiplied, x);
  Value less = m.select(isSubnormal, m.roundingShift(k), m.roundingShift(0));

  Value difference = subtractTwoThirds(m, normal);
  Value exponent = m.andBits(difference, m.exponentMask());
  Value mantissa = m.fromBits(m.subBits(m.toBits(normal), exponent));
  Value f = m.sub(mantissa, 1.0);
  Value e = takeExponent(m, difference, less);
  return emitEdges(m, x, emitSum(m, e, f), 0.0);
}

/// 1 + x gives e; f = 2^-e x + (2^-e - 1) is then formed from x itself, so that
/// nothing of a small x is lost.
Value gradc::code::emitLog1p(MathBuilder &m, Value x) {
  Value difference = subtractTwoThirds(m, m.add(x, 1.0));
  Value exponent = m.andBits(difference, m.exponentMask());
  Value scaled = m.fromBits(m.subBits(m.toBits(x), exponent));
  // 2^-e may be subnormal, four times as much is not.
  Value four = m.fromBits(m.subBits(m.bitsOf(4.0), exponent));
  Value rest = m.fma(four, 0.25, -1.0);
  Value f = m.add(scaled, rest);
  Value e = takeExponent(m, difference, m.roundingShift(0));
  // Keeps -0.
  Value y = m.withSign(emitSum(m, e, f), x);
  return emitEdges(m, x, y, -1.0);
}
