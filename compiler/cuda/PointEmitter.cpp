//===- PointEmitter.cpp - A def's scalar code in a GPU's thread -----------===//

#include "compiler/cuda/PointEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

static Type getElementType(Value memory) {
  return cast<MemRefType>(memory.getType()).getElementType();
}

Value PointEmitter::loadAt(Value memory, Value address, Type type) {
  auto load = [&]() -> Value {
    if (auto vector = dyn_cast<VectorType>(type))
      return b.create<vector::LoadOp>(loc, vector, memory, address);
    return b.create<memref::LoadOp>(loc, memory, address);
  };
  if (!presence)
    return load();
  auto branch = b.create<scf::IfOp>(loc, type, presence,
                                    /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  Value value = load();
  b.create<scf::YieldOp>(loc, value);
  b.setInsertionPointToStart(branch.elseBlock());
  Value zero = b.create<arith::ConstantOp>(loc, b.getZeroAttr(type));
  b.create<scf::YieldOp>(loc, zero);
  return branch.getResult(0);
}

Value PointEmitter::loadMemory(Value memory, AffineExpr address) {
  Type type = getElementType(memory);
  return loadAt(memory, expand(address),
                dependsOnLane(address) ? toVector(type) : type);
}

Value PointEmitter::loadCopied(Value memory, AffineExpr address) {
  Copies::Copy *copy = copies ? copies->find(memory, address) : nullptr;
  if (!copy)
    return loadMemory(memory, address);
  if (copy->isFilled)
    return b.create<memref::LoadOp>(loc, copy->array, copyIndex);
  Value value = loadMemory(memory, address);
  b.create<memref::StoreOp>(loc, value, copy->array, copyIndex);
  copy->isFilled = true;
  return value;
}

Value PointEmitter::loadLanes(Value memory, AffineExpr address, Value guard,
                              Value other) {
  return loadCopied(memory, address);
}

Value PointEmitter::loadScalar(Value memory, AffineExpr address) {
  return loadCopied(memory, address);
}

void PointEmitter::emit(Operation *op) {
  if (auto gather = dyn_cast<kernel::GatherOp>(op))
    return emitGather(gather);
  code::PointEmitter::emit(op);
}

void PointEmitter::emitGather(kernel::GatherOp gather) {
  Value memory = memoryOf(gather.getTensor());
  Type elementType = elementTypeOf(gather.getTensor());
  Type type = getElementType(memory);
  ArrayRef<int64_t> shape =
      cast<ShapedType>(gather.getTensor().getType()).getShape();
  Value address = b.create<arith::ConstantIndexOp>(loc, 0);
  for (auto [index, size] : llvm::zip_equal(gather.getIndices(), shape)) {
    std::optional<unsigned> dim = code::getDimension(def, index);
    // Of several lanes, the first one's address; they differ in the last index.
    if (dim && vectorDim == *dim)
      type = toVector(type);
    Value next = dim ? getIndex(*dim) : getScalar(index);
    Value factor = b.create<arith::ConstantIndexOp>(loc, size);
    address = b.create<arith::MulIOp>(loc, address, factor);
    address = b.create<arith::AddIOp>(loc, address, next);
  }
  define(gather.getValue(),
         fromMemory(loadAt(memory, address, type), elementType));
}

void PointEmitter::storeMemory(Value memory, Value at, Value value) {
  if (isVector(value))
    b.create<vector::StoreOp>(loc, value, memory, at);
  else
    b.create<memref::StoreOp>(loc, value, memory, at);
}

Value PointEmitter::loadElement(Value tensor, Value at, bool allLanes) {
  Value memory = memoryOf(tensor);
  Type type = getElementType(memory);
  return fromMemory(loadAt(memory, at, allLanes ? toVector(type) : type),
                    elementTypeOf(tensor));
}

void PointEmitter::storeElement(Value tensor, Value at, Value value) {
  storeMemory(memoryOf(tensor), at, toMemory(value, elementTypeOf(tensor)));
}

void PointEmitter::storeLanes(Value memory, AffineExpr address, Value value) {
  storeMemory(memory, expand(address), value);
}
