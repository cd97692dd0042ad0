//===- LowerKernel.cpp - A kernel.def as loops over vectors ---------------===//
//
// Loops run over tasks, units, chunks and rows; what stands in the def is then
// cloned once for whole vectors and once more, under a mask, for the rest. A
// scalar that does not depend on the vector dimension stays a scalar until it
// meets a vector.
//
//===----------------------------------------------------------------------===//

#include "compiler/cpu/LowerKernel.h"

#include "compiler/cpu/PointEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cpu;

/// A long row is folded in blocks of this many steps, and the blocks then, so
/// that rounding errors of a sum grow with the root of its length at most.
static constexpr int64_t kFoldsPerBlock = 128;

namespace {

class KernelLowering {
public:
  KernelLowering(OpBuilder &b, kernel::DefOp def,
                 const KernelSchedule &schedule)
      : b(b), loc(b.getUnknownLoc()), def(def), schedule(schedule),
        domain(def.getDomain()), gridRank(def.getGrid().size()) {}

  func::FuncOp run();

private:
  void emitUnit(Value unit);
  void emitChunk(Value chunk, PointEmitter &points);
  void emitBody(PointEmitter &points);
  void emitStage(kernel::StageOp stage, PointEmitter &points);
  SmallVector<Value> neutralAccumulators(kernel::StageOp stage);
  /// Loops over the row dimensions from position `depth` on, the vector
  /// dimension last, folding into `accumulators`.
  SmallVector<Value> emitRow(kernel::StageOp stage, PointEmitter &points,
                             ArrayRef<unsigned> order, size_t depth,
                             SmallVector<Value> accumulators);
  SmallVector<Value> emitPoint(kernel::StageOp stage, PointEmitter &points,
                               SmallVector<Value> accumulators, Value mask);
  Value foldLanes(kernel::Combine combine, Value vector);

  Value index(int64_t value) {
    return b.create<arith::ConstantIndexOp>(loc, value);
  }
  /// `for` from `from` to `to` by `step`; `body` returns what it carries on.
  SmallVector<Value>
  emitFor(Value from, Value to, int64_t step, ValueRange carried,
          function_ref<SmallVector<Value>(Value, ValueRange)> body);
  /// The lanes below `count`.
  Value maskOf(int64_t count);

