//===- KernelCode.cpp - The function a kernel is written as ---------------===//

#include "compiler/cuda/KernelCode.h"

#include "compiler/code/Address.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

KernelCode::KernelCode(OpBuilder &b, kernel::DefOp def,
                       const KernelSchedule &schedule)
    : b(b), loc(b.getUnknownLoc()), def(def), schedule(schedule) {
  SmallVector<Type> types;
  for (BlockArgument tensor :
       def.getBlock().getArguments().drop_front(def.getGrid().size())) {
    auto type = cast<RankedTensorType>(tensor.getType());
    int64_t size = type.hasStaticShape()
                       ? std::max<int64_t>(type.getNumElements(), 1)
                       : ShapedType::kDynamic;
    types.push_back(
        MemRefType::get({size}, code::getMemoryType(type.getElementType())));
  }
  size_t numTensors = types.size();
  if (def.hasOpenExtent())
    types.push_back(b.getIndexType());
  func = b.create<gpu::GPUFuncOp>(loc, def.getSymName(),
                                  b.getFunctionType(types, {}));
  func->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  func.setKnownBlockSize(
      ArrayRef<int32_t>{static_cast<int32_t>(schedule.threads), 1, 1});
  if (def.hasOpenExtent())
    func->setAttr("gradc.points_per_block",
                  b.getI64IntegerAttr(schedule.threads * schedule.lanes));
  else
    func->setAttr("gradc.grid", b.getI64IntegerAttr(schedule.blocks));
  func->setAttr("gradc.index_bits", b.getI64IntegerAttr(schedule.indexBits));
  Block &entry = func.getBody().front();
  llvm::append_range(memory, entry.getArguments().take_front(numTensors));
  b.setInsertionPointToStart(&entry);
  thread = b.create<gpu::ThreadIdOp>(loc, gpu::Dimension::x);
  block = b.create<gpu::BlockIdOp>(loc, gpu::Dimension::x);
}

Value KernelCode::index(int64_t value) {
  return b.create<arith::ConstantIndexOp>(loc, value);
}

Value KernelCode::add(Value x, Value y) {
  return b.create<arith::AddIOp>(loc, x, y);
}

Value KernelCode::mul(Value x, int64_t y) {
  return b.createOrFold<arith::MulIOp>(loc, x, index(y));
}

Value KernelCode::div(Value x, int64_t y) {
  return b.createOrFold<arith::DivUIOp>(loc, x, index(y));
}

Value KernelCode::rem(Value x, int64_t y) {
  return b.createOrFold<arith::RemUIOp>(loc, x, index(y));
}

Value KernelCode::isBelow(Value x, Value y) {
  return b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, x, y);
}

Value KernelCode::isEqual(Value x, int64_t y) {
  return b.create<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, x, index(y));
}

Value KernelCode::both(Value x, Value y) {
  if (!x || !y)
    return x ? x : y;
  return b.create<arith::AndIOp>(loc, x, y);
}

Value KernelCode::partIn(ThreadDim dim) {
  if (dim.count == 1)
    return index(0);
  Value part = div(thread, dim.stride);
  return dim.count * dim.stride == schedule.threads ? part
                                                    : rem(part, dim.count);
}

SmallVector<Value>
KernelCode::loop(Value from, Value to, int64_t step, bool unroll,
                 ValueRange carried,
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

void KernelCode::loop(Value from, Value to, int64_t step, bool unroll,
                      function_ref<void(Value)> body) {
  loop(from, to, step, unroll, {}, [&](Value at, ValueRange) {
    body(at);
    return SmallVector<Value>();
  });
}

void KernelCode::branch(Value condition, function_ref<void()> then) {
  if (!condition)
    return then();
  auto branch = b.create<scf::IfOp>(loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  then();
}

SmallVector<Value> KernelCode::branch(Value condition, ValueRange otherwise,
                                      function_ref<SmallVector<Value>()> then) {
  if (!condition)
    return then();
  if (otherwise.empty()) {
    branch(condition, [&] { then(); });
    return {};
  }
  auto branch = b.create<scf::IfOp>(loc, otherwise.getTypes(), condition,
                                    /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> results = then();
  b.create<scf::YieldOp>(loc, results);
  b.setInsertionPointToStart(branch.elseBlock());
  b.create<scf::YieldOp>(loc, otherwise);
  return SmallVector<Value>(branch.getResults());
}

Value KernelCode::addShared(Type type, int64_t size) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto arrayType =
      MemRefType::get({size}, type, MemRefLayoutAttrInterface(), space);
  return func.addWorkgroupAttribution(arrayType, loc);
}

Value KernelCode::getScratch(Type type, int64_t size) {
  Value &array = scratch[{type, size}];
  if (!array)
    array = addShared(type, size);
  return array;
}

Value KernelCode::addPrivate(Type type, int64_t size) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&func.getBody().front());
  return b.create<memref::AllocaOp>(loc, MemRefType::get({size}, type));
}
