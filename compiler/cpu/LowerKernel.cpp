//===- LowerKernel.cpp - A kernel.def as loops over vectors ---------------===//
//
// Loops run over tasks, units, points of a block, chunks and rows; what stands
// in the def is then cloned once for whole vectors and once more, under a mask,
// for the rest. A scalar that does not depend on the vector dimension stays a
// scalar until it meets a vector.
//
//===----------------------------------------------------------------------===//

#include "compiler/cpu/LowerKernel.h"

#include "compiler/cpu/StageEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/schedule/InPlace.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cpu;

/// A tensor of an open extent has at most this many elements.
static constexpr int64_t kMostElements = int64_t(1) << 40;

namespace {

class KernelLowering {
public:
  KernelLowering(OpBuilder &b, kernel::DefOp def,
                 const KernelSchedule &schedule)
      : b(b), loc(b.getUnknownLoc()), def(def), schedule(schedule),
        domain(def.getDomain()), gridRank(def.getGrid().size()), kept(def) {}

  func::FuncOp run();

private:
  func::FuncOp declare();
  /// Memory of the thread's own for what later stages need again.
  void makeBuffers();
  void emitUnit(Value unit);
  void emitTile(Value tile);
  /// All points of a block, whose partial results are in memory meanwhile.
  void emitBlock(Value chunk, PointEmitter &points);
  void emitPoints(Value chunk, PointEmitter &points);
  void emitChunk(Value chunk, PointEmitter &points);
  void emitBody(PointEmitter &points);

  Value index(int64_t value) {
    return b.create<arith::ConstantIndexOp>(loc, value);
  }
  void loop(Value from, Value to, int64_t step,
            function_ref<void(Value)> body) {
    emitFor(b, from, to, step, {}, [&](Value at, ValueRange) {
      body(at);
      return SmallVector<Value>();
    });
  }

  OpBuilder &b;
  Location loc;
  kernel::DefOp def;
  const KernelSchedule &schedule;
  SmallVector<int64_t> domain;
  unsigned gridRank;
  SmallVector<Value> memory; // one a tensor argument
  Value extent;              // if it is open
  KeptRows kept;
  SmallVector<Value> buffers; // one a type of `kept`
  bool neutralsOnly = false;  // emit the start of partial results
};

/// An input that no output may be written over shares memory with nothing that
/// is written, nor does such an output with anything that is read.
func::FuncOp KernelLowering::declare() {
  SmallVector<Type> types;
  for (BlockArgument tensor :
       def.getBlock().getArguments().drop_front(gridRank)) {
    auto type = cast<RankedTensorType>(tensor.getType());
    int64_t elements =
        type.hasStaticShape() ? type.getNumElements() : kMostElements;
    types.push_back(
        MemRefType::get({std::max<int64_t>(elements, 1)},
                        code::getMemoryType(type.getElementType())));
  }
  types.append(schedule.isOpen() ? 3 : 2, b.getIndexType());
  auto func = b.create<func::FuncOp>(loc, def.getSymName(),
                                     b.getFunctionType(types, {}));
  unsigned numInputs = def.getInputs().size();
  unsigned numOutputs = def.getOutputs().size();
  llvm::SmallBitVector shared(numInputs + numOutputs);
  schedule::InPlacePairs pairs;
  // A matmul's product is in scratch memory.
  for (unsigned input = schedule.tile.empty() ? 0 : 1; input < numInputs;
       ++input)
    for (unsigned output = 0; output < numOutputs; ++output)
      if (pairs.allows(def, input, output))
        shared.set(input).set(numInputs + output);
  for (unsigned i = 0; i < shared.size(); ++i)
    if (!shared[i])
      func.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                      b.getUnitAttr());
  return func;
}

func::FuncOp KernelLowering::run() {
  func::FuncOp func = declare();
  OpBuilder::InsertionGuard guard(b);
  Block *entry = func.addEntryBlock();
  b.setInsertionPointToStart(entry);
  Value begin = entry->getArguments().drop_back().back();
  Value end = entry->getArguments().back();
  size_t numTensors = def.getBlock().getNumArguments() - gridRank;
  llvm::append_range(memory, entry->getArguments().take_front(numTensors));
  if (schedule.isOpen())
    extent = entry->getArgument(numTensors);
  if (schedule.units == 0) {
    // There is no point to compute, and no address that means anything.
    b.create<func::ReturnOp>(loc);
    return func;
  }
  makeBuffers();
  Value perTask = index(schedule.unitsPerTask);
  Value first = b.create<arith::MulIOp>(loc, begin, perTask);
  Value last = b.create<arith::MulIOp>(loc, end, perTask);
  if (!schedule.isOpen())
    last = b.create<arith::MinSIOp>(loc, last, index(schedule.units));
  loop(first, last, 1, [&](Value unit) { emitUnit(unit); });
  b.create<func::ReturnOp>(loc);
  return func;
}

