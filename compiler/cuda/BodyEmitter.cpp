//===- BodyEmitter.cpp - What a def does at the points of a thread --------===//

#include "compiler/cuda/BodyEmitter.h"

#include "compiler/cuda/ThreadFold.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

/// A long fold of one thread goes in blocks of this many steps, so that
/// rounding errors of a sum grow with the root of its length at most.
static constexpr int64_t kFoldsPerBlock = 128;

BodyEmitter::BodyEmitter(KernelCode &code)
    : code(code), b(code.b), loc(code.loc), def(code.def),
      schedule(code.schedule), gridRank(def.getGrid().size()),
      lanesInRow(schedule.vectorDim && *schedule.vectorDim >= gridRank),
      rowThread(code.partIn(schedule.row)) {
  if (schedule.row.count > 1)
    findDelayed();
  if (schedule.tileDim)
    return;
  for (const CopiedLoad &load : schedule.copies) {
    unsigned number = cast<BlockArgument>(load.tensor).getArgNumber();
    Value memory = code.memory[number - gridRank];
    Type type = cast<MemRefType>(memory.getType()).getElementType();
    if (schedule.vectorDim && load.address.isFunctionOfDim(*schedule.vectorDim))
      type = VectorType::get(schedule.lanes, type);
    copies.add(memory, load.address,
               {code.addPrivate(type, schedule.rowUnitsPerThread)});
  }
}

void BodyEmitter::findDelayed() {
  Block &body = def.getBlock();
  for (Operation &op : llvm::reverse(body)) {
    bool isShared = isa<kernel::StageOp, kernel::AccumulateOp>(op);
    for (Operation *user : op.getUsers())
      isShared |= !delayed.contains(body.findAncestorOpInBlock(*user));
    if (!isShared)
      delayed.insert(&op);
  }
}

void BodyEmitter::setUnit(PointEmitter &points, ArrayRef<unsigned> order,
                          Value unit) {
  SmallVector<int64_t> domain = def.getDomain();
  for (unsigned dim : llvm::reverse(order)) {
    int64_t lanes = dim == schedule.vectorDim ? schedule.lanes : 1;
    Value at = unit;
    if (dim != order.front()) {
      at = code.rem(unit, domain[dim] / lanes);
      unit = code.div(unit, domain[dim] / lanes);
    }
    points.setIndex(dim, code.mul(at, lanes));
  }
}

Value BodyEmitter::getRowUnit(Value number) {
  return code.add(code.mul(number, schedule.row.count), rowThread);
}

Value BodyEmitter::isRowUnit(Value unit) {
  if (schedule.rowUnits == schedule.rowUnitsPerThread * schedule.row.count)
    return nullptr;
  return code.isBelow(unit, code.index(schedule.rowUnits));
}

void BodyEmitter::forRowUnits(
    PointEmitter &points,
    function_ref<void(PointEmitter &, Value, Value)> body) {
  code.loop(code.index(0), code.index(schedule.rowUnitsPerThread), 1,
            schedule.unrollsRow, [&](Value number) {
              Value unit = getRowUnit(number);
              PointEmitter inner = points;
              setUnit(inner, schedule.rowOrder, unit);
              body(inner, number, isRowUnit(unit));
            });
}

Value BodyEmitter::getPartialPlace(kernel::AccumulateOp op,
                                   PointEmitter &points) {
  int64_t size = cast<ShapedType>(op.getTensor().getType()).getDimSize(1);
  return code.add(code.mul(partial, size),
                  points.expand(code::getAddress(def, op)));
}

void BodyEmitter::emit(PointEmitter &points, bool repeats) {
  for (Operation &op : def.getBlock()) {
    if (delayed.contains(&op))
      continue;
    if (auto stage = dyn_cast<kernel::StageOp>(op))
      emitStage(stage, points, repeats);
    else if (auto accumulate = dyn_cast<kernel::AccumulateOp>(op))
      emitAccumulate(accumulate, points);
    else
      points.emit(&op);
  }
  if (delayed.empty())
    return;
  if (schedule.waitsToStore)
    b.create<gpu::BarrierOp>(loc);
  Value isFirst = code.isEqual(rowThread, 0);
  code.branch(code.both(points.getPresence(), isFirst), [&] {
    PointEmitter one = points;
    one.setPresence(nullptr);
    for (Operation &op : def.getBlock())
      if (delayed.contains(&op))
        one.emit(&op);
  });
}

