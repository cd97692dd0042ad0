//===- Passes.td - The phase 'autodiff' ------------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_AUTODIFF_PASSES_TD
#define GRADC_PASSES_AUTODIFF_PASSES_TD

include "mlir/Pass/PassBase.td"

def DifferentiatePass : Pass<"gradc-differentiate", "::mlir::func::FuncOp"> {
  let summary = "Replaces every request for a gradient by its computation";
  let description = [{
    Each `train.gradient` is replaced by a reverse sweep over the ops that stand
    before it in its block, written in the ops that the derivative rules emit.
    Requests are replaced in program order, so a gradient of a gradient is the
    gradient of ordinary ops.

    An op takes part if it depends on a requested value through floats and the
    loss depends on it. A value that several ops use gets the sum of their
    cotangents, added in reverse program order. The ops emitted for an op have
    its location.

    Pre-conditions: an op that takes part has a rule (`Differentiable`, or
    `RegionDifferentiable` if it has regions) or is `NotDifferentiable`;
    otherwise an error on that op. Time is linear in the number of ops for each
    request, and the stack does not grow with it.

    Post-conditions: no `train.gradient` is left; the ops of the forward part are
    the same. Rules may leave ops without uses behind, for `cse` and
    `canonicalize` to remove.

    Example: `test/passes/autodiff/differentiate.mlir`.
  }];
  let dependentDialects = ["::gradc::prim::PrimDialect"];
  let statistics = [
    Statistic<"numRequests", "num-requests", "Gradient requests replaced">,
    Statistic<"numRules", "num-rules", "Derivative rules applied">,
  ];
}

#endif // GRADC_PASSES_AUTODIFF_PASSES_TD
