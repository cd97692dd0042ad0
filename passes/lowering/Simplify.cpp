//===- Simplify.cpp - Exact simplification --------------------------------===//
//
// Folders stand beside their ops; here is what looks at two ops or more. IEEE
// 754 makes each rule exact: a sign moves through products and quotients, and
// a - b is a + -b bit for bit.
//
//===----------------------------------------------------------------------===//

#include "dialects/prim/Prim.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"
#include "passes/lowering/Passes.h"

namespace gradc::lowering {

#define GEN_PASS_DEF_SIMPLIFYPASS
#include "passes/lowering/Passes.h.inc"

using namespace mlir;

namespace {

/// x + -y is x - y, and x - -y is x + y.
template <typename Op, typename Opposite>
struct FoldSignIntoSum : public OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto negation = op.getRhs().template getDefiningOp<prim::NegateOp>();
    if (!negation)
      return rewriter.notifyMatchFailure(op, "right side is not negated");
    rewriter.replaceOpWithNewOp<Opposite>(op, op.getLhs(),
                                          negation.getOperand());
    return success();
  }
};

/// -x op -y is x op y for products and quotients.
template <typename Op>
struct FoldTwoSigns : public OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    auto lhs = op.getLhs().template getDefiningOp<prim::NegateOp>();
    auto rhs = op.getRhs().template getDefiningOp<prim::NegateOp>();
    if (!lhs || !rhs ||
        prim::getElementKind(op.getType()) != prim::ElementKind::Float)
      return rewriter.notifyMatchFailure(op, "no two negated floats");
    rewriter.replaceOpWithNewOp<Op>(op, lhs.getOperand(), rhs.getOperand());
    return success();
  }
};

/// op(broadcast(x)) is broadcast(op(x)): fewer points to compute.
struct ComputeBeforeBroadcast : public RewritePattern {
  explicit ComputeBeforeBroadcast(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<prim::ElementwiseOpInterface>(op) || op->getNumOperands() != 1)
      return failure();
    auto broadcast = op->getOperand(0).getDefiningOp<prim::BroadcastInDimOp>();
    if (!broadcast)
      return rewriter.notifyMatchFailure(op, "operand is no broadcast");
    auto small = cast<RankedTensorType>(broadcast.getOperand().getType());
    auto large = cast<RankedTensorType>(op->getResult(0).getType());
    if (small.getNumElements() >= large.getNumElements())
      return rewriter.notifyMatchFailure(op, "the broadcast repeats nothing");
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(broadcast.getOperand());
    state.addAttributes(op->getAttrs());
    state.addTypes(small.clone(large.getElementType()));
    Operation *inner = rewriter.create(state);
    rewriter.replaceOpWithNewOp<prim::BroadcastInDimOp>(
        op, large, inner->getResult(0), broadcast.getBroadcastDimensions());
    return success();
  }
};

struct SimplifyPass : public impl::SimplifyPassBase<SimplifyPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(all, context);
    all.add<FoldSignIntoSum<prim::AddOp, prim::SubtractOp>,
            FoldSignIntoSum<prim::SubtractOp, prim::AddOp>,
            FoldTwoSigns<prim::MultiplyOp>, FoldTwoSigns<prim::DivideOp>,
            ComputeBeforeBroadcast>(context);
    patterns = FrozenRewritePatternSet(std::move(all));
    return success();
  }

  void runOnOperation() override {
    OpPassManager cse(getOperation()->getName());
    cse.addPass(createCSEPass());
    // Before, so that folding sees what is equal; after, because it makes more
    // so.
    if (failed(runPipeline(cse, getOperation())))
      return signalPassFailure();
    GreedyRewriteConfig config;
    config.useTopDownTraversal = true;
    // Bodies are single blocks: nothing to merge or to prune.
    config.enableRegionSimplification = GreedySimplifyRegionLevel::Disabled;
    // Not converging is no fault: every state in between is right.
    (void)applyPatternsAndFoldGreedily(getOperation(), patterns, config);
    if (failed(runPipeline(cse, getOperation())))
      return signalPassFailure();
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace
} // namespace gradc::lowering
