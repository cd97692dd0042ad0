//===- Decompose.cpp - Layers and training ops in prim --------------------===//
//
// One walk: what an op becomes is looked at next, so an op that decomposes into
// ops that decompose needs no second walk.
//
//===----------------------------------------------------------------------===//

#include "dialects/interfaces/Interfaces.h"
#include "dialects/nn/NN.h"
#include "dialects/prim/Prim.h"
#include "dialects/train/Train.h"
#include "passes/lowering/Passes.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "gradc-decompose"

namespace gradc::lowering {

#define GEN_PASS_DEF_DECOMPOSEPASS
#include "passes/lowering/Passes.h.inc"

using namespace mlir;

namespace {

struct DecomposePass : public impl::DecomposePassBase<DecomposePass> {
  using DecomposePassBase::DecomposePassBase;

  void runOnOperation() override {
    for (Region &region : getOperation()->getRegions())
      if (failed(decomposeRegion(region)))
        return signalPassFailure();
  }

private:
  LogicalResult decomposeRegion(Region &region) {
    for (Block &block : region)
      if (failed(decomposeBlock(block)))
        return failure();
    return success();
  }

  LogicalResult decomposeBlock(Block &block) {
    for (auto it = block.begin(); it != block.end();) {
      Operation *op = &*it;
      for (Region &region : op->getRegions())
        if (failed(decomposeRegion(region)))
          return failure();
      if (!shouldDecompose(op)) {
        ++it;
        continue;
      }
      Operation *before = op->getPrevNode();
      if (failed(decomposeOp(op)))
        return failure();
      // Go on with what the op has become.
      it = before ? std::next(before->getIterator()) : block.begin();
    }
    return success();
  }

  bool shouldDecompose(Operation *op) {
    if (!isa<DecomposableOpInterface>(op))
      return false;
    if (keepDifferentiable && isa<DifferentiableOpInterface>(op)) {
      LLVM_DEBUG(llvm::dbgs() << op->getName() << " stays: it has a rule\n");
      return false;
    }
    return true;
  }

  LogicalResult decomposeOp(Operation *op) {
    if (llvm::any_of(op->getResultTypes(),
                     [](Type type) { return isa<nn::ValueType>(type); }))
      return op->emitOpError("has no types yet; gradc-instantiate infers them");
    OpBuilder builder(op);
    auto values = cast<DecomposableOpInterface>(op).decompose(builder);
    if (failed(values))
      return failure();
    op->replaceAllUsesWith(*values);
    op->erase();
    ++numDecomposed;
    return success();
  }
};

} // namespace
} // namespace gradc::lowering