void BodyEmitter::emitAccumulate(kernel::AccumulateOp op,
                                 PointEmitter &points) {
  Value &sum = folded[op];
  Value value = isa<VectorType>(sum.getType())
                    ? points.getVector(op.getValue())
                    : points.getScalar(op.getValue());
  sum = kernel::emitCombine(b, loc, op.getCombine(), sum, value);
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

SmallVector<Value> BodyEmitter::neutrals(kernel::StageOp stage,
                                         PointEmitter &points) {
  SmallVector<Value> values;
  for (auto [i, type] : llvm::enumerate(stage.getResultTypes())) {
    TypedAttr neutral = kernel::getNeutral(stage.getCombineKind(i), type);
    if (points.getLanes() > 1)
      neutral = DenseElementsAttr::get(VectorType::get(points.getLanes(), type),
                                       Attribute(neutral));
    values.push_back(b.create<arith::ConstantOp>(loc, neutral));
  }
  return values;
}

void BodyEmitter::emitStage(kernel::StageOp stage, PointEmitter &points,
                            bool repeats) {
  SmallVector<Value> values = neutrals(stage, points);
  // A row without points folds nothing and stores nothing.
  if (schedule.rowUnits > 0)
    values = schedule.unrollsRow ? emitUnrolled(stage, points, values)
                                 : emitRolled(stage, points, values);
  for (auto [i, result] : llvm::enumerate(stage.getResults())) {
    kernel::Combine combine = stage.getCombineKind(i);
    Value value = values[i];
    if (lanesInRow)
      value = foldLanes(code, combine, value);
    points.define(result,
                  foldThreads(code, combine, value, schedule.row, repeats));
  }
}

SmallVector<Value> BodyEmitter::emitUnrolled(kernel::StageOp stage,
                                             PointEmitter &points,
                                             SmallVector<Value> accumulators) {
  auto emitNumber = [&](Value number, ValueRange carried) {
    Value unit = getRowUnit(number);
    Value exists = code.both(points.getPresence(), isRowUnit(unit));
    return code.branch(exists, carried, [&] {
      return emitRowUnit(stage, points, unit, number, carried);
    });
  };
  if (schedule.rowUnitsPerThread == 1)
    return emitNumber(code.index(0), accumulators);
  return code.loop(code.index(0), code.index(schedule.rowUnitsPerThread), 1,
                   /*unroll=*/true, accumulators, emitNumber);
}

SmallVector<Value> BodyEmitter::emitRolled(kernel::StageOp stage,
                                           PointEmitter &points,
                                           SmallVector<Value> accumulators) {
  Value from = rowThread, to = code.index(schedule.rowUnits);
  if (stage.isRagged()) {
    from = code.add(points.getScalar(stage.getBounds()[0]), rowThread);
    to = points.getScalar(stage.getBounds()[1]);
  }
  if (Value presence = points.getPresence())
    to = b.create<arith::SelectOp>(loc, presence, to, from);
  bool isLong =
      stage.isRagged() || schedule.rowUnitsPerThread > 2 * kFoldsPerBlock;
  if (!isLong || accumulators.empty())
    return emitRange(stage, points, from, to, accumulators);
  int64_t block = kFoldsPerBlock * schedule.row.count;
  return code.loop(from, to, block, /*unroll=*/false, accumulators,
                   [&](Value at, ValueRange carried) {
                     Value end = code.add(at, code.index(block));
                     end = b.create<arith::MinSIOp>(loc, end, to);
                     SmallVector<Value> values = emitRange(
                         stage, points, at, end, neutrals(stage, points));
                     for (auto [i, value] : llvm::enumerate(values))
                       value = kernel::emitCombine(
                           b, loc, stage.getCombineKind(i), carried[i], value);
                     return values;
                   });
}

SmallVector<Value> BodyEmitter::emitRange(kernel::StageOp stage,
                                          PointEmitter &points, Value from,
                                          Value to, ValueRange accumulators) {
  return code.loop(from, to, schedule.row.count, /*unroll=*/false, accumulators,
                   [&](Value unit, ValueRange carried) {
                     Value number = code.div(unit, schedule.row.count);
                     return emitRowUnit(stage, points, unit, number, carried);
                   });
}

SmallVector<Value> BodyEmitter::emitRowUnit(kernel::StageOp stage,
                                            PointEmitter &points, Value unit,
                                            Value number,
                                            ValueRange accumulators) {
  PointEmitter inner = points;
  inner.setPresence(nullptr);
  inner.setCopies(&copies, number);
  setUnit(inner, schedule.rowOrder, unit);
  for (auto [i, argument] : llvm::enumerate(stage.getBlock().getArguments()))
    inner.defineIndex(argument, gridRank + i);
  bool isVector = inner.getLanes() > 1;
  auto valueOf = [&](Value value) {
    return isVector ? inner.getVector(value) : inner.getScalar(value);
  };
  for (Operation &op : stage.getBlock().without_terminator()) {
    auto accumulate = dyn_cast<kernel::AccumulateOp>(op);
    if (!accumulate) {
      inner.emit(&op);
      continue;
    }
    Value value = valueOf(accumulate.getValue());
    kernel::Combine combine = accumulate.getCombine();
    if (Value array = foldedRow.lookup(accumulate)) {
      Value sum = b.create<memref::LoadOp>(loc, array, number);
      sum = kernel::emitCombine(b, loc, combine, sum, value);
      b.create<memref::StoreOp>(loc, sum, array, number);
      continue;
    }
    Value place = getPartialPlace(accumulate, inner);
    Value sum = inner.loadElement(accumulate.getTensor(), place, isVector);
    sum = kernel::emitCombine(b, loc, combine, sum, value);
    inner.storeElement(accumulate.getTensor(), place, sum);
  }
  SmallVector<Value> values(accumulators);
  for (auto [i, value] :
       llvm::enumerate(stage.getBlock().getTerminator()->getOperands()))
    values[i] = kernel::emitCombine(b, loc, stage.getCombineKind(i), values[i],
                                    valueOf(value));
  return values;
}
