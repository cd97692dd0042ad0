//===- Access.cpp - How a def reads and writes memory ---------------------===//

#include "compiler/cuda/Access.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

SmallVector<Access> cuda::findAccesses(kernel::DefOp def) {
  SmallVector<Access> accesses;
  def.getBody().walk([&](Operation *op) {
    if (auto load = dyn_cast<kernel::LoadOp>(op))
      accesses.push_back({op, load.getTensor(), code::getAddress(def, op),
                          bool(load.getGuard())});
    else if (auto store = dyn_cast<kernel::StoreOp>(op))
      accesses.push_back({op, store.getTensor(), code::getAddress(def, op)});
    else if (auto accumulate = dyn_cast<kernel::AccumulateOp>(op))
      accesses.push_back(
          {op, accumulate.getTensor(), code::getAddress(def, op)});
    else if (auto gather = dyn_cast<kernel::GatherOp>(op))
      accesses.push_back({op, gather.getTensor(), AffineExpr()});
  });
  return accesses;
}

std::optional<int64_t> Access::getStride(kernel::DefOp def,
                                         unsigned dim) const {
  if (address)
    return code::getStride(address, dim, def.getDomain().size());
  ValueRange indices = cast<kernel::GatherOp>(op).getIndices();
  llvm::DenseSet<Value> varying = code::getVarying(def, dim);
  auto varies = [&](Value index) {
    return code::getDimension(def, index) == dim || varying.contains(index);
  };
  if (llvm::none_of(indices, varies))
    return 0;
  if (code::getDimension(def, indices.back()) == dim &&
      llvm::none_of(indices.drop_back(), varies))
    return 1;
  return std::nullopt;
}

bool Access::isAligned(kernel::DefOp def, unsigned dim, int64_t lanes) const {
  // Rows of a gathered tensor and of partial results follow one another.
  auto shape = cast<ShapedType>(tensor.getType()).getShape();
  if (!address || isa<kernel::AccumulateOp>(op))
    if (shape.back() % lanes != 0)
      return false;
  if (!address)
    return true;
  AffineExpr d = getAffineDimExpr(dim, def.getContext());
  return simplifyAffineExpr(address.replace(d, d * lanes),
                            def.getDomain().size(), 0)
      .isMultipleOf(lanes);
}

bool cuda::mayStoreInPlace(kernel::DefOp def, ArrayRef<Access> accesses) {
  auto isInBody = [&](const Access &access) {
    return access.op->getBlock() == &def.getBlock();
  };
  for (const Access &load : accesses)
    for (const Access &store : accesses)
      if (isa<kernel::LoadOp>(load.op) && isa<kernel::StoreOp>(store.op) &&
          isInBody(load) && isInBody(store) && load.address == store.address &&
          load.tensor.getType() == store.tensor.getType())
        return true;
  return false;
}

int64_t cuda::getElementBytes(Value tensor) {
  Type type = cast<ShapedType>(tensor.getType()).getElementType();
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}
