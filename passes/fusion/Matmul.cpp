//===- Matmul.cpp - dot_general as the library takes it -------------------===//
//
// A library multiplies matrices whose rows, columns and batches have a stride
// each. An operand of `dot_general` is one if its dimensions fall into three
// groups (batch, free, contracting), each together and in order.
//
//===----------------------------------------------------------------------===//

#include "passes/fusion/Matmul.h"

using namespace mlir;
using namespace gradc;

namespace {
/// One operand's dimensions by what they mean.
struct Groups {
  SmallVector<int64_t> batch, free, contracting;
};
} // namespace

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

static int64_t product(ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
  int64_t result = 1;
  for (int64_t dim : dims)
    result *= shape[dim];
  return result;
}

static Groups lhsGroups(prim::DotGeneralOp dot) {
  return {SmallVector<int64_t>(dot.getLhsBatchingDimensions()),
          dot.getLhsFreeDimensions(),
          SmallVector<int64_t>(dot.getLhsContractingDimensions())};
}

static Groups rhsGroups(prim::DotGeneralOp dot) {
  return {SmallVector<int64_t>(dot.getRhsBatchingDimensions()),
          dot.getRhsFreeDimensions(),
          SmallVector<int64_t>(dot.getRhsContractingDimensions())};
}

/// The order of the groups in memory, named by `names` (batch, free,
/// contracting), or an empty string if a group is torn apart. A group without
/// dimensions (or with sizes of 1 only) may stand anywhere.
static std::string orderOf(ArrayRef<int64_t> shape, const Groups &groups,
                           StringRef names) {
  SmallVector<std::pair<int64_t, char>> present;
  std::string order;
  ArrayRef<int64_t> lists[] = {groups.batch, groups.free, groups.contracting};
  for (auto [dims, name] : llvm::zip_equal(lists, names)) {
    SmallVector<int64_t> wide;
    for (int64_t dim : dims)
      if (shape[dim] != 1)
        wide.push_back(dim);
    if (wide.empty()) {
      order.push_back(name);
      continue;
    }
    for (size_t i = 1; i < wide.size(); ++i) {
      // Only dimensions of size 1 may lie between.
      for (int64_t dim = wide[i - 1] + 1; dim < wide[i]; ++dim)
        if (shape[dim] != 1)
          return "";
      if (wide[i] < wide[i - 1])
        return "";
    }
    present.push_back({wide.front(), name});
  }
  llvm::sort(present);
  for (auto [dim, name] : present)
    order.push_back(name);
  return order;
}

/// `dims` under a transposition of the operand: where dimension `d` of the
/// transposed tensor lies in the one before.
static SmallVector<int64_t> beforeTranspose(ArrayRef<int64_t> dims,
                                            ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> result;
  for (int64_t dim : dims)
    result.push_back(permutation[dim]);
  return result;
}

void gradc::fusion::prepareMatmul(prim::DotGeneralOp dot) {
  OpBuilder builder(dot);
  // A transpose is folded in if the free dimensions keep their order, which the
  // result's dimensions have.
  for (unsigned side : {0u, 1u}) {
    auto transpose = dot->getOperand(side).getDefiningOp<prim::TransposeOp>();
    if (!transpose)
      continue;
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    Groups groups = side == 0 ? lhsGroups(dot) : rhsGroups(dot);
    if (!llvm::is_sorted(beforeTranspose(groups.free, permutation)))
      continue;
    auto batch = builder.getDenseI64ArrayAttr(
        beforeTranspose(groups.batch, permutation));
    auto contracting = builder.getDenseI64ArrayAttr(
        beforeTranspose(groups.contracting, permutation));
    dot->setOperand(side, transpose.getOperand());
    if (side == 0) {
      dot.setLhsBatchingDimensionsAttr(batch);
      dot.setLhsContractingDimensionsAttr(contracting);
    } else {
      dot.setRhsBatchingDimensionsAttr(batch);
      dot.setRhsContractingDimensionsAttr(contracting);
    }
  }

  for (unsigned side : {0u, 1u}) {
    Value operand = dot->getOperand(side);
    Groups groups = side == 0 ? lhsGroups(dot) : rhsGroups(dot);
    if (!orderOf(shapeOf(operand), groups, side == 0 ? "bmk" : "bnk").empty())
      continue;
    SmallVector<int64_t> permutation, shape;
    llvm::append_range(permutation, groups.batch);
    llvm::append_range(permutation, groups.free);
    llvm::append_range(permutation, groups.contracting);
    for (int64_t dim : permutation)
      shape.push_back(shapeOf(operand)[dim]);
    auto type = cast<RankedTensorType>(operand.getType()).clone(shape);
    dot->setOperand(side, builder.create<prim::TransposeOp>(
                              dot.getLoc(), type, operand,
                              builder.getDenseI64ArrayAttr(permutation)));
    int64_t numBatch = groups.batch.size(), rank = shape.size();
    int64_t numContracting = groups.contracting.size();
    auto batch = builder.getDenseI64ArrayAttr(
        llvm::to_vector(llvm::seq(int64_t(0), numBatch)));
    auto contracting = builder.getDenseI64ArrayAttr(
        llvm::to_vector(llvm::seq(rank - numContracting, rank)));
    if (side == 0) {
      dot.setLhsBatchingDimensionsAttr(batch);
      dot.setLhsContractingDimensionsAttr(contracting);
    } else {
      dot.setRhsBatchingDimensionsAttr(batch);
      dot.setRhsContractingDimensionsAttr(contracting);
    }
  }
}

SmallVector<int64_t> gradc::fusion::getMatmulSizes(prim::DotGeneralOp dot) {
  ArrayRef<int64_t> lhsShape = shapeOf(dot.getLhs());
  ArrayRef<int64_t> rhsShape = shapeOf(dot.getRhs());
  Groups l = lhsGroups(dot), r = rhsGroups(dot);
  return {product(lhsShape, l.batch), product(lhsShape, l.free),
          product(rhsShape, r.free), product(lhsShape, l.contracting)};
}

kernel::MatmulOp gradc::fusion::buildMatmul(OpBuilder &builder,
                                            prim::DotGeneralOp dot, Value lhs,
                                            Value rhs, kernel::DefOp epilogue,
                                            ValueRange extras) {
  SmallVector<Type> types = {dot.getType()};
  FlatSymbolRefAttr name;
  if (epilogue) {
    types.assign(epilogue.getOutputs().size(), Type());
    llvm::transform(epilogue.getOutputs(), types.begin(),
                    [](BlockArgument output) { return output.getType(); });
    name = FlatSymbolRefAttr::get(epilogue.getSymNameAttr());
  }
  auto orderAttr = [&](Value operand, const Groups &groups, StringRef names) {
    return builder.getStringAttr(orderOf(shapeOf(operand), groups, names));
  };
  StringAttr lhsOrder = orderAttr(dot.getLhs(), lhsGroups(dot), "bmk");
  StringAttr rhsOrder = orderAttr(dot.getRhs(), rhsGroups(dot), "bnk");
  return builder.create<kernel::MatmulOp>(
      dot.getLoc(), types, lhs, rhs, extras,
      builder.getDenseI64ArrayAttr(getMatmulSizes(dot)), lhsOrder, rhsOrder,
      name);
}
