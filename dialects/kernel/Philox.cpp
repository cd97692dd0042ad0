//===- Philox.cpp - Random bits written out in arith ----------------------===//
//
// Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy
// as 1, 2, 3", SC 2011. SplitMix64: Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014.
//
//===----------------------------------------------------------------------===//

#include "dialects/kernel/Philox.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace {

/// Integer arithmetic on scalars or vectors.
struct Emitter {
  OpBuilder &b;
  Location loc;

  Value constant(Type type, uint64_t value) {
    Type element = getElementTypeOrSelf(type);
    TypedAttr attr = b.getIntegerAttr(
        element, APInt(element.getIntOrFloatBitWidth(), value));
    if (auto vector = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vector, Attribute(attr));
    return b.create<arith::ConstantOp>(loc, type, attr);
  }
  Value add(Value x, Value y) { return b.create<arith::AddIOp>(loc, x, y); }
  Value mul(Value x, Value y) { return b.create<arith::MulIOp>(loc, x, y); }
  Value exclusiveOr(Value x, Value y) {
    return b.create<arith::XOrIOp>(loc, x, y);
  }
  Value shiftRight(Value x, uint64_t by) {
    return b.create<arith::ShRUIOp>(loc, x, constant(x.getType(), by));
  }
  /// Words of 32 bits, in a shape like that of `x`.
  Value low(Value x) {
    Type type = b.getI32Type();
    if (auto vector = dyn_cast<VectorType>(x.getType()))
      type = vector.clone(type);
    return b.create<arith::TruncIOp>(loc, type, x);
  }
  Value high(Value x) { return low(shiftRight(x, 32)); }
  Value splatLike(Value x, Value like) {
    auto vector = dyn_cast<VectorType>(like.getType());
    if (!vector)
      return x;
    return b.create<vector::BroadcastOp>(loc, vector.clone(x.getType()), x);
  }
  Value splitMix64(Value x) {
    Value z = add(x, constant(x.getType(), 0x9E3779B97F4A7C15));
    z = exclusiveOr(z, shiftRight(z, 30));
    z = mul(z, constant(x.getType(), 0xBF58476D1CE4E5B9));
    z = exclusiveOr(z, shiftRight(z, 27));
    z = mul(z, constant(x.getType(), 0x94D049BB133111EB));
    return exclusiveOr(z, shiftRight(z, 31));
  }
};

} // namespace

std::array<Value, 4> gradc::kernel::emitPhiloxBlock(OpBuilder &b, Location loc,
                                                    Value seed, Value step,
                                                    Value iteration,
                                                    Value block) {
  Emitter e{b, loc};
  Value key = e.splitMix64(seed);
  std::array<Value, 4> counter = {e.low(block), e.high(block),
                                  e.splatLike(e.low(step), block),
                                  e.splatLike(e.low(iteration), block)};
  Type word = counter[0].getType(), keyWord = b.getI32Type();
  Value multiplier0 = e.constant(word, 0xD2511F53);
  Value multiplier1 = e.constant(word, 0xCD9E8D57);
  Value weyl0 = e.constant(keyWord, 0x9E3779B9);
  Value weyl1 = e.constant(keyWord, 0xBB67AE85);
  // The rounds are a loop: written out, they would be most of a kernel's code.
  Value zero = b.create<arith::ConstantIndexOp>(loc, 0);
  Value one = b.create<arith::ConstantIndexOp>(loc, 1);
  Value rounds = b.create<arith::ConstantIndexOp>(loc, 10);
  auto loop =
      b.create<scf::ForOp>(loc, zero, rounds, one,
                           ValueRange{counter[0], counter[1], counter[2],
                                      counter[3], e.low(key), e.high(key)});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  ValueRange carried = loop.getRegionIterArgs();
  Value key0 = carried[4], key1 = carried[5];
  auto product0 =
      b.create<arith::MulUIExtendedOp>(loc, carried[0], multiplier0);
  auto product1 =
      b.create<arith::MulUIExtendedOp>(loc, carried[2], multiplier1);
  Value first = e.exclusiveOr(product1.getHigh(), carried[1]);
  first = e.exclusiveOr(first, e.splatLike(key0, block));
  Value third = e.exclusiveOr(product0.getHigh(), carried[3]);
  third = e.exclusiveOr(third, e.splatLike(key1, block));
  Value next0 = e.add(key0, weyl0);
  Value next1 = e.add(key1, weyl1);
  b.create<scf::YieldOp>(loc, ValueRange{first, product1.getLow(), third,
                                         product0.getLow(), next0, next1});
  return {loop.getResult(0), loop.getResult(1), loop.getResult(2),
          loop.getResult(3)};
}

Value gradc::kernel::emitPhilox(OpBuilder &b, Location loc, Value seed,
                                Value step, Value iteration, Value offset,
                                Value index) {
  Emitter e{b, loc};
  Value element = e.add(e.splatLike(offset, index), index);
  std::array<Value, 4> words =
      emitPhiloxBlock(b, loc, seed, step, iteration, e.shiftRight(element, 2));
  Value which = e.low(element);
  Type word = which.getType();
  which = b.create<arith::AndIOp>(loc, which, e.constant(word, 3));
  Value bits = words[3];
  for (int i = 2; i >= 0; --i) {
    Value isWord = b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, which,
                                           e.constant(word, i));
    bits = b.create<arith::SelectOp>(loc, isWord, words[i], bits);
  }
  return bits;
}
