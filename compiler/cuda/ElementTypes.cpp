//===- ElementTypes.cpp - Low precision by its own name -------------------===//

#include "compiler/cuda/ElementTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace gradc;

/// What `op` stores, or null.
static Value getStored(Operation *op) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getValue();
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return store.getValueToStore();
  return nullptr;
}

/// Whether `op` loads or stores integers that are floats of type `element`.
static bool isCast(Operation *op, Type element) {
  auto isOf = [&](Value value) {
    return getElementTypeOrSelf(value.getType()) == element;
  };
  if (isa<memref::LoadOp, vector::LoadOp>(op))
    return llvm::all_of(op->getUsers(), [&](Operation *user) {
      return isa<arith::BitcastOp>(user) && isOf(user->getResult(0));
    });
  Value stored = getStored(op);
  auto cast = stored ? stored.getDefiningOp<arith::BitcastOp>() : nullptr;
  return cast && isOf(cast.getIn());
}

static void removeCast(Operation *op, Type element) {
  if (Value stored = getStored(op)) {
    auto cast = stored.getDefiningOp<arith::BitcastOp>();
    op->replaceUsesOfWith(stored, cast.getIn());
    if (cast->use_empty())
      cast->erase();
    return;
  }
  Value loaded = op->getResult(0);
  for (Operation *user : llvm::make_early_inc_range(loaded.getUsers())) {
    user->getResult(0).replaceAllUsesWith(loaded);
    user->erase();
  }
  auto vector = dyn_cast<VectorType>(loaded.getType());
  loaded.setType(vector ? Type(vector.clone(element)) : element);
}

void cuda::nameElementTypes(gpu::GPUFuncOp func) {
  SmallVector<Type> types(func.getFunctionType().getInputs());
  for (auto [i, type] : llvm::enumerate(types)) {
    auto array = dyn_cast<MemRefType>(type);
    auto tensor = func.getArgAttrOfType<TypeAttr>(i, "gradc.tensor");
    if (!array || !tensor || !array.getElementType().isInteger(16))
      continue;
    Type element = getElementTypeOrSelf(tensor.getValue());
    BlockArgument argument = func.getArgument(i);
    if (!isa<Float16Type, BFloat16Type>(element) ||
        !llvm::all_of(argument.getUsers(),
                      [&](Operation *user) { return isCast(user, element); }))
      continue;
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
      removeCast(user, element);
    type = MemRefType::Builder(array).setElementType(element);
    argument.setType(type);
  }
  func.setFunctionType(FunctionType::get(func.getContext(), types, {}));
}
