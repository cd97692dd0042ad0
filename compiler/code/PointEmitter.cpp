//===- PointEmitter.cpp - A def's scalar code for some points -------------===//

#include "compiler/code/PointEmitter.h"

#include "dialects/kernel/Philox.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::code;

PointEmitter::PointEmitter(OpBuilder &b, kernel::DefOp def,
                           std::optional<unsigned> vectorDim, int64_t lanes,
                           ArrayRef<Value> memory)
    : b(b), loc(b.getUnknownLoc()), def(def), vectorDim(vectorDim),
      lanes(lanes), numDims(def.getDomain().size()), memory(memory),
      indices(numDims) {}

Type PointEmitter::toVector(Type type) const {
  return VectorType::get(lanes, type);
}

bool PointEmitter::isVector(Value value) const {
  return isa<VectorType>(value.getType());
}

Value PointEmitter::memoryOf(Value tensor) {
  return memory[cast<BlockArgument>(tensor).getArgNumber() -
                def.getGrid().size()];
}

Type PointEmitter::elementTypeOf(Value tensor) const {
  return cast<ShapedType>(tensor.getType()).getElementType();
}

void PointEmitter::setIndex(unsigned dim, Value index) {
  indices[dim] = index;
  if (dim < def.getGrid().size())
    defineIndex(def.getBlock().getArgument(dim), dim);
}

void PointEmitter::defineIndex(BlockArgument argument, unsigned dim) {
  // As an operand of arithmetic an index must be that of its lane.
  define(argument, expandLanes(b.getAffineDimExpr(dim)));
}

Value PointEmitter::splat(Type type, int64_t value) {
  auto element = b.getIntegerAttr(type, value);
  return b.create<arith::ConstantOp>(
      loc, DenseElementsAttr::get(cast<VectorType>(toVector(type)),
                                  Attribute(element)));
}

Value PointEmitter::broadcast(Value scalar) {
  return b.create<vector::BroadcastOp>(loc, toVector(scalar.getType()), scalar);
}

