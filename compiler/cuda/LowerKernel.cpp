//===- LowerKernel.cpp - A kernel.def as code of a GPU --------------------===//

#include "compiler/cuda/LowerKernel.h"

#include "compiler/cuda/BodyEmitter.h"
#include "compiler/cuda/ThreadFold.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

namespace {

class KernelLowering {
public:
  KernelLowering(OpBuilder &b, kernel::DefOp def,
                 const KernelSchedule &schedule)
      : code(b, def, schedule), body(code), def(def), schedule(schedule),
        gridRank(def.getGrid().size()) {}

  gpu::GPUFuncOp run();

private:
  PointEmitter makePoints() {
    return PointEmitter(code.b, def, schedule.vectorDim, schedule.lanes,
                        code.memory);
  }
  void emitUnits();
  void emitRest(Value whole, Value size);
  void emitRows();
  void emitTiles();

  void emitPartials();
  void startPartials();
  /// The points of a block's partial result, the thread's part of them.
  void foldPartials(PointEmitter &points, Value partial);
  void finishPartials(PointEmitter &points, Value partial);
  void storePartial(kernel::AccumulateOp op, PointEmitter &points,
                    Value partial, Value value, Value condition);

  KernelCode code;
  BodyEmitter body;
  kernel::DefOp def;
  const KernelSchedule &schedule;
  unsigned gridRank;
};

} // namespace

gpu::GPUFuncOp KernelLowering::run() {
  // Without points there is no address that means anything.
  if (schedule.units == 0)
    ;
  else if (def.getPartials())
    emitPartials();
  else if (schedule.tileDim)
    emitTiles();
  else if (schedule.row.count > 1)
    emitRows();
  else
    emitUnits();
  code.b.create<gpu::ReturnOp>(code.loc);
  return code.func;
}

//===----------------------------------------------------------------------===//
// Points of a thread's own
//===----------------------------------------------------------------------===//

void KernelLowering::emitUnits() {
  int64_t perBlock = schedule.threads * schedule.unitsPerThread;
  Value first = code.add(code.mul(code.block, perBlock), code.thread);
  Value size, whole; // of points, and of units that are whole
  bool isExact = false, hasRest = false;
  if (def.hasOpenExtent()) {
    size = code.func.getArgument(code.memory.size());
    whole = code.div(size, schedule.lanes);
    hasRest = schedule.lanes > 1;
  } else {
    int64_t points = ShapedType::getNumElements(def.getGrid());
    size = code.index(points);
    whole = code.index(points / schedule.lanes);
    hasRest = points % schedule.lanes != 0;
    isExact = !hasRest && schedule.units % perBlock == 0;
  }
  auto emitUnit = [&](Value unit) {
    code.branch(isExact ? nullptr : code.isBelow(unit, whole), [&] {
      PointEmitter points = makePoints();
      body.setUnit(points, schedule.gridOrder, unit);
      body.emit(points);
    });
    if (!hasRest)
      return;
    Value isRest = code.b.create<arith::CmpIOp>(
        code.loc, arith::CmpIPredicate::eq, unit, whole);
    code.branch(isRest, [&] { emitRest(whole, size); });
  };
  if (schedule.unitsPerThread == 1)
    return emitUnit(first);
  code.loop(code.index(0), code.index(schedule.unitsPerThread), 1,
            /*unroll=*/true, [&](Value i) {
              emitUnit(code.add(first, code.mul(i, schedule.threads)));
            });
}

/// The last points of a grid of one dimension, fewer than a unit has: one
/// thread does them one by one.
void KernelLowering::emitRest(Value whole, Value size) {
  code.loop(code.mul(whole, schedule.lanes), size, 1, /*unroll=*/false,
            [&](Value at) {
              PointEmitter point(code.b, def, std::nullopt, 1, code.memory);
              point.setIndex(*schedule.vectorDim, at);
              body.emit(point);
            });
}

//===----------------------------------------------------------------------===//
// Points whose rows are shared
//===----------------------------------------------------------------------===//

