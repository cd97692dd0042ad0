//===- BatchDim.cpp - Where the batch is in a value -----------------------===//

#include "passes/model/BatchDim.h"

#include "dialects/nn/NN.h"

using namespace mlir;
using namespace gradc;
using gradc::model::BatchDims;

static int64_t getRank(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

/// Dimension `dim` of an operand of a product of matrices, in the result.
static int64_t followMatmul(nn::MatmulOp op, OpOperand &operand, int64_t dim) {
  int64_t rank = getRank(operand.get());
  int64_t contracted = operand.getOperandNumber() == 0 ? rank - 1 : rank - 2;
  return dim == contracted ? BatchDims::kMixed : dim;
}

/// Dimension `dim` of `operand`, in the first result of its op.
static int64_t followOperand(OpOperand &operand, int64_t dim) {
  Operation *op = operand.getOwner();
  Value result = op->getResult(0);
  int64_t rank = getRank(operand.get());
  if (dim == BatchDims::kMixed)
    return dim;
  if (auto transpose = dyn_cast<nn::TransposeOp>(op)) {
    SmallVector<int64_t> permutation = transpose.getPermutation();
    return llvm::find(permutation, dim) - permutation.begin();
  }
  // Row-major order keeps a leading dimension leading.
  if (isa<nn::FlattenOp, nn::ReshapeOp>(op))
    return dim == 0 ? 0 : BatchDims::kMixed;
  if (auto matmul = dyn_cast<nn::MatmulOp>(op))
    return followMatmul(matmul, operand, dim);
  // Aligned at the last dimension.
  if (isa<nn::AddOp, nn::SubOp, nn::MulOp>(op))
    return dim + getRank(result) - rank;
  auto alongDim = [&](std::optional<int64_t> option) {
    int64_t along = option.value_or(-1);
    return (along < 0 ? along + rank : along) == dim ? BatchDims::kMixed : dim;
  };
  if (auto softmax = dyn_cast<nn::SoftmaxOp>(op))
    return alongDim(softmax.getDim());
  if (auto softmax = dyn_cast<nn::LogSoftmaxOp>(op))
    return alongDim(softmax.getDim());
  // What goes over the last dimension of its first input.
  if (isa<nn::LinearOp, nn::LayerNormOp, nn::RmsNormOp, nn::CrossEntropyRowsOp>(
          op) &&
      operand.getOperandNumber() == 0)
    return alongDim(std::nullopt);
  return dim;
}

void BatchDims::follow(Operation *op) {
  std::optional<int64_t> found;
  for (OpOperand &operand : op->getOpOperands()) {
    auto it = dims.find(operand.get());
    if (it == dims.end())
      continue;
    int64_t dim = followOperand(operand, it->second);
    found = found && *found != dim ? kMixed : dim;
  }
  if (found)
    set(op->getResult(0), *found);
}
