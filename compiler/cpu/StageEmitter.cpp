//===- StageEmitter.cpp - A stage as loops over its row -------------------===//

#include "compiler/cpu/StageEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cpu;

/// A long row is folded in blocks of this many steps, and the blocks then, so
/// that rounding errors of a sum grow with the root of its length at most.
static constexpr int64_t kFoldsPerBlock = 128;

SmallVector<Value>
cpu::emitFor(OpBuilder &b, Value from, Value to, int64_t step,
             ValueRange carried,
             function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  Location loc = b.getUnknownLoc();
  Value by = b.create<arith::ConstantIndexOp>(loc, step);
  auto loop = b.create<scf::ForOp>(loc, from, to, by, carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> results =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!carried.empty())
    b.create<scf::YieldOp>(loc, results);
  return SmallVector<Value>(loop.getResults());
}

Value cpu::makeMask(OpBuilder &b, int64_t lanes, int64_t count) {
  SmallVector<bool> exists(lanes);
  for (int64_t i = 0; i < lanes; ++i)
    exists[i] = i < count;
  auto type = VectorType::get(lanes, b.getI1Type());
  return b.create<arith::ConstantOp>(b.getUnknownLoc(),
                                     DenseElementsAttr::get(type, exists));
}

Value cpu::makeMask(OpBuilder &b, int64_t lanes, Value count) {
  auto type = VectorType::get(lanes, b.getI1Type());
  return b.create<vector::CreateMaskOp>(b.getUnknownLoc(), type, count);
}

Value StageEmitter::index(int64_t value) {
  return b.create<arith::ConstantIndexOp>(loc, value);
}

PointEmitter StageEmitter::enter(const PointEmitter &points) const {
  PointEmitter inner = points;
  if (schedule.vectorDim && !schedule.vectorInGrid)
    inner.setLanes(schedule.stageLanes.lookup(stage));
  return inner;
}

SmallVector<unsigned> StageEmitter::orderOfLoops() const {
  SmallVector<unsigned> order;
  for (unsigned dim = gridRank; dim < domain.size(); ++dim)
    if (!overLanes(dim))
      order.push_back(dim);
  if (schedule.vectorDim && !schedule.vectorInGrid)
    order.push_back(*schedule.vectorDim);
  return order;
}

StageEmitter::Values StageEmitter::neutralAccumulators(int64_t lanes) {
  Values accumulators;
  if (neutralsOnly)
    return accumulators;
  for (auto [i, type] : llvm::enumerate(stage.getResultTypes())) {
    TypedAttr neutral = kernel::getNeutral(stage.getCombineKind(i), type);
    if (schedule.vectorDim)
      neutral = DenseElementsAttr::get(VectorType::get(lanes, type),
                                       Attribute(neutral));
    accumulators.push_back(b.create<arith::ConstantOp>(loc, neutral));
  }
  return accumulators;
}

void StageEmitter::emit(PointEmitter &points) {
  PointEmitter inner = enter(points);
  Values accumulators = neutralAccumulators(inner.getLanes());
  // A row without points folds nothing and stores nothing.
  if (!llvm::is_contained(row, 0))
    accumulators = stage.isRagged()
                       ? emitRagged(inner, accumulators)
                       : emitRow(inner, orderOfLoops(), 0, accumulators);
  for (auto [i, result] : llvm::enumerate(stage.getResults())) {
    Value value = accumulators[i];
    if (schedule.vectorDim && !schedule.vectorInGrid)
      value = inner.foldLanes(stage.getCombineKind(i), value);
    points.define(result, value);
  }
}

void StageEmitter::emitNeutrals(PointEmitter &points) {
  if (stage.getOps<kernel::AccumulateOp>().empty() ||
      llvm::is_contained(row, 0))
    return;
  neutralsOnly = true;
  PointEmitter inner = enter(points);
  emitRow(inner, orderOfLoops(), 0, {});
  neutralsOnly = false;
}

StageEmitter::Values
StageEmitter::emitRange(Value from, Value to, int64_t step, int64_t size,
                        int64_t lanes, Values accumulators,
                        function_ref<Values(Value, Values)> body) {
  auto emitBlock = [&](Value first, Value last, Values initial) {
    return emitFor(b, first, last, step, initial,
                   [&](Value at, ValueRange carried) {
                     return body(at, Values(carried));
                   });
  };
  int64_t block = kFoldsPerBlock * step;
  if (size <= 2 * block || accumulators.empty())
    return emitBlock(from, to, accumulators);
  return emitFor(
      b, from, to, block, accumulators, [&](Value first, ValueRange carried) {
        Value last = b.create<arith::AddIOp>(loc, first, index(block));
        last = b.create<arith::MinSIOp>(loc, last, to);
        Values folded = emitBlock(first, last, neutralAccumulators(lanes));
        for (auto [i, value] : llvm::enumerate(folded))
          value = kernel::emitCombine(b, loc, stage.getCombineKind(i),
                                      carried[i], value);
        return folded;
      });
}

