//===- PartialEmitter.cpp - Folds over a part of the grid -----------------===//

#include "compiler/cuda/PartialEmitter.h"

#include "compiler/cuda/ThreadFold.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

static bool inStage(kernel::AccumulateOp op) {
  return isa<kernel::StageOp>(op->getParentOp());
}

void PartialEmitter::emit(PointEmitter points) {
  int64_t slabs = llvm::divideCeil(schedule.units, schedule.points.count);
  body.partial = code.div(code.block, slabs);
  Value slab = code.rem(code.block, slabs);
  Value unit = code.add(code.mul(slab, schedule.points.count),
                        code.partIn(schedule.points));
  if (schedule.units % schedule.points.count != 0)
    points.setPresence(code.isBelow(unit, code.index(schedule.units)));
  body.setUnit(points, schedule.gridOrder, unit);
  start(points);
  fold(points);
  finish(points);
}

Value PartialEmitter::getNeutral(kernel::AccumulateOp op) {
  Type type = op.getValue().getType();
  TypedAttr neutral = kernel::getNeutral(op.getCombine(), type);
  bool lanesInGrid =
      schedule.vectorDim && *schedule.vectorDim < code.def.getGrid().size();
  if (schedule.lanes > 1 && (inStage(op) || lanesInGrid))
    neutral = DenseElementsAttr::get(VectorType::get(schedule.lanes, type),
                                     Attribute(neutral));
  return code.b.create<arith::ConstantOp>(code.loc, neutral);
}

void PartialEmitter::start(PointEmitter &points) {
  code.def.getBody().walk([&](kernel::AccumulateOp op) {
    Value neutral = getNeutral(op);
    if (!inStage(op)) {
      body.folded[op] = neutral;
      return;
    }
    Value array;
    if (schedule.keepsFolds)
      array = body.foldedRow[op] =
          code.addPrivate(neutral.getType(), schedule.rowUnitsPerThread);
    body.forRowUnits(
        points, [&](PointEmitter &inner, Value number, Value exists) {
          if (array) {
            code.b.create<memref::StoreOp>(code.loc, neutral, array, number);
            return;
          }
          code.branch(code.both(points.getPresence(), exists), [&] {
            inner.storeElement(op.getTensor(), body.getPartialPlace(op, inner),
                               neutral);
          });
        });
  });
}

void PartialEmitter::fold(PointEmitter &points) {
  kernel::DefOp def = code.def;
  int64_t size = def.getGrid().front(), perPartial = def.getPointsPerPartial();
  int64_t lanes = schedule.vectorDim == 0u ? schedule.lanes : 1;
  Value first = code.mul(body.partial, perPartial);
  Value from = code.add(first, code.mul(code.partIn(schedule.partials), lanes));
  Value to = code.add(first, code.index(perPartial));
  if (perPartial * int64_t(*def.getPartials()) != size)
    to = code.b.create<arith::MinSIOp>(code.loc, to, code.index(size));
  if (Value presence = points.getPresence())
    to = code.b.create<arith::SelectOp>(code.loc, presence, to, from);

  SmallVector<kernel::AccumulateOp> ops(
      def.getBlock().getOps<kernel::AccumulateOp>());
  SmallVector<Value> starts;
  for (kernel::AccumulateOp op : ops)
    starts.push_back(body.folded[op]);
  SmallVector<Value> ends =
      code.loop(from, to, schedule.partials.count * lanes, /*unroll=*/false,
                starts, [&](Value at, ValueRange carried) {
                  for (auto [op, value] : llvm::zip_equal(ops, carried))
                    body.folded[op] = value;
                  PointEmitter inner = points;
                  inner.setPresence(nullptr);
                  inner.setIndex(0, at);
                  body.emit(inner, /*repeats=*/true);
                  SmallVector<Value> values;
                  for (kernel::AccumulateOp op : ops)
                    values.push_back(body.folded[op]);
                  return values;
                });
  for (auto [op, value] : llvm::zip_equal(ops, ends))
    body.folded[op] = value;
}

void PartialEmitter::finish(PointEmitter &points) {
  code.def.getBody().walk([&](kernel::AccumulateOp op) {
    if (!inStage(op)) {
      Value isFirst;
      if (schedule.row.count > 1)
        isFirst = code.isEqual(code.partIn(schedule.row), 0);
      finishOne(op, points, body.folded[op], isFirst);
      return;
    }
    if (!schedule.keepsFolds)
      return;
    body.forRowUnits(points, [&](PointEmitter &inner, Value number,
                                 Value exists) {
      Value value =
          code.b.create<memref::LoadOp>(code.loc, body.foldedRow[op], number);
      finishOne(op, inner, value, exists);
    });
  });
}

void PartialEmitter::finishOne(kernel::AccumulateOp op, PointEmitter &points,
                               Value value, Value exists) {
  if (schedule.vectorDim == 0u)
    value = foldLanes(code, op.getCombine(), value);
  value = foldThreads(code, op.getCombine(), value, schedule.partials,
                      /*repeats=*/true);
  Value isFirst;
  if (schedule.partials.count > 1)
    isFirst = code.isEqual(code.partIn(schedule.partials), 0);
  isFirst = code.both(isFirst, points.getPresence());
  code.branch(code.both(isFirst, exists), [&] {
    points.storeElement(op.getTensor(), body.getPartialPlace(op, points),
                        value);
  });
}
