//===- PointEmitter.cpp - A def's scalar code over a CPU's lanes ----------===//

#include "compiler/cpu/PointEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cpu;

Value PointEmitter::loadLanes(Value base, AffineExpr address, Value guard,
                              Value other) {
  Type type = cast<MemRefType>(base.getType()).getElementType();
  auto vectorType = cast<VectorType>(toVector(type));
  Value lanes = mask;
  if (guard) {
    lanes = guard;
    if (mask)
      lanes = b.create<arith::AndIOp>(loc, mask, guard);
  }
  bool contiguous = isContiguous(address);
  if (contiguous && !lanes)
    return b.create<vector::LoadOp>(loc, vectorType, base, expand(address));
  if (!other)
    other =
        b.create<arith::ConstantOp>(loc, vectorType, b.getZeroAttr(vectorType));
  if (contiguous)
    return b.create<vector::MaskedLoadOp>(loc, vectorType, base,
                                          expand(address), lanes, other);
  Value addresses = expandLanes(address);
  if (!isVector(addresses))
    addresses = broadcast(addresses);
  if (!lanes)
    lanes = splat(b.getI1Type(), 1);
  Value zero = b.create<arith::ConstantIndexOp>(loc, 0);
  return b.create<vector::GatherOp>(loc, vectorType, base, zero, addresses,
                                    lanes, other);
}

void PointEmitter::storeLanes(Value base, AffineExpr address, Value value) {
  if (isContiguous(address)) {
    if (mask)
      b.create<vector::MaskedStoreOp>(loc, base, expand(address), mask, value);
    else
      b.create<vector::StoreOp>(loc, value, base, expand(address));
    return;
  }
  Value lanes = mask ? mask : splat(b.getI1Type(), 1);
  Value zero = b.create<arith::ConstantIndexOp>(loc, 0);
  b.create<vector::ScatterOp>(loc, base, zero, expandLanes(address), lanes,
                              value);
}