void KernelLowering::emitRows() {
  PointEmitter points = makePoints();
  Value unit = code.add(code.mul(code.block, schedule.points.count),
                        code.partIn(schedule.points));
  if (schedule.units % schedule.points.count != 0)
    points.setPresence(code.isBelow(unit, code.index(schedule.units)));
  body.setUnit(points, schedule.gridOrder, unit);
  body.emit(points);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Lines of a tile are one element longer than they need be, so that a column
/// lies in different banks.
static constexpr int64_t kTileLine = kWarp + 1;

void KernelLowering::emitTiles() {
  SmallVector<int64_t> domain = def.getDomain();
  unsigned across = *schedule.tileDim, along = schedule.gridOrder.back();
  Value rest = code.block;
  auto takeTile = [&](unsigned dim) {
    int64_t tiles = llvm::divideCeil(domain[dim], kWarp);
    Value start = code.mul(code.rem(rest, tiles), kWarp);
    rest = code.div(rest, tiles);
    return start;
  };
  Value startAlong = takeTile(along), startAcross = takeTile(across);
  PointEmitter tile = makePoints();
  body.setUnit(tile, ArrayRef(schedule.gridOrder).drop_back(2), rest);
  Value fast = code.rem(code.thread, kWarp);
  int64_t lines = schedule.threads / kWarp;

  // Calls `emit` for the points of the tile that this thread has, with the
  // place in the tile, neighbouring threads being neighbours in `fastDim`.
  auto forPoints = [&](unsigned fastDim,
                       function_ref<void(PointEmitter &, Value, Value)> emit) {
    code.loop(code.index(0), code.index(kWarp / lines), 1, /*unroll=*/true,
              [&](Value i) {
                Value slow =
                    code.add(code.div(code.thread, kWarp), code.mul(i, lines));
                Value placeAlong = fastDim == along ? fast : slow;
                Value placeAcross = fastDim == along ? slow : fast;
                PointEmitter points = tile;
                Value exists;
                for (auto [dim, start, place] :
                     {std::tuple(along, startAlong, placeAlong),
                      std::tuple(across, startAcross, placeAcross)}) {
                  Value at = code.add(start, place);
                  points.setIndex(dim, at);
                  if (domain[dim] % kWarp != 0)
                    exists = code.both(
                        exists, code.isBelow(at, code.index(domain[dim])));
                }
                Value place =
                    code.add(code.mul(placeAlong, kTileLine), placeAcross);
                code.branch(exists, [&] { emit(points, place, i); });
              });
  };

  Copies copies;
  SmallVector<std::pair<Value, AffineExpr>> loads;
  for (const CopiedLoad &load : schedule.copies) {
    unsigned number = cast<BlockArgument>(load.tensor).getArgNumber();
    Value memory = code.memory[number - gridRank];
    Type type = cast<MemRefType>(memory.getType()).getElementType();
    Value array = code.addShared(type, kWarp * kTileLine);
    copies.add(memory, load.address, {array, /*isFilled=*/true});
    loads.push_back({memory, load.address});
  }
  forPoints(across, [&](PointEmitter &points, Value place, Value) {
    for (auto [memory, address] : loads)
      points.storeMemory(copies.find(memory, address)->array, place,
                         points.loadMemory(memory, address));
  });
  code.b.create<gpu::BarrierOp>(code.loc);
  forPoints(along, [&](PointEmitter &points, Value place, Value) {
    points.setCopies(&copies, place);
    body.emit(points);
  });
}

//===----------------------------------------------------------------------===//
// Partial results
//===----------------------------------------------------------------------===//

void KernelLowering::emitPartials() {
  int64_t slabs = llvm::divideCeil(schedule.units, schedule.points.count);
  Value partial = code.div(code.block, slabs);
  Value unit =
      code.add(code.mul(code.rem(code.block, slabs), schedule.points.count),
               code.partIn(schedule.points));
  PointEmitter points = makePoints();
  if (schedule.units % schedule.points.count != 0)
    points.setPresence(code.isBelow(unit, code.index(schedule.units)));
  body.setUnit(points, schedule.gridOrder, unit);
  startPartials();
  foldPartials(points, partial);
  finishPartials(points, partial);
}

static bool inStage(kernel::AccumulateOp op) {
  return isa<kernel::StageOp>(op->getParentOp());
}

void KernelLowering::startPartials() {
  bool lanesInGrid = schedule.vectorDim && *schedule.vectorDim < gridRank;
  def.getBody().walk([&](kernel::AccumulateOp op) {
    Type type = op.getValue().getType();
    TypedAttr neutral = kernel::getNeutral(op.getCombine(), type);
    if (schedule.lanes > 1 && (inStage(op) || lanesInGrid))
      neutral = DenseElementsAttr::get(VectorType::get(schedule.lanes, type),
                                       Attribute(neutral));
    Value start = code.b.create<arith::ConstantOp>(code.loc, neutral);
    if (!inStage(op)) {
      body.folded[op] = start;
      return;
    }
    Value array =
        code.addPrivate(neutral.getType(), schedule.rowUnitsPerThread);
    body.foldedRow[op] = array;
    code.loop(code.index(0), code.index(schedule.rowUnitsPerThread), 1,
              schedule.unrollsRow, [&](Value number) {
                code.b.create<memref::StoreOp>(code.loc, start, array, number);
              });
  });
}

void KernelLowering::foldPartials(PointEmitter &points, Value partial) {
  int64_t size = def.getGrid().front(), perPartial = def.getPointsPerPartial();
  int64_t lanes = schedule.vectorDim == 0u ? schedule.lanes : 1;
  Value first = code.mul(partial, perPartial);
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

void KernelLowering::finishPartials(PointEmitter &points, Value partial) {
  Value isFirst;
  if (schedule.partials.count > 1)
    isFirst = code.isEqual(code.partIn(schedule.partials), 0);
  isFirst = code.both(isFirst, points.getPresence());
  bool lanesFolded = schedule.vectorDim == 0u;
  def.getBody().walk([&](kernel::AccumulateOp op) {
    if (!inStage(op)) {
      Value value = body.folded[op];
      if (lanesFolded)
        value = foldLanes(code, op.getCombine(), value);
      value = foldThreads(code, op.getCombine(), value, schedule.partials,
                          /*repeats=*/true);
      Value isWriter = isFirst;
      if (schedule.row.count > 1)
        isWriter =
            code.both(isFirst, code.isEqual(code.partIn(schedule.row), 0));
      storePartial(op, points, partial, value, isWriter);
      return;
    }
    code.loop(code.index(0), code.index(schedule.rowUnitsPerThread), 1,
              schedule.unrollsRow, [&](Value number) {
                Value value = code.b.create<memref::LoadOp>(
                    code.loc, body.foldedRow[op], number);
                if (lanesFolded)
                  value = foldLanes(code, op.getCombine(), value);
                value = foldThreads(code, op.getCombine(), value,
                                    schedule.partials, /*repeats=*/true);
                Value unit = body.getRowUnit(number);
                PointEmitter inner = points;
                body.setUnit(inner, schedule.rowOrder, unit);
                storePartial(op, inner, partial, value,
                             code.both(isFirst, body.isRowUnit(unit)));
              });
  });
}

void KernelLowering::storePartial(kernel::AccumulateOp op, PointEmitter &points,
                                  Value partial, Value value, Value condition) {
  code.branch(condition, [&] {
    int64_t size = cast<ShapedType>(op.getTensor().getType()).getDimSize(1);
    Value at = code.add(code.mul(partial, size),
                        points.expand(code::getAddress(def, op)));
    Value stored = points.toMemory(
        value, cast<ShapedType>(op.getTensor().getType()).getElementType());
    points.storeMemory(points.memoryOf(op.getTensor()), at, stored);
  });
}

gpu::GPUFuncOp cuda::lowerKernel(OpBuilder &builder, kernel::DefOp def,
                                 const KernelSchedule &schedule) {
  OpBuilder::InsertionGuard guard(builder);
  return KernelLowering(builder, def, schedule).run();
}
