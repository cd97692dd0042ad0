//===- OpenExtents.cpp - Elementwise kernels for tensors of any shape -----===//
//
// A computation that reads and writes every tensor at its own point does not
// know its shape: points are numbered in memory order. Written over one open
// extent, the updates of all parameters are one kernel.
//
//===----------------------------------------------------------------------===//

#include "passes/fusion/Passes.h"

#include "dialects/kernel/DefSet.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

#define DEBUG_TYPE "gradc-open-extents"

namespace gradc::fusion {

#define GEN_PASS_DEF_OPENEXTENTSPASS
#include "passes/fusion/Passes.h.inc"

using namespace mlir;

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// Whether `tensor` has an element for each point of the grid of `def`.
static bool isFull(kernel::DefOp def, Value tensor) {
  return typeOf(tensor).getShape() == def.getGrid();
}

/// Whether an access at `map` of `indices` to a full tensor is at the grid's
/// own point; where a size is 1 the index may be 0.
static bool isAtPoint(kernel::DefOp def, AffineMap map, ValueRange indices) {
  if (indices != ValueRange(def.getIndices()))
    return false;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    bool isZero = constant && constant.getValue() == 0;
    if (!(dim && dim.getPosition() == i) && !(isZero && def.getGrid()[i] == 1))
      return false;
  }
  return true;
}

/// Whether `index` numbers the grid's points in memory order.
static bool isLinear(kernel::DefOp def, kernel::IndexOp index) {
  if (index.getIndices() != ValueRange(def.getIndices()))
    return false;
  MLIRContext *context = def.getContext();
  AffineExpr linear = getAffineConstantExpr(0, context);
  for (auto [i, size] : llvm::enumerate(def.getGrid()))
    linear = linear * size + (size == 1 ? getAffineConstantExpr(0, context)
                                        : getAffineDimExpr(i, context));
  AffineExpr difference = index.getMap().getResult(0) - linear;
  return simplifyAffineExpr(difference, def.getGrid().size(), 0) == 0;
}

/// Whether `def` does the same for a tensor of any shape.
static bool canOpen(kernel::DefOp def) {
  if (def.getGrid().empty() || def.hasOpenExtent() || !def.getRow().empty() ||
      def.getPartials())
    return false;
  for (BlockArgument input : def.getInputs())
    if (!isFull(def, input) && typeOf(input).getNumElements() != 1)
      return false;
  for (Operation &op : def.getBlock()) {
    bool isOpen = true;
    if (auto load = dyn_cast<kernel::LoadOp>(op))
      isOpen = !load.getGuard() &&
               (!isFull(def, load.getTensor()) ||
                isAtPoint(def, load.getMap(), load.getIndices()));
    else if (auto store = dyn_cast<kernel::StoreOp>(op))
      isOpen = isFull(def, store.getTensor()) &&
               isAtPoint(def, store.getMap(), store.getIndices());
    else if (auto index = dyn_cast<kernel::IndexOp>(op))
      isOpen = isLinear(def, index);
    else
      isOpen =
          !isa<kernel::GatherOp, kernel::StageOp>(op) &&
          llvm::none_of(op.getOperands(), [&](Value operand) {
            return llvm::is_contained(ValueRange(def.getIndices()), operand);
          });
    if (!isOpen)
      return false;
  }
  return true;
}

/// Writes `def` over an open extent, before it.
static kernel::DefOp openExtent(kernel::DefOp def) {
  OpBuilder b(def);
  Location loc = def.getLoc();
  auto open =
      b.create<kernel::DefOp>(loc, def.getSymName(), ShapedType::kDynamic,
                              ArrayRef<int64_t>(), def.getNumInputs());
  Block &block = open.getBody().emplaceBlock();
  Value index = block.addArgument(b.getIndexType(), loc);
  IRMapping mapping;
  for (BlockArgument tensor :
       def.getBlock().getArguments().drop_front(def.getGrid().size())) {
    SmallVector<int64_t> shape;
    if (isFull(def, tensor))
      shape.push_back(ShapedType::kDynamic);
    mapping.map(tensor, block.addArgument(typeOf(tensor).clone(shape), loc));
  }
  AffineMap atIndex = b.getDimIdentityMap(), single = b.getEmptyAffineMap();
  b.setInsertionPointToStart(&block);
  for (Operation &op : def.getBlock()) {
    if (auto load = dyn_cast<kernel::LoadOp>(op)) {
      bool full = isFull(def, load.getTensor());
      ValueRange indices = full ? ValueRange(index) : ValueRange();
      mapping.map(load.getValue(),
                  b.create<kernel::LoadOp>(
                      loc, load.getValue().getType(),
                      mapping.lookup(load.getTensor()), full ? atIndex : single,
                      indices, /*guard=*/nullptr, /*other=*/nullptr));
    } else if (auto store = dyn_cast<kernel::StoreOp>(op)) {
      b.create<kernel::StoreOp>(loc, mapping.lookup(store.getValue()),
                                mapping.lookup(store.getTensor()), atIndex,
                                index);
    } else if (auto linear = dyn_cast<kernel::IndexOp>(op)) {
      mapping.map(
          linear.getValue(),
          b.create<kernel::IndexOp>(loc, b.getIndexType(), atIndex, index));
    } else {
      b.clone(op, mapping);
    }
  }
  return open;
}

namespace {

struct OpenExtentsPass : public impl::OpenExtentsPassBase<OpenExtentsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::DenseMap<StringAttr, SmallVector<kernel::CallOp>> callsOf;
    llvm::DenseSet<StringAttr> usedElsewhere;
    for (auto func : module.getOps<func::FuncOp>())
      func.walk([&](Operation *op) {
        if (auto call = dyn_cast<kernel::CallOp>(op))
          callsOf[call.getCalleeAttr().getAttr()].push_back(call);
        else if (auto foreach = dyn_cast<kernel::ForeachOp>(op))
          usedElsewhere.insert(foreach.getCalleeAttr().getAttr());
        else if (auto matmul = dyn_cast<kernel::MatmulOp>(op);
                 matmul && matmul.getEpilogueAttr())
          usedElsewhere.insert(matmul.getEpilogueAttr().getAttr());
      });

    kernel::DefSet known;
    for (auto def :
         llvm::make_early_inc_range(module.getOps<kernel::DefOp>())) {
      StringAttr name = def.getSymNameAttr();
      if (usedElsewhere.contains(name) || !canOpen(def))
        continue;
      kernel::DefOp open = openExtent(def);
      def.erase();
      kernel::DefOp same = known.insert(open);
      if (same != open)
        open.erase();
      for (kernel::CallOp call : callsOf[name])
        passMemory(call, same);
      ++numOpened;
    }
  }

private:
  /// Lets `call` call `def` with what lies in memory, whatever its shape.
  static void passMemory(kernel::CallOp call, kernel::DefOp def) {
    OpBuilder b(call);
    call.setCallee(def.getSymName());
    for (auto [operand, input] :
         llvm::zip_equal(call->getOpOperands(), def.getInputs())) {
      Value value = operand.get();
      if (typeOf(input).hasStaticShape()) {
        if (value.getType() != input.getType())
          operand.set(b.create<kernel::ReshapeOp>(call.getLoc(),
                                                  input.getType(), value));
        continue;
      }
      while (auto reshape = value.getDefiningOp<kernel::ReshapeOp>())
        value = reshape.getInput();
      operand.set(value);
    }
  }
};

} // namespace
} // namespace gradc::fusion
