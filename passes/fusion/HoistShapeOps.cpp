//===- HoistShapeOps.cpp - Elementwise ops after what moves elements ------===//
//
// An elementwise op and a reader that sees it by way of a transpose or a
// broadcast run over different points, so they would be two kernels with a
// tensor between them. Moving the shape op to the elementwise op's own operands
// makes it an index of their loads: one kernel, no tensor.
//
//===----------------------------------------------------------------------===//

#include "passes/fusion/Access.h"
#include "passes/fusion/Passes.h"

#include "dialects/prim/Prim.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#define DEBUG_TYPE "gradc-hoist-shape-ops"

namespace gradc::fusion {

#define GEN_PASS_DEF_HOISTSHAPEOPSPASS
#include "passes/fusion/Passes.h.inc"

using namespace mlir;

/// So many cheap ops are computed again for every element of a broadcast rather
/// than launched as a kernel of their own.
static constexpr unsigned kMaxRepeated = 4;

namespace {

/// An elementwise op and those it is made of, down to what lies in memory, is
/// made on the spot or is a scalar.
struct Tree {
  unsigned size = 0;
  /// Nobody else wants any of its values.
  bool isPrivate = true;
  bool isCheap = true;
};

struct HoistShapeOpsPass
    : public impl::HoistShapeOpsPassBase<HoistShapeOpsPass> {
  void runOnOperation() override;

private:
  void findTree(Operation *op);
  bool isWorthIt(Value value) const;
  /// `value` under the shape ops `chain`, the last of which comes first.
  Value apply(OpBuilder &builder, ArrayRef<Operation *> chain, Value value);

  llvm::DenseMap<Operation *, Tree> trees;
};

} // namespace

static bool isCheap(Operation *op) {
  return isa<prim::AbsOp, prim::AddOp, prim::AndOp, prim::CompareOp,
             prim::ConvertOp, prim::MaximumOp, prim::MinimumOp,
             prim::MultiplyOp, prim::NegateOp, prim::NotOp, prim::OrOp,
             prim::SelectOp, prim::SubtractOp>(op);
}

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// What shape ops lead to from `value`; `isPrivate` becomes false if one of
/// them is read elsewhere.
static Value lookThrough(Value value, bool &isPrivate) {
  while (isShapeOp(value.getDefiningOp())) {
    isPrivate &= value.hasOneUse();
    value = value.getDefiningOp()->getOperand(0);
  }
  return value;
}

/// Whether a kernel would not compute `op`'s value, or only from its index.
static bool isLeaf(Operation *op) {
  return !op || isGenerator(op) ||
         !isa<prim::ElementwiseOpInterface, prim::ReduceOp, prim::PadOp,
              prim::ConcatenateOp>(op);
}

void HoistShapeOpsPass::findTree(Operation *op) {
  if (!isa<prim::ElementwiseOpInterface>(op) ||
      typeOf(op->getResult(0)).getRank() == 0)
    return;
  Tree tree;
  tree.size = 1;
  tree.isPrivate = op->getResult(0).hasOneUse();
  tree.isCheap = isCheap(op);
  for (Value operand : op->getOperands()) {
    bool isPrivate = true;
    Value root = lookThrough(operand, isPrivate);
    Operation *rootOp = root.getDefiningOp();
    if (typeOf(root).getRank() == 0 || isLeaf(rootOp))
      continue;
    auto it = trees.find(rootOp);
    if (it == trees.end())
      return;
    tree.size += it->second.size;
    tree.isPrivate &= isPrivate && it->second.isPrivate;
    tree.isCheap &= it->second.isCheap;
  }
  trees[op] = tree;
}

/// Whether `value` is a tree under shape ops, and computing it at the points of
/// its reader costs less than a tensor.
bool HoistShapeOpsPass::isWorthIt(Value value) const {
  if (!isShapeOp(value.getDefiningOp()))
    return false;
  bool isPrivate = true;
  Value root = lookThrough(value, isPrivate);
  auto it = trees.find(root.getDefiningOp());
  if (it == trees.end())
    return false;
  const Tree &tree = it->second;
  bool grows = typeOf(value).getNumElements() > typeOf(root).getNumElements();
  if (!grows && isPrivate && tree.isPrivate)
    return true;
  return tree.isCheap && tree.size <= kMaxRepeated;
}

Value HoistShapeOpsPass::apply(OpBuilder &builder, ArrayRef<Operation *> chain,
                               Value value) {
  Operation *op = value.getDefiningOp();
  if (isShapeOp(op)) {
    SmallVector<Operation *> longer(chain);
    longer.push_back(op);
    return apply(builder, longer, op->getOperand(0));
  }
  if (op && trees.contains(op)) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(typeOf(operand).getRank() == 0
                             ? operand
                             : apply(builder, chain, operand));
    Operation *moved = builder.clone(*op);
    moved->setOperands(operands);
    Type elementType = typeOf(value).getElementType();
    moved->getResult(0).setType(
        typeOf(chain.front()->getResult(0)).clone(elementType));
    return moved->getResult(0);
  }
  Type elementType = typeOf(value).getElementType();
  for (Operation *shapeOp : llvm::reverse(chain)) {
    Operation *moved = builder.clone(*shapeOp);
    moved->setOperand(0, value);
    value = moved->getResult(0);
    value.setType(typeOf(value).clone(elementType));
  }
  return value;
}

void HoistShapeOpsPass::runOnOperation() {
  for (Block &block : getOperation().getBody()) {
    trees.clear();
    for (Operation &op : block)
      findTree(&op);
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (!isa<prim::ElementwiseOpInterface, prim::ReduceOp>(op))
        continue;
      OpBuilder builder(&op);
      for (OpOperand &operand : op.getOpOperands())
        if (isWorthIt(operand.get())) {
          operand.set(apply(builder, {}, operand.get()));
          ++numMoved;
        }
    }
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        op.erase();
  }
}

} // namespace gradc::fusion
