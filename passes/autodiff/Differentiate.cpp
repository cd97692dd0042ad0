//===- Differentiate.cpp - Gradients in place of their requests -----------===//

#include "dialects/prim/Expr.h"
#include "dialects/train/Train.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/autodiff/Passes.h"
#include "passes/autodiff/ReverseSweep.h"

namespace gradc::autodiff {

#define GEN_PASS_DEF_DIFFERENTIATEPASS
#include "passes/autodiff/Passes.h.inc"

using namespace mlir;

namespace {

struct DifferentiatePass
    : public impl::DifferentiatePassBase<DifferentiatePass> {
  void runOnOperation() override {
    // In program order, so that what a request depends on is free of requests.
    SmallVector<train::GradientOp> requests;
    getOperation().walk<WalkOrder::PreOrder>(
        [&](train::GradientOp op) { requests.push_back(op); });
    for (train::GradientOp request : requests)
      if (failed(replace(request)))
        return signalPassFailure();
    if (requests.empty())
      markAllAnalysesPreserved();
  }

private:
  LogicalResult replace(train::GradientOp request) {
    OpBuilder builder(request);
    Location loc = request.getLoc();
    ReverseSweep sweep(builder, loc, request.getWrt());
    ExprContext context{builder, loc};
    auto lossType = cast<RankedTensorType>(request.getLoss().getType());
    Value one = full(context, lossType, 1.0).get();
    FailureOr<SmallVector<Value>> gradients = sweep.run(request.getLoss(), one);
    if (failed(gradients))
      return failure();
    request.replaceAllUsesWith(*gradients);
    request.erase();
    numRules += sweep.getNumRules();
    ++numRequests;
    return success();
  }
};

} // namespace
} // namespace gradc::autodiff
