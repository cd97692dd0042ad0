//===- LowerKernel.cpp - A kernel.def as code of a GPU --------------------===//

#include "compiler/cuda/LowerKernel.h"

#include "compiler/cuda/PointEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

namespace {

class KernelLowering {
public:
  KernelLowering(OpBuilder &b, kernel::DefOp def,
                 const KernelSchedule &schedule)
      : b(b), loc(b.getUnknownLoc()), def(def), schedule(schedule),
        domain(def.getDomain()), gridRank(def.getGrid().size()) {}

  gpu::GPUFuncOp run();

private:
  void emitUnits();
  void emitUnit(Value unit);
  void emitTail(Value unit);
  void emitBody(PointEmitter &points);
  void emitStage(kernel::StageOp stage, PointEmitter &points);
  SmallVector<Value> emitRow(kernel::StageOp stage, PointEmitter &points,
                             unsigned dim, SmallVector<Value> accumulators);

  Value index(int64_t value) {
    return b.create<arith::ConstantIndexOp>(loc, value);
  }
  Value isBelow(Value value, int64_t bound) {
    return b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, value,
                                   index(bound));
  }
  /// `for` from `from` to `to` by `step`; `body` returns what it carries on.
  SmallVector<Value>
  emitFor(Value from, Value to, int64_t step, ValueRange carried, bool unroll,
          function_ref<SmallVector<Value>(Value, ValueRange)> body);
  void emitIf(Value condition, function_ref<void()> then,
              function_ref<void()> otherwise = nullptr);

  OpBuilder &b;
  Location loc;
  kernel::DefOp def;
  const KernelSchedule &schedule;
  SmallVector<int64_t> domain;
  unsigned gridRank;
  SmallVector<Value> memory; // one a tensor argument
};

} // namespace

SmallVector<Value> KernelLowering::emitFor(
    Value from, Value to, int64_t step, ValueRange carried, bool unroll,
    function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = b.create<scf::ForOp>(loc, from, to, index(step), carried);
  if (unroll)
    loop->setAttr("gradc.unroll", b.getUnitAttr());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> results =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!carried.empty())
    b.create<scf::YieldOp>(loc, results);
  return SmallVector<Value>(loop.getResults());
}

void KernelLowering::emitIf(Value condition, function_ref<void()> then,
                            function_ref<void()> otherwise) {
  auto branch = b.create<scf::IfOp>(loc, condition, bool(otherwise));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  then();
  if (!otherwise)
    return;
  b.setInsertionPointToStart(branch.elseBlock());
  otherwise();
}

gpu::GPUFuncOp KernelLowering::run() {
  SmallVector<Type> types;
  for (BlockArgument tensor :
       def.getBlock().getArguments().drop_front(gridRank)) {
    auto type = cast<RankedTensorType>(tensor.getType());
    types.push_back(
        MemRefType::get({std::max<int64_t>(type.getNumElements(), 1)},
                        code::getMemoryType(type.getElementType())));
  }
  auto func = b.create<gpu::GPUFuncOp>(loc, def.getSymName(),
                                       b.getFunctionType(types, {}));
  func->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  func.setKnownBlockSize(
      ArrayRef<int32_t>{static_cast<int32_t>(schedule.threads), 1, 1});
  func->setAttr("gradc.grid", b.getI64IntegerAttr(schedule.blocks));
  func->setAttr("gradc.index_bits", b.getI64IntegerAttr(schedule.indexBits));
  OpBuilder::InsertionGuard guard(b);
  Block &entry = func.getBody().front();
  b.setInsertionPointToStart(&entry);
  llvm::append_range(memory, entry.getArguments());
  // Without points there is no address that means anything.
  if (schedule.units != 0)
    emitUnits();
  b.create<gpu::ReturnOp>(loc);
  return func;
}

void KernelLowering::emitUnits() {
  int64_t perBlock = schedule.threads * schedule.unitsPerThread;
  Value thread = b.create<gpu::ThreadIdOp>(loc, gpu::Dimension::x);
  Value block = b.create<gpu::BlockIdOp>(loc, gpu::Dimension::x);
  Value first = b.create<arith::MulIOp>(loc, block, index(perBlock));
  first = b.create<arith::AddIOp>(loc, first, thread);
  int64_t points = ShapedType::getNumElements(def.getGrid());
  int64_t whole = points / schedule.lanes;
  auto emitAt = [&](Value unit) {
    if (whole % perBlock == 0 && whole == schedule.units)
      return emitUnit(unit);
    emitIf(isBelow(unit, whole), [&] { emitUnit(unit); });
    if (whole != schedule.units)
      emitTail(unit);
  };
  if (schedule.unitsPerThread == 1)
    return emitAt(first);
  emitFor(index(0), index(schedule.unitsPerThread), 1, {}, /*unroll=*/true,
          [&](Value i, ValueRange) {
            Value offset =
                b.create<arith::MulIOp>(loc, i, index(schedule.threads));
            emitAt(b.create<arith::AddIOp>(loc, first, offset));
            return SmallVector<Value>();
          });
}