void KernelLowering::makeBuffers() {
  PointEmitter points(b, def, schedule, memory);
  for (Type type : kept.getTypes())
    buffers.push_back(b.create<memref::AllocaOp>(
        loc, MemRefType::get({points.getKeptSize()}, code::getMemoryType(type)),
        b.getI64IntegerAttr(64)));
}

/// Tiles of rows follow each other fastest, those of the batch slowest.
void KernelLowering::emitTile(Value tile) {
  Value rest = tile, origin = index(0);
  SmallVector<std::pair<Value, Value>> ranges(gridRank);
  auto take = [&](unsigned dim) {
    int64_t size = schedule.tile[3 - gridRank + dim];
    Value count = index(llvm::divideCeil(domain[dim], size));
    Value piece = b.create<arith::RemUIOp>(loc, rest, count);
    rest = b.create<arith::DivUIOp>(loc, rest, count);
    Value from = b.create<arith::MulIOp>(loc, piece, index(size));
    Value to = b.create<arith::AddIOp>(loc, from, index(size));
    ranges[dim] = {from, b.create<arith::MinSIOp>(loc, to, index(domain[dim]))};
    return piece;
  };
  unsigned rowDim = gridRank - 2;
  take(rowDim);
  Value chunk = take(gridRank - 1);
  if (gridRank == 3)
    take(0);

  // The tile lies where its first point would be if all of the product did,
  // with the tile's strides.
  for (unsigned dim = 0; dim < gridRank; ++dim) {
    Value size = index(schedule.tile[3 - gridRank + dim]);
    origin = b.create<arith::MulIOp>(loc, origin, size);
    origin = b.create<arith::AddIOp>(loc, origin, ranges[dim].first);
  }
  SmallVector<Value> moved(memory);
  PointEmitter points(b, def, schedule, moved);
  moved[0] =
      points.moveBy(memory[0], b.create<arith::SubIOp>(loc, index(0), origin));

  if (def.getPartials()) {
    // Whole blocks; after the last row come those that have no points.
    auto [from, to] = ranges[rowDim];
    Value size = index(def.getPointsPerPartial());
    Value isLast = b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, to,
                                           index(domain[rowDim]));
    Value first = b.create<arith::DivUIOp>(loc, from, size);
    Value last = b.create<arith::DivUIOp>(loc, to, size);
    last =
        b.create<arith::SelectOp>(loc, isLast, index(*def.getPartials()), last);
    loop(first, last, 1, [&](Value block) {
      PointEmitter inner = points;
      inner.setBlock(block);
      emitBlock(chunk, inner);
    });
    return;
  }
  std::function<void(unsigned, PointEmitter &)> emitRows =
      [&](unsigned dim, PointEmitter &outer) {
        if (dim > rowDim)
          return emitPoints(chunk, outer);
        loop(ranges[dim].first, ranges[dim].second, 1, [&](Value at) {
          PointEmitter inner = outer;
          inner.setIndex(dim, at);
          emitRows(dim + 1, inner);
        });
      };
  emitRows(0, points);
}

void KernelLowering::emitUnit(Value unit) {
  if (!schedule.tile.empty())
    return emitTile(unit);
  PointEmitter points(b, def, schedule, memory);
  // The last grid dimension runs fastest; the chunk faster still.
  Value rest = unit;
  auto take = [&](int64_t size, bool isLast) {
    if (isLast)
      return rest;
    Value taken = b.create<arith::RemUIOp>(loc, rest, index(size));
    rest = b.create<arith::DivUIOp>(loc, rest, index(size));
    return taken;
  };
  SmallVector<unsigned> outer;
  for (unsigned dim = 0; dim < gridRank; ++dim)
    if (!schedule.vectorInGrid || dim != *schedule.vectorDim)
      outer.push_back(dim);
  Value chunk = schedule.isOpen() ? unit : index(0);
  if (schedule.vectorInGrid && schedule.chunksPerLine > 1)
    chunk = take(schedule.chunksPerLine, outer.empty());
  for (unsigned dim : llvm::reverse(outer)) {
    bool isBlock = dim == 0 && def.getPartials();
    Value at = take(isBlock ? int64_t(*def.getPartials()) : domain[dim],
                    dim == outer.front());
    if (isBlock)
      points.setBlock(at);
    else
      points.setIndex(dim, at);
  }
  if (def.getPartials())
    emitBlock(chunk, points);
  else
    emitPoints(chunk, points);
}

