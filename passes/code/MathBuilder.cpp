//===- MathBuilder.cpp - Arithmetic on numbers and their bits -------------===//

#include "passes/code/MathBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace gradc::code;

bool MathBuilder::supports(Type type) {
  Type element = getElementTypeOrSelf(type);
  bool isShape = isa<ShapedType>(type) && !isa<VectorType>(type);
  return !isShape && (element.isF32() || element.isF64());
}

MathBuilder::MathBuilder(OpBuilder &builder, Location loc, Type type)
    : b(builder), loc(loc), type(type),
      isF32(getElementTypeOrSelf(type).isF32()) {
  bitsType = b.getIntegerType(isF32 ? 32 : 64);
  if (auto vector = dyn_cast<VectorType>(type))
    bitsType = vector.clone(bitsType);
}

uint64_t MathBuilder::bitsOf(double value) const {
  if (isF32)
    return llvm::bit_cast<uint32_t>(static_cast<float>(value));
  return llvm::bit_cast<uint64_t>(value);
}

Value MathBuilder::constant(Type type, TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(type))
    return b.create<arith::ConstantOp>(
        loc, DenseElementsAttr::get(vector, static_cast<Attribute>(value)));
  return b.create<arith::ConstantOp>(loc, value);
}

Value MathBuilder::materialize(Number number) {
  if (number.value)
    return number.value;
  Type element = getElementTypeOrSelf(type);
  return constant(type, b.getFloatAttr(element, number.constant));
}

Value MathBuilder::bits(uint64_t value) {
  Type element = getElementTypeOrSelf(bitsType);
  APInt integer(element.getIntOrFloatBitWidth(),
                isF32 ? static_cast<uint32_t>(value) : value);
  return constant(bitsType, b.getIntegerAttr(element, integer));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value MathBuilder::add(Number a, Number c) {
  Value lhs = materialize(a), rhs = materialize(c);
  return b.create<arith::AddFOp>(loc, lhs, rhs);
}

Value MathBuilder::sub(Number a, Number c) {
  Value lhs = materialize(a), rhs = materialize(c);
  return b.create<arith::SubFOp>(loc, lhs, rhs);
}

Value MathBuilder::mul(Number a, Number c) {
  Value lhs = materialize(a), rhs = materialize(c);
  return b.create<arith::MulFOp>(loc, lhs, rhs);
}

Value MathBuilder::div(Number a, Number c) {
  Value lhs = materialize(a), rhs = materialize(c);
  return b.create<arith::DivFOp>(loc, lhs, rhs);
}

Value MathBuilder::fma(Number a, Number c, Number d) {
  Value lhs = materialize(a), rhs = materialize(c), term = materialize(d);
  return b.create<math::FmaOp>(loc, lhs, rhs, term);
}

Value MathBuilder::negate(Value a) { return b.create<arith::NegFOp>(loc, a); }
Value MathBuilder::abs(Value a) { return b.create<math::AbsFOp>(loc, a); }
Value MathBuilder::sqrt(Value a) { return b.create<math::SqrtOp>(loc, a); }

Value MathBuilder::compare(Predicate predicate, Number a, Number c) {
  Value lhs = materialize(a), rhs = materialize(c);
  return b.create<arith::CmpFOp>(loc, predicate, lhs, rhs);
}

Value MathBuilder::select(Value condition, Number a, Number c) {
  Value lhs = materialize(a), rhs = materialize(c);
  return b.create<arith::SelectOp>(loc, condition, lhs, rhs);
}

Value MathBuilder::atMost(Value x, double bound) {
  Value isBeyond = compare(Predicate::OGT, x, bound);
  return select(isBeyond, bound, x);
}

Value MathBuilder::atLeast(Value x, double bound) {
  Value isBeyond = compare(Predicate::OLT, x, bound);
  return select(isBeyond, bound, x);
}

Value MathBuilder::polynomial(ArrayRef<double> forF32, ArrayRef<double> forF64,
                              Value x) {
  ArrayRef<double> coefficients = isF32 ? forF32 : forF64;
  Number sum = coefficients.back();
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, coefficient);
  return materialize(sum);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Value MathBuilder::toBits(Value number) {
  return b.create<arith::BitcastOp>(loc, bitsType, number);
}

Value MathBuilder::fromBits(Value bits) {
  return b.create<arith::BitcastOp>(loc, type, bits);
}

Value MathBuilder::addBits(Value a, Value c) {
  return b.create<arith::AddIOp>(loc, a, c);
}

Value MathBuilder::subBits(Value a, Value c) {
  return b.create<arith::SubIOp>(loc, a, c);
}

Value MathBuilder::andBits(Value a, uint64_t c) {
  return b.create<arith::AndIOp>(loc, a, bits(c));
}

Value MathBuilder::orBits(Value a, Value c) {
  return b.create<arith::OrIOp>(loc, a, c);
}

Value MathBuilder::shiftLeft(Value a, unsigned count) {
  return b.create<arith::ShLIOp>(loc, a, bits(count));
}

Value MathBuilder::shiftRightSigned(Value a, unsigned count) {
  return b.create<arith::ShRSIOp>(loc, a, bits(count));
}

Value MathBuilder::withSign(Value magnitude, Value sign) {
  Value signBit = andBits(toBits(sign), signMask());
  return fromBits(orBits(toBits(magnitude), signBit));
}

//===----------------------------------------------------------------------===//
// Powers of two
//===----------------------------------------------------------------------===//

double MathBuilder::roundingShift(int64_t offset) const {
  return 1.5 * static_cast<double>(uint64_t(1) << mantissaBits()) +
         static_cast<double>(offset);
}

Value MathBuilder::powerOfTwo(Value sum) {
  // The shift leaves nothing of the constant that was added.
  return fromBits(shiftLeft(toBits(sum), mantissaBits()));
}

Value MathBuilder::scale(Value x, Value sum) {
  // Two factors, each a normal number, of half the exponent each; the product
  // with the first one is exact.
  Value k = toBits(sum);
  Value half = andBits(shiftLeft(k, mantissaBits() - 1), exponentMask());
  Value rest = subBits(shiftLeft(k, mantissaBits()), half);
  Value scaled = mul(x, fromBits(half));
  return mul(scaled, fromBits(rest));
}
