//===- Address.cpp - Where an access of a def lies in memory --------------===//

#include "compiler/code/Address.h"

using namespace mlir;
using namespace gradc;

SmallVector<AffineExpr> code::getPlace(kernel::DefOp def, AffineMap map,
                                       ValueRange indices) {
  unsigned gridRank = def.getGrid().size();
  unsigned rank = gridRank + def.getRow().size();
  // An index is an argument of the def (a grid dimension) or of a stage.
  SmallVector<AffineExpr> dims;
  for (Value index : indices) {
    auto argument = cast<BlockArgument>(index);
    bool inGrid = argument.getOwner() == &def.getBlock();
    dims.push_back(getAffineDimExpr(
        argument.getArgNumber() + (inGrid ? 0 : gridRank), map.getContext()));
  }
  SmallVector<AffineExpr> place;
  for (AffineExpr result : map.getResults())
    place.push_back(simplifyAffineExpr(result.replaceDims(dims), rank, 0));
  return place;
}

AffineExpr code::getAddress(kernel::DefOp def, AffineMap map,
                            ValueRange indices, Value tensor) {
  AffineExpr address = getAffineConstantExpr(0, map.getContext());
  ArrayRef<int64_t> shape = cast<ShapedType>(tensor.getType()).getShape();
  for (auto [index, size] : llvm::zip_equal(getPlace(def, map, indices), shape))
    address = address * size + index;
  return simplifyAffineExpr(address, def.getDomain().size(), 0);
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
