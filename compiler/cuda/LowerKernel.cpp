//===- LowerKernel.cpp - A kernel.def as code of a GPU --------------------===//

#include "compiler/cuda/LowerKernel.h"

#include "compiler/cuda/BodyEmitter.h"
#include "compiler/cuda/PartialEmitter.h"
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
  void emitPoints();
  void emitUnits();
  void emitRest(Value whole, Value size);
  void emitRows();
  void emitTiles();

  KernelCode code;
  BodyEmitter body;
  kernel::DefOp def;
  const KernelSchedule &schedule;
  unsigned gridRank;
};

} // namespace

void KernelLowering::emitPoints() {
  if (def.getPartials())
    PartialEmitter(code, body).emit(makePoints());
  else if (schedule.tileDim)
    emitTiles();
  else if (schedule.row.count > 1)
    emitRows();
  else
    emitUnits();
}

gpu::GPUFuncOp KernelLowering::run() {
  // Without points there is no address that means anything.
  if (schedule.units != 0)
    emitPoints();
  code.b.create<gpu::ReturnOp>(code.loc);
  return code.func;
}

//===----------------------------------------------------------------------===//
// Points of a thread's own
//===----------------------------------------------------------------------===//

void KernelLowering::emitUnits() {
  int64_t perBlock = schedule.threads * schedule.unitsPerThread;
  // The lanes are points of the grid, or else of a row that is a thread's own.
  bool lanesInGrid = schedule.vectorDim && *schedule.vectorDim < gridRank;
  int64_t lanes = lanesInGrid ? schedule.lanes : 1;
  Value first = code.add(code.mul(code.block, perBlock), code.thread);
  Value size, whole; // of points, and of units that are whole
  bool isExact = false, hasRest = false;
  if (def.hasOpenExtent()) {
    size = code.func.getArgument(code.memory.size());
    whole = code.div(size, lanes);
    hasRest = lanes > 1;
  } else {
    int64_t points = ShapedType::getNumElements(def.getGrid());
    size = code.index(points);
    whole = code.index(points / lanes);
    hasRest = points % lanes != 0;
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

gpu::GPUFuncOp cuda::lowerKernel(OpBuilder &builder, kernel::DefOp def,
                                 const KernelSchedule &schedule) {
  OpBuilder::InsertionGuard guard(builder);
  return KernelLowering(builder, def, schedule).run();
}
