//===- PointEmitter.cpp - A def's scalar code in a GPU's thread -----------===//

#include "compiler/cuda/PointEmitter.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

Value PointEmitter::loadLanes(Value memory, AffineExpr address, Value guard,
                              Value other) {
  assert(!guard && isContiguous(address) && "the schedule sees to it");
  Type type = cast<MemRefType>(memory.getType()).getElementType();
  return b.create<vector::LoadOp>(loc, cast<VectorType>(toVector(type)), memory,
                                  expand(address));
}

void PointEmitter::storeLanes(Value memory, AffineExpr address, Value value) {
  assert(isContiguous(address) && "the schedule sees to it");
  b.create<vector::StoreOp>(loc, value, memory, expand(address));
}
