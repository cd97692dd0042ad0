//===- Address.cpp - Where an access of a def lies in memory --------------===//

#include "compiler/code/Address.h"

using namespace mlir;
using namespace gradc;

std::optional<unsigned> code::getDimension(kernel::DefOp def, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !isa<IndexType>(argument.getType()))
    return std::nullopt;
  bool inGrid = argument.getOwner() == &def.getBlock();
  return argument.getArgNumber() + (inGrid ? 0 : def.getGrid().size());
}

SmallVector<AffineExpr> code::getPlace(kernel::DefOp def, AffineMap map,
                                       ValueRange indices) {
  SmallVector<AffineExpr> dims;
  for (Value index : indices)
    dims.push_back(
        getAffineDimExpr(*getDimension(def, index), map.getContext()));
  SmallVector<AffineExpr> place;
  for (AffineExpr result : map.getResults())
    place.push_back(simplifyAffineExpr(result.replaceDims(dims),
                                       def.getDomain().size(), 0));
  return place;
}

AffineExpr code::getAddress(kernel::DefOp def, Operation *access) {
  auto tile = def->getAttrOfType<DenseI64ArrayAttr>(kernel::kTileAttr);
  auto linearize = [&](auto op, unsigned firstDim) {
    AffineExpr address = getAffineConstantExpr(0, def.getContext());
    ArrayRef<int64_t> shape =
        cast<ShapedType>(op.getTensor().getType()).getShape();
    // Of a product, one tile is in memory.
    if (tile && op.getTensor() == def.getInputs().front())
      shape = tile.asArrayRef().take_back(shape.size());
    for (auto [index, size] :
         llvm::zip_equal(getPlace(def, op.getMap(), op.getIndices()),
                         shape.drop_front(firstDim)))
      address = address * size + index;
    return simplifyAffineExpr(address, def.getDomain().size(), 0);
  };
  if (auto load = dyn_cast<kernel::LoadOp>(access))
    return linearize(load, 0);
  if (auto store = dyn_cast<kernel::StoreOp>(access))
    return linearize(store, 0);
  return linearize(cast<kernel::AccumulateOp>(access), 1);
}

AffineExpr code::getIndexExpr(kernel::DefOp def, Value index) {
  if (std::optional<unsigned> dim = getDimension(def, index))
    return getAffineDimExpr(*dim, def.getContext());
  if (auto op = index.getDefiningOp<kernel::IndexOp>())
    return getPlace(def, op.getMap(), op.getIndices()).front();
  return nullptr;
}

llvm::DenseSet<Value> code::getVarying(kernel::DefOp def, unsigned dim) {
  llvm::DenseSet<Value> varying;
  auto visit = [&](Operation *op) {
    auto varies = [&](Value operand) {
      return getDimension(def, operand) == dim || varying.contains(operand);
    };
    bool anyVaries;
    if (auto index = dyn_cast<kernel::IndexOp>(op))
      anyVaries = getIndexExpr(def, index.getValue()).isFunctionOfDim(dim);
    else if (auto load = dyn_cast<kernel::LoadOp>(op))
      anyVaries = getAddress(def, load).isFunctionOfDim(dim) ||
                  (load.getGuard() &&
                   (varies(load.getGuard()) || varies(load.getOther())));
    else if (isa<kernel::StageOp>(op))
      // Folds are scalars of the grid, and may differ along all of it.
      anyVaries = dim < def.getGrid().size();
    else
      anyVaries = llvm::any_of(op->getOperands(), varies);
    if (anyVaries)
      varying.insert(op->result_begin(), op->result_end());
  };
  def.getBody().walk<WalkOrder::PreOrder>(visit);
  return varying;
}

std::optional<int64_t> code::getStride(AffineExpr expr, unsigned dim,
                                       unsigned numDims) {
  MLIRContext *context = expr.getContext();
  AffineExpr d = getAffineDimExpr(dim, context);
  AffineExpr difference =
      simplifyAffineExpr(expr.replace(d, d + 1) - expr, numDims, 0);
  auto constant = dyn_cast<AffineConstantExpr>(difference);
  if (!constant || (!expr.isFunctionOfDim(dim) && constant.getValue() != 0))
    return std::nullopt;
  return constant.getValue();
}

Type code::getMemoryType(Type elementType) {
  unsigned width = elementType.getIntOrFloatBitWidth();
  if (isa<Float16Type, BFloat16Type>(elementType) ||
      !isa<FloatType>(elementType))
    return IntegerType::get(elementType.getContext(), width == 1 ? 8 : width);
  return elementType;
}
