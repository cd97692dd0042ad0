//===- Init.cpp - The entry that makes the initial state ------------------===//
//
// Values depend on the seed and on the parameter's name alone, so that they
// stay the same when a model gets other parameters besides.
//
//===----------------------------------------------------------------------===//

#include "dialects/prim/Expr.h"
#include "passes/train/Entry.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::train;

/// The 64-bit FNV-1a hash of a name.
static uint64_t hashName(StringRef name) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (unsigned char byte : name.bytes())
    hash = (hash ^ byte) * 0x100000001b3ull;
  return hash;
}

namespace {

/// Emits the initial values of one state after another.
class Initializer {
public:
  Initializer(OpBuilder &builder, Value seed) : builder(builder), seed(seed) {}

  Value emit(const State &state) {
    ExprContext c{builder, state.loc};
    if (state.role == kCounter && state.name == kSeed)
      return seed;
    if (!state.init)
      return full(c, state.type, 0.0).get();
    auto kind = state.init.getAs<StringAttr>("kind");
    auto number = [&](StringRef key) {
      return state.init.getAs<FloatAttr>(key).getValueAsDouble();
    };
    if (kind == "constant")
      return full(c, state.type, number("value")).get();
    if (kind == "uniform")
      return uniform(c, state, number("low"), number("high")).get();
    return normal(c, state, number("mean"), number("std")).get();
  }

private:
  /// Uniform numbers k * 2^-24 in [0, 1): the upper 24 bits of 32.
  Expr unit(ExprContext &c, const State &state, ArrayRef<int64_t> shape) {
    Expr zero = full(c, RankedTensorType::get({}, builder.getI64Type()), 0.0);
    auto type = RankedTensorType::get(
        shape, builder.getIntegerType(32, /*isSigned=*/false));
    Expr bits(c, builder.create<prim::PhiloxOp>(
                     c.loc, type, seed, zero.get(), zero.get(), zero.get(),
                     builder.getI64IntegerAttr(hashName(state.name))));
    Expr eight = full(c, type, 8.0);
    Expr upper(c, builder.create<prim::ShiftRightLogicalOp>(c.loc, bits.get(),
                                                            eight.get()));
    return convert(upper, state.type.getElementType()) * 0x1p-24;
  }

  Expr uniform(ExprContext &c, const State &state, double low, double high) {
    return unit(c, state, state.type.getShape()) * (high - low) + low;
  }

  /// Box-Muller; element e has the uniform numbers e and e + n.
  Expr normal(ExprContext &c, const State &state, double mean, double std) {
    ArrayRef<int64_t> shape = state.type.getShape();
    SmallVector<int64_t> both = {2};
    llvm::append_range(both, shape);
    Expr u = unit(c, state, both);
    auto half = [&](int64_t index) {
      SmallVector<int64_t> start(both.size(), 0), limit(both),
          strides(both.size(), 1);
      start[0] = index;
      limit[0] = index + 1;
      return reshape(slice(u, start, limit, strides), shape);
    };
    Expr u1 = half(0), u2 = half(1);
    Expr radius = sqrt(log(1.0 - u1) * -2.0);
    Expr angle = cosine(u2 * (2.0 * llvm::numbers::pi));
    return radius * angle * std + mean;
  }

  OpBuilder &builder;
  Value seed;
};

} // namespace

void gradc::train::buildInit(ModuleOp module, ArrayRef<State> states,
                             Location loc) {
  Entry entry(module, "init", loc);
  Value seed = entry.readScalar(kSeed, entry.getBuilder().getI64Type(), loc,
                                entry.getBuilder().getI64IntegerAttr(0));
  Initializer initializer(entry.getBuilder(), seed);
  for (const State &state : states)
    entry.addResult(kState, state.name, initializer.emit(state));
  // Before the entries that it makes the state for.
  entry.finish()->moveBefore(*module.getOps<func::FuncOp>().begin());
}