  OpBuilder &b;
  Location loc;
  kernel::DefOp def;
  const KernelSchedule &schedule;
  SmallVector<int64_t> domain;
  unsigned gridRank;
  SmallVector<Value> memory; // one a tensor argument
};

SmallVector<Value> KernelLowering::emitFor(
    Value from, Value to, int64_t step, ValueRange carried,
    function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = b.create<scf::ForOp>(loc, from, to, index(step), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> results =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!carried.empty())
    b.create<scf::YieldOp>(loc, results);
  return SmallVector<Value>(loop.getResults());
}

Value KernelLowering::maskOf(int64_t count) {
  SmallVector<bool> lanes(kLanes);
  for (int64_t i = 0; i < kLanes; ++i)
    lanes[i] = i < count;
  auto type = VectorType::get(kLanes, b.getI1Type());
  return b.create<arith::ConstantOp>(loc, DenseElementsAttr::get(type, lanes));
}

func::FuncOp KernelLowering::run() {
  SmallVector<Type> types;
  for (BlockArgument tensor :
       def.getBlock().getArguments().drop_front(gridRank)) {
    auto type = cast<RankedTensorType>(tensor.getType());
    types.push_back(
        MemRefType::get({std::max<int64_t>(type.getNumElements(), 1)},
                        code::getMemoryType(type.getElementType())));
  }
  types.append(2, b.getIndexType());
  auto func = b.create<func::FuncOp>(loc, def.getSymName(),
                                     b.getFunctionType(types, {}));
  OpBuilder::InsertionGuard guard(b);
  Block *entry = func.addEntryBlock();
  b.setInsertionPointToStart(entry);
  llvm::append_range(memory, entry->getArguments().drop_back(2));
  if (schedule.units == 0) {
    // There is no point to compute, and no address that means anything.
    b.create<func::ReturnOp>(loc);
    return func;
  }
  Value begin = entry->getArgument(types.size() - 2);
  Value end = entry->getArgument(types.size() - 1);
  Value perTask = index(schedule.unitsPerTask);
  Value first = b.create<arith::MulIOp>(loc, begin, perTask);
  Value last = b.create<arith::MulIOp>(loc, end, perTask);
  last = b.create<arith::MinSIOp>(loc, last, index(schedule.units));
  emitFor(first, last, 1, {}, [&](Value unit, ValueRange) {
    emitUnit(unit);
    return SmallVector<Value>();
  });
  b.create<func::ReturnOp>(loc);
  return func;
}

void KernelLowering::emitUnit(Value unit) {
  PointEmitter points(b, def, schedule, memory);
  // The last grid dimension runs fastest; the chunk faster still.
  Value rest = unit, chunk;
  if (schedule.vectorInGrid && schedule.chunksPerLine > 1) {
    chunk = b.create<arith::RemUIOp>(loc, rest, index(schedule.chunksPerLine));
    rest = b.create<arith::DivUIOp>(loc, rest, index(schedule.chunksPerLine));
  }
  SmallVector<unsigned> outer;
  for (unsigned dim = 0; dim < gridRank; ++dim)
    if (!schedule.vectorInGrid || dim != *schedule.vectorDim)
      outer.push_back(dim);
  for (auto [i, dim] : llvm::enumerate(llvm::reverse(outer))) {
    if (i + 1 == outer.size()) {
      points.setIndex(dim, rest);
      break;
    }
    points.setIndex(dim,
                    b.create<arith::RemUIOp>(loc, rest, index(domain[dim])));
    rest = b.create<arith::DivUIOp>(loc, rest, index(domain[dim]));
  }
  if (schedule.vectorInGrid)
    emitChunk(chunk ? chunk : index(0), points);
  else
    emitBody(points);
}

void KernelLowering::emitChunk(Value chunk, PointEmitter &points) {
  unsigned dim = *schedule.vectorDim;
  int64_t size = domain[dim], whole = size - size % kLanes;
  Value from = b.create<arith::MulIOp>(loc, chunk, index(schedule.chunk));
  Value to = b.create<arith::AddIOp>(loc, from, index(schedule.chunk));
  Value stop = b.create<arith::MinSIOp>(loc, to, index(whole));
  emitFor(from, stop, kLanes, {}, [&](Value at, ValueRange) {
    PointEmitter vector = points;
    vector.setIndex(dim, at);
    emitBody(vector);
    return SmallVector<Value>();
  });
  if (whole == size)
    return;
  // The rest belongs to the last chunk.
  Value isLast =
      b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sge, to, index(size));
  auto branch = b.create<scf::IfOp>(loc, isLast, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  PointEmitter rest = points;
  rest.setIndex(dim, index(whole));
  rest.setMask(maskOf(size - whole));
  emitBody(rest);
}

void KernelLowering::emitBody(PointEmitter &points) {
  for (Operation &op : def.getBlock()) {
    if (auto stage = dyn_cast<kernel::StageOp>(op))
      emitStage(stage, points);
    else
      points.emit(&op);
  }
}

SmallVector<Value> KernelLowering::neutralAccumulators(kernel::StageOp stage) {
  SmallVector<Value> accumulators;
  for (auto [i, type] : llvm::enumerate(stage.getResultTypes())) {
    TypedAttr neutral = kernel::getNeutral(stage.getCombineKind(i), type);
    if (schedule.vectorDim)
      neutral = DenseElementsAttr::get(VectorType::get(kLanes, type),
                                       Attribute(neutral));
    accumulators.push_back(b.create<arith::ConstantOp>(loc, neutral));
  }
  return accumulators;
}

void KernelLowering::emitStage(kernel::StageOp stage, PointEmitter &points) {
  SmallVector<Value> accumulators = neutralAccumulators(stage);
  SmallVector<unsigned> order;
  for (unsigned dim = gridRank; dim < domain.size(); ++dim)
    if (schedule.vectorInGrid || dim != schedule.vectorDim)
      order.push_back(dim);
  if (!schedule.vectorInGrid && schedule.vectorDim)
    order.push_back(*schedule.vectorDim);
  // A row without points folds nothing and stores nothing.
  if (!llvm::is_contained(def.getRow(), 0))
    accumulators = emitRow(stage, points, order, 0, accumulators);
  for (auto [i, result] : llvm::enumerate(stage.getResults())) {
    Value value = accumulators[i];
    if (schedule.vectorDim && !schedule.vectorInGrid)
      value = foldLanes(stage.getCombineKind(i), value);
    points.define(result, value);
  }
}

SmallVector<Value> KernelLowering::emitRow(kernel::StageOp stage,
                                           PointEmitter &points,
                                           ArrayRef<unsigned> order,
                                           size_t depth,
                                           SmallVector<Value> accumulators) {
  if (depth == order.size())
    return emitPoint(stage, points, accumulators, points.getMask());
  unsigned dim = order[depth];
  bool overLanes = !schedule.vectorInGrid && dim == schedule.vectorDim;
  int64_t size = domain[dim];
  int64_t step = overLanes ? kLanes : 1;
  int64_t whole = size - size % step;
  auto emitRange = [&](Value from, Value to, SmallVector<Value> initial) {
    return emitFor(from, to, step, initial, [&](Value at, ValueRange carried) {
      PointEmitter inner = points;
      inner.setIndex(dim, at);
      return emitRow(stage, inner, order, depth + 1,
                     SmallVector<Value>(carried));
    });
  };
  int64_t block = kFoldsPerBlock * step;
  if (whole <= 2 * block || accumulators.empty()) {
    accumulators = emitRange(index(0), index(whole), accumulators);
  } else {
    accumulators =
        emitFor(index(0), index(whole), block, accumulators,
                [&](Value from, ValueRange carried) {
                  Value to = b.create<arith::AddIOp>(loc, from, index(block));
                  to = b.create<arith::MinSIOp>(loc, to, index(whole));
                  SmallVector<Value> folded =
                      emitRange(from, to, neutralAccumulators(stage));
                  for (auto [i, value] : llvm::enumerate(folded))
                    value = kernel::emitCombine(b, loc, stage.getCombineKind(i),
                                                carried[i], value);
                  return folded;
                });
  }
  if (whole == size)
    return accumulators;
  PointEmitter rest = points;
  rest.setIndex(dim, index(whole));
  Value mask = maskOf(size - whole);
  rest.setMask(mask);
  return emitPoint(stage, rest, accumulators, mask);
}

SmallVector<Value> KernelLowering::emitPoint(kernel::StageOp stage,
                                             PointEmitter &points,
                                             SmallVector<Value> accumulators,
                                             Value mask) {
  for (auto [i, argument] : llvm::enumerate(stage.getBlock().getArguments()))
    points.defineIndex(argument, gridRank + i);
  for (Operation &op : stage.getBlock().without_terminator())
    points.emit(&op);
  // Lanes beyond a row's end must not count; lanes beyond the grid's end are
  // never stored.
  bool mustMask = mask && !schedule.vectorInGrid;
  for (auto [i, value] :
       llvm::enumerate(stage.getBlock().getTerminator()->getOperands())) {
    Value point =
        schedule.vectorDim ? points.getVector(value) : points.getScalar(value);
    Value folded = kernel::emitCombine(b, loc, stage.getCombineKind(i),
                                       accumulators[i], point);
    accumulators[i] =
        mustMask ? b.create<arith::SelectOp>(loc, mask, folded, accumulators[i])
                 : folded;
  }
  return accumulators;
}

/// Halves the vector until one lane is left.
Value KernelLowering::foldLanes(kernel::Combine combine, Value vector) {
  for (int64_t half = kLanes / 2; half > 0; half /= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t i = 0; i < half; ++i) {
      low.push_back(i);
      high.push_back(i + half);
    }
    Value first = b.create<vector::ShuffleOp>(loc, vector, vector, low);
    Value second = b.create<vector::ShuffleOp>(loc, vector, vector, high);
    vector = kernel::emitCombine(b, loc, combine, first, second);
  }
  return b.create<vector::ExtractOp>(loc, vector, ArrayRef<int64_t>{0});
}

} // namespace

func::FuncOp cpu::lowerKernel(OpBuilder &builder, kernel::DefOp def,
                              const KernelSchedule &schedule) {
  return KernelLowering(builder, def, schedule).run();
}