StageEmitter::Values StageEmitter::emitRow(PointEmitter &points,
                                           ArrayRef<unsigned> order,
                                           size_t depth, Values accumulators) {
  if (depth == order.size())
    return emitPoint(points, accumulators, nullptr);
  unsigned dim = order[depth];
  int64_t lanes = points.getLanes();
  int64_t size = domain[dim], step = overLanes(dim) ? lanes : 1;
  int64_t whole = size - size % step;
  accumulators = emitRange(index(0), index(whole), step, whole, lanes,
                           accumulators, [&](Value at, Values carried) {
                             PointEmitter inner = points;
                             inner.setIndex(dim, at);
                             return emitRow(inner, order, depth + 1, carried);
                           });
  if (whole == size)
    return accumulators;
  PointEmitter rest = points;
  rest.setIndex(dim, index(whole));
  Value mask = makeMask(b, lanes, size - whole);
  rest.setMask(mask);
  return emitPoint(rest, accumulators, mask);
}

StageEmitter::Values StageEmitter::emitRagged(PointEmitter &points,
                                              Values accumulators) {
  unsigned dim = gridRank;
  int64_t lanes = points.getLanes();
  Value from = points.getScalar(stage.getBounds()[0]);
  Value to = points.getScalar(stage.getBounds()[1]);
  if (overLanes(dim)) {
    Value size = b.create<arith::SubIOp>(loc, to, from);
    Value over = b.create<arith::RemUIOp>(loc, size, index(lanes));
    Value whole = b.create<arith::SubIOp>(loc, to, over);
    accumulators = emitRange(from, whole, lanes, domain[dim], lanes,
                             accumulators, [&](Value at, Values carried) {
                               PointEmitter inner = points;
                               inner.setIndex(dim, at);
                               return emitPoint(inner, carried, nullptr);
                             });
    PointEmitter rest = points;
    rest.setIndex(dim, whole);
    Value mask = makeMask(b, lanes, over);
    rest.setMask(mask);
    return emitPoint(rest, accumulators, mask);
  }

  // Lanes of rows that differ run over all that one of them wants.
  Value isInside, least = from, greatest = to;
  bool varies =
      isa<VectorType>(from.getType()) || isa<VectorType>(to.getType());
  if (varies) {
    auto type = VectorType::get(lanes, b.getI64Type());
    auto asIntegers = [&](Value bound) -> Value {
      return b.create<arith::IndexCastOp>(loc, type, bound);
    };
    from = asIntegers(points.getVector(stage.getBounds()[0]));
    to = asIntegers(points.getVector(stage.getBounds()[1]));
    if (Value exists = points.getMask()) {
      auto splat = [&](int64_t bound) -> Value {
        return b.create<arith::ConstantOp>(loc,
                                           DenseElementsAttr::get(type, bound));
      };
      from = b.create<arith::SelectOp>(loc, exists, from, splat(domain[dim]));
      to = b.create<arith::SelectOp>(loc, exists, to, splat(0));
    }
    auto fold = [&](vector::CombiningKind kind, Value bound) -> Value {
      Value value = b.create<vector::ReductionOp>(loc, kind, bound);
      return b.create<arith::IndexCastOp>(loc, b.getIndexType(), value);
    };
    least = fold(vector::CombiningKind::MINSI, from);
    greatest = fold(vector::CombiningKind::MAXSI, to);
  }
  return emitRange(
      least, greatest, 1, domain[dim], lanes, accumulators,
      [&](Value at, Values carried) {
        PointEmitter inner = points;
        inner.setIndex(dim, at);
        if (varies) {
          Value k = b.create<arith::IndexCastOp>(loc, b.getI64Type(), at);
          k = b.create<vector::BroadcastOp>(loc, from.getType(), k);
          Value begun =
              b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sle, from, k);
          Value isOn =
              b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, k, to);
          isInside = b.create<arith::AndIOp>(loc, begun, isOn);
          inner.setMask(isInside);
        }
        return emitPoint(inner, carried, isInside);
      });
}

StageEmitter::Values StageEmitter::emitPoint(PointEmitter &points,
                                             Values accumulators,
                                             Value counted) {
  for (auto [i, argument] : llvm::enumerate(stage.getBlock().getArguments()))
    points.defineIndex(argument, gridRank + i);
  if (neutralsOnly) {
    for (auto accumulate : stage.getOps<kernel::AccumulateOp>())
      points.emitNeutral(accumulate);
    return accumulators;
  }
  for (Operation &op : stage.getBlock().without_terminator()) {
    if (kept.isUnneeded(&op))
      continue;
    if (auto buffer = kept.findRead(&op)) {
      points.defineKept(op.getResult(0), buffers[*buffer]);
      continue;
    }
    points.emit(&op);
    if (auto buffer = kept.findWritten(&op))
      points.keep(op.getResult(0), buffers[*buffer]);
  }
  for (auto [i, value] :
       llvm::enumerate(stage.getBlock().getTerminator()->getOperands())) {
    Value point =
        schedule.vectorDim ? points.getVector(value) : points.getScalar(value);
    Value folded = kernel::emitCombine(b, loc, stage.getCombineKind(i),
                                       accumulators[i], point);
    // Lanes beyond the grid's end are never stored, so they may be folded.
    accumulators[i] = counted ? b.create<arith::SelectOp>(loc, counted, folded,
                                                          accumulators[i])
                              : folded;
  }
  return accumulators;
}