Value PointEmitter::getVector(Value value) {
  Value emitted = mapping.lookup(value);
  return isVector(emitted) ? emitted : broadcast(emitted);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Value PointEmitter::expand(AffineExpr expr) {
  return affine::expandAffineExpr(b, loc, expr, indices, {});
}

Value PointEmitter::expandLanes(AffineExpr expr) {
  if (!dependsOnLane(expr))
    return expand(expr);
  if (std::optional<int64_t> stride = getStride(expr, *vectorDim, numDims)) {
    SmallVector<Attribute> steps;
    for (int64_t lane = 0; lane < lanes; ++lane)
      steps.push_back(b.getIndexAttr(lane * *stride));
    Value offsets = b.create<arith::ConstantOp>(
        loc, DenseElementsAttr::get(
                 cast<VectorType>(toVector(b.getIndexType())), steps));
    return b.create<arith::AddIOp>(loc, broadcast(expand(expr)), offsets);
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = expandLanes(binary.getLHS()), rhs = expandLanes(binary.getRHS());
  lhs = isVector(lhs) ? lhs : broadcast(lhs);
  rhs = isVector(rhs) ? rhs : broadcast(rhs);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return b.create<arith::AddIOp>(loc, lhs, rhs);
  case AffineExprKind::Mul:
    return b.create<arith::MulIOp>(loc, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return b.create<arith::FloorDivSIOp>(loc, lhs, rhs);
  case AffineExprKind::CeilDiv:
    return b.create<arith::CeilDivSIOp>(loc, lhs, rhs);
  default: {
    // The remainder of a floored division.
    Value quotient = b.create<arith::FloorDivSIOp>(loc, lhs, rhs);
    Value product = b.create<arith::MulIOp>(loc, quotient, rhs);
    return b.create<arith::SubIOp>(loc, lhs, product);
  }
  }
}

void PointEmitter::emitIndex(kernel::IndexOp op) {
  AffineExpr expr = getPlace(def, op.getMap(), op.getIndices()).front();
  define(op.getValue(), expandLanes(expr));
}

void PointEmitter::emitPhilox(kernel::PhiloxOp op) {
  Value index = mapping.lookup(op.getIndex());
  Type type = b.getI64Type();
  if (isVector(index))
    type = toVector(type);
  index = b.create<arith::IndexCastOp>(loc, type, index);
  define(op.getBits(), kernel::emitPhilox(b, loc, getScalar(op.getSeed()),
                                          getScalar(op.getStep()),
                                          getScalar(op.getIteration()),
                                          getScalar(op.getOffset()), index));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value PointEmitter::fromMemory(Value value, Type elementType) {
  auto shaped = [&](Type type) {
    return isVector(value) ? toVector(type) : type;
  };
  if (elementType.isInteger(1))
    return b.create<arith::TruncIOp>(loc, shaped(elementType), value);
  if (isa<Float16Type, BFloat16Type>(elementType)) {
    value = b.create<arith::BitcastOp>(loc, shaped(elementType), value);
    return b.create<arith::ExtFOp>(loc, shaped(b.getF32Type()), value);
  }
  return value;
}

Value PointEmitter::toMemory(Value value, Type elementType) {
  auto shaped = [&](Type type) {
    return isVector(value) ? toVector(type) : type;
  };
  if (elementType.isInteger(1))
    return b.create<arith::ExtUIOp>(loc, shaped(b.getI8Type()), value);
  if (isa<Float16Type, BFloat16Type>(elementType)) {
    value = b.create<arith::TruncFOp>(loc, shaped(elementType), value);
    return b.create<arith::BitcastOp>(loc, shaped(b.getI16Type()), value);
  }
  return value;
}

Value PointEmitter::loadScalar(Value base, AffineExpr address) {
  return b.create<memref::LoadOp>(loc, base, expand(address));
}

void PointEmitter::emitLoad(kernel::LoadOp load) {
  Value base = memoryOf(load.getTensor());
  Type elementType = elementTypeOf(load.getTensor());
  AffineExpr address = getAddress(def, load);
  bool guardVaries =
      load.getGuard() && isVector(mapping.lookup(load.getGuard()));
  bool otherVaries =
      load.getOther() && isVector(mapping.lookup(load.getOther()));
  if (dependsOnLane(address) || guardVaries || otherVaries) {
    Value guard = load.getGuard() ? getVector(load.getGuard()) : nullptr;
    Value other = load.getOther()
                      ? toMemory(getVector(load.getOther()), elementType)
                      : nullptr;
    Value value = loadLanes(base, address, guard, other);
    define(load.getValue(), fromMemory(value, elementType));
    return;
  }
  auto loadAt = [&]() -> Value {
    return fromMemory(loadScalar(base, address), elementType);
  };
  if (!load.getGuard()) {
    define(load.getValue(), loadAt());
    return;
  }
  auto branch = b.create<scf::IfOp>(loc, load.getValue().getType(),
                                    getScalar(load.getGuard()),
                                    /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  b.create<scf::YieldOp>(loc, loadAt());
  b.setInsertionPointToStart(branch.elseBlock());
  b.create<scf::YieldOp>(loc, getScalar(load.getOther()));
  define(load.getValue(), branch.getResult(0));
}

void PointEmitter::emitStore(kernel::StoreOp store) {
  Value base = memoryOf(store.getTensor());
  Type elementType = elementTypeOf(store.getTensor());
  AffineExpr address = getAddress(def, store);
  if (!dependsOnLane(address)) {
    Value value = toMemory(getScalar(store.getValue()), elementType);
    b.create<memref::StoreOp>(loc, value, base, expand(address));
    return;
  }
  storeLanes(base, address, toMemory(getVector(store.getValue()), elementType));
}

//===----------------------------------------------------------------------===//
// Computation
//===----------------------------------------------------------------------===//

void PointEmitter::emitCompute(Operation *op) {
  bool anyVector = llvm::any_of(op->getOperands(), [&](Value operand) {
    return isVector(mapping.lookup(operand));
  });
  if (!anyVector) {
    b.clone(*op, mapping);
    return;
  }
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getVector(operand));
  Operation *vectorized = op->cloneWithoutRegions();
  vectorized->setOperands(operands);
  for (Value result : vectorized->getResults())
    result.setType(toVector(result.getType()));
  b.insert(vectorized);
  mapping.map(op->getResults(), vectorized->getResults());
}

void PointEmitter::emit(Operation *op) {
  if (auto load = dyn_cast<kernel::LoadOp>(op))
    return emitLoad(load);
  if (auto store = dyn_cast<kernel::StoreOp>(op))
    return emitStore(store);
  if (auto index = dyn_cast<kernel::IndexOp>(op))
    return emitIndex(index);
  if (auto philox = dyn_cast<kernel::PhiloxOp>(op))
    return emitPhilox(philox);
  emitCompute(op);
}