void KernelLowering::emitBlock(Value chunk, PointEmitter &points) {
  // Lanes over the folded dimension have blocks for chunks.
  if (schedule.vectorInGrid && *schedule.vectorDim == 0) {
    points.setBlock(chunk);
    neutralsOnly = true;
    emitBody(points);
    neutralsOnly = false;
    emitPoints(chunk, points);
    return;
  }
  neutralsOnly = true;
  emitPoints(chunk, points);
  neutralsOnly = false;
  int64_t size = def.getPointsPerPartial();
  Value from = b.create<arith::MulIOp>(loc, points.getBlock(), index(size));
  Value to = b.create<arith::AddIOp>(loc, from, index(size));
  to = b.create<arith::MinSIOp>(loc, to, index(domain[0]));
  loop(from, to, 1, [&](Value at) {
    PointEmitter inner = points;
    inner.setIndex(0, at);
    emitPoints(chunk, inner);
  });
}

void KernelLowering::emitPoints(Value chunk, PointEmitter &points) {
  if (schedule.vectorInGrid)
    emitChunk(chunk, points);
  else
    emitBody(points);
}

void KernelLowering::emitChunk(Value chunk, PointEmitter &points) {
  unsigned dim = *schedule.vectorDim;
  int64_t size = domain[dim], lanes = schedule.lanes;
  int64_t whole = size - size % lanes;
  // Only the last chunk has a rest, unless chunks are blocks of any size or it
  // is not known which one is the last.
  bool restsAnywhere = schedule.isOpen() ||
                       (schedule.chunk % lanes != 0 && schedule.chunk < size);
  Value from = b.create<arith::MulIOp>(loc, chunk, index(schedule.chunk));
  Value to = b.create<arith::AddIOp>(loc, from, index(schedule.chunk));
  Value stop = b.create<arith::MinSIOp>(loc, to, index(whole));
  if (restsAnywhere) {
    to = b.create<arith::MinSIOp>(loc, to, extent ? extent : index(size));
    to = b.create<arith::MaxSIOp>(loc, to, from);
    Value over = b.create<arith::SubIOp>(loc, to, from);
    over = b.create<arith::RemUIOp>(loc, over, index(lanes));
    stop = b.create<arith::SubIOp>(loc, to, over);
  }
  loop(from, stop, lanes, [&](Value at) {
    PointEmitter vector = points;
    vector.setIndex(dim, at);
    emitBody(vector);
  });
  if (whole == size && !restsAnywhere)
    return;
  Value hasRest =
      restsAnywhere
          ? b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, stop, to)
          : b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::sge, to,
                                    index(size));
  auto branch = b.create<scf::IfOp>(loc, hasRest, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  PointEmitter rest = points;
  if (restsAnywhere) {
    rest.setIndex(dim, stop);
    Value count = b.create<arith::SubIOp>(loc, to, stop);
    rest.setMask(makeMask(b, lanes, count));
  } else {
    rest.setIndex(dim, index(whole));
    rest.setMask(makeMask(b, lanes, size - whole));
  }
  emitBody(rest);
}

void KernelLowering::emitBody(PointEmitter &points) {
  for (Operation &op : def.getBlock()) {
    if (auto stage = dyn_cast<kernel::StageOp>(op)) {
      StageEmitter emitter(b, stage, def, schedule, kept, buffers);
      if (neutralsOnly)
        emitter.emitNeutrals(points);
      else
        emitter.emit(points);
    } else if (!neutralsOnly) {
      points.emit(&op);
    } else if (auto accumulate = dyn_cast<kernel::AccumulateOp>(op)) {
      points.emitNeutral(accumulate);
    }
  }
}

} // namespace

func::FuncOp cpu::lowerKernel(OpBuilder &builder, kernel::DefOp def,
                              const KernelSchedule &schedule) {
  return KernelLowering(builder, def, schedule).run();
}