void KernelLowering::emitUnit(Value unit) {
  PointEmitter points(b, def, schedule.vectorDim, schedule.lanes, memory);
  for (auto [i, dim] : llvm::enumerate(llvm::reverse(schedule.order))) {
    int64_t lanes = dim == schedule.vectorDim ? schedule.lanes : 1;
    Value at = unit;
    if (i + 1 != schedule.order.size()) {
      Value size = index(domain[dim] / lanes);
      at = b.create<arith::RemUIOp>(loc, unit, size);
      unit = b.create<arith::DivUIOp>(loc, unit, size);
    }
    if (lanes > 1)
      at = b.create<arith::MulIOp>(loc, at, index(lanes));
    points.setIndex(dim, at);
  }
  emitBody(points);
}

/// The last points of a grid of one dimension, fewer than a unit has: one
/// thread does them one by one.
void KernelLowering::emitTail(Value unit) {
  int64_t size = domain[*schedule.vectorDim];
  Value isLast = b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, unit,
                                         index(schedule.units - 1));
  emitIf(isLast, [&] {
    emitFor(index(size - size % schedule.lanes), index(size), 1, {},
            /*unroll=*/false, [&](Value at, ValueRange) {
              PointEmitter point(b, def, std::nullopt, 1, memory);
              for (unsigned dim : schedule.order)
                point.setIndex(dim, dim == schedule.vectorDim ? at : index(0));
              emitBody(point);
              return SmallVector<Value>();
            });
  });
}

void KernelLowering::emitBody(PointEmitter &points) {
  for (Operation &op : def.getBlock()) {
    if (auto stage = dyn_cast<kernel::StageOp>(op))
      emitStage(stage, points);
    else
      points.emit(&op);
  }
}

void KernelLowering::emitStage(kernel::StageOp stage, PointEmitter &points) {
  SmallVector<Value> accumulators;
  for (auto [i, type] : llvm::enumerate(stage.getResultTypes())) {
    TypedAttr neutral = kernel::getNeutral(stage.getCombineKind(i), type);
    if (points.getLanes() > 1)
      neutral = DenseElementsAttr::get(VectorType::get(points.getLanes(), type),
                                       Attribute(neutral));
    accumulators.push_back(b.create<arith::ConstantOp>(loc, neutral));
  }
  if (!llvm::is_contained(def.getRow(), 0))
    accumulators = emitRow(stage, points, gridRank, accumulators);
  for (auto [result, value] : llvm::zip_equal(stage.getResults(), accumulators))
    points.define(result, value);
}

SmallVector<Value> KernelLowering::emitRow(kernel::StageOp stage,
                                           PointEmitter &points, unsigned dim,
                                           SmallVector<Value> accumulators) {
  if (dim != domain.size())
    return emitFor(index(0), index(domain[dim]), 1, accumulators,
                   /*unroll=*/false, [&](Value at, ValueRange carried) {
                     PointEmitter inner = points;
                     inner.setIndex(dim, at);
                     return emitRow(stage, inner, dim + 1,
                                    SmallVector<Value>(carried));
                   });
  for (auto [i, argument] : llvm::enumerate(stage.getBlock().getArguments()))
    points.defineIndex(argument, gridRank + i);
  for (Operation &op : stage.getBlock().without_terminator())
    points.emit(&op);
  for (auto [i, value] :
       llvm::enumerate(stage.getBlock().getTerminator()->getOperands()))
    accumulators[i] =
        kernel::emitCombine(b, loc, stage.getCombineKind(i), accumulators[i],
                            points.getLanes() > 1 ? points.getVector(value)
                                                  : points.getScalar(value));
  return accumulators;
}

gpu::GPUFuncOp cuda::lowerKernel(OpBuilder &builder, kernel::DefOp def,
                                 const KernelSchedule &schedule) {
  return KernelLowering(builder, def, schedule).run();
}
