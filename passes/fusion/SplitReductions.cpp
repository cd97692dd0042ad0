//===- SplitReductions.cpp - Large sums as partial sums -------------------===//

#include "passes/fusion/EmitKernel.h"
#include "passes/fusion/Passes.h"

#include "dialects/kernel/Kernel.h"
#include "dialects/prim/Prim.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

#define DEBUG_TYPE "gradc-split-reductions"

namespace gradc::fusion {

#define GEN_PASS_DEF_SPLITREDUCTIONSPASS
#include "passes/fusion/Passes.h.inc"

using namespace mlir;

/// What is smaller is one kernel's work, without a second one to fold.
static constexpr int64_t kMinElements = 1 << 15, kMinPoints = 64;
/// Ops between a matmul and a sum that are looked at.
static constexpr size_t kMaxFollowed = 64;
/// Points that go into one partial result: as many as keep the partial results'
/// own bytes low, as few as leave enough of them to work on in parallel.
static constexpr int64_t kMinPerPartial = 16, kMaxPerPartial = 128,
                         kWantedPartials = 32;

namespace {

struct SplitReductionsPass
    : public impl::SplitReductionsPassBase<SplitReductionsPass> {
  void runOnOperation() override {
    SmallVector<prim::ReduceOp> reduces;
    getOperation().walk([&](prim::ReduceOp op) { reduces.push_back(op); });
    for (prim::ReduceOp reduce : reduces)
      split(reduce);
  }

private:
  void split(prim::ReduceOp reduce);
};

} // namespace

/// Whether `value` is elementwise work on a matmul's product, none of it on
/// sums: its partial sums can then be made on the tiles of the product.
static bool followsMatmul(Value value) {
  int64_t elements = cast<RankedTensorType>(value.getType()).getNumElements();
  llvm::SetVector<Operation *> ops;
  bool found = false;
  auto visit = [&](Value operand) {
    if (Operation *op = operand.getDefiningOp())
      ops.insert(op);
  };
  visit(value);
  for (size_t i = 0; i < ops.size(); ++i) {
    Operation *op = ops[i];
    if (isa<prim::ReduceOp>(op) || i == kMaxFollowed)
      return false;
    if (auto dot = dyn_cast<prim::DotGeneralOp>(op))
      found |= dot.getType().getNumElements() == elements;
    else if (isa<prim::ElementwiseOpInterface>(op) || isShapeOp(op))
      llvm::for_each(op->getOperands(), visit);
  }
  return found;
}

void SplitReductionsPass::split(prim::ReduceOp reduce) {
  auto input = cast<RankedTensorType>(reduce.getOperand().getType());
  int64_t rank = input.getRank();
  SmallVector<int64_t> dims(reduce.getDimensions());
  llvm::sort(dims);
  int64_t numDims = dims.size(), leading = 0, trailing = 0;
  while (leading < numDims && dims[leading] == leading)
    ++leading;
  while (trailing < numDims - leading &&
         dims[numDims - 1 - trailing] == rank - 1 - trailing)
    ++trailing;
  if (leading == 0 || leading + trailing != numDims)
    return;
  // Of a sum over everything, the last dimension is the row of most kernels.
  if (leading == rank && rank > 1) {
    --leading;
    ++trailing;
  }
  int64_t points =
      ShapedType::getNumElements(input.getShape().take_front(leading));
  bool isSmall = input.getNumElements() <= kMinElements || points < kMinPoints;
  bool sumsColumns = leading + 1 == rank && trailing == 0;
  if (isSmall && !(sumsColumns && followsMatmul(reduce.getOperand())))
    return;
  Type elementType = input.getElementType();
  Type scalarType = kernel::getScalarType(elementType);
  if (!isa<FloatType>(elementType) && scalarType != elementType)
    return;
  if (kernel::getScalarType(reduce.getAccumulationType()) != scalarType)
    return;

  int64_t perPartial =
      std::clamp(points / kWantedPartials, kMinPerPartial, kMaxPerPartial);
  int64_t partials = llvm::divideCeil(points, perPartial);
  SmallVector<int64_t> shape = {partials};
  llvm::append_range(
      shape, input.getShape().slice(leading, rank - leading - trailing));
  OpBuilder builder(reduce);
  Location loc = reduce.getLoc();
  auto partialType = RankedTensorType::get(shape, scalarType);
  auto row = llvm::to_vector(llvm::seq(rank - trailing, rank));
  Value partial = builder.create<kernel::PartialReduceOp>(
      loc, partialType, combineOf(reduce), reduce.getOperand(), leading, row,
      partials);

  Value init = reduce.getInitValue();
  auto type = cast<RankedTensorType>(reduce.getType());
  if (scalarType != elementType)
    init = builder.create<prim::ConvertOp>(
        loc, RankedTensorType::get({}, scalarType), init);
  Value result = builder.create<prim::ReduceOp>(
      loc, partial, init, reduce.getReducer(), ArrayRef<int64_t>{0});
  if (result.getType() != type)
    result = builder.create<prim::ConvertOp>(loc, type, result);
  reduce.replaceAllUsesWith(result);
  reduce.erase();
}

} // namespace gradc::fusion
