//===- Passes.td - The phase 'lowering' --------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_LOWERING_PASSES_TD
#define GRADC_PASSES_LOWERING_PASSES_TD

include "mlir/Pass/PassBase.td"

def DecomposePass : Pass<"gradc-decompose"> {
  let summary = "Writes layers and training ops out in prim";
  let description = [{
    Replaces every op that can be written out (`DecomposableOpInterface`) by
    what it means, and that in turn, until none is left. With
    `keep-differentiable`, ops that have a rule of their own stay: the pass then
    prepares a program for `gradc-differentiate`.

    Pre-conditions: values have types.
    Post-conditions: no op can be written out, but those that are kept. New ops
    have the location of the op that they replace.

    Example: `test/passes/lowering/decompose.mlir`.
  }];
  let options = [
    Option<"keepDifferentiable", "keep-differentiable", "bool", "false",
           "Leave ops that have a rule of their own">,
  ];
  let dependentDialects = ["::gradc::nn::NNDialect",
                           "::gradc::prim::PrimDialect",
                           "::gradc::train::TrainDialect"];
  let statistics = [
    Statistic<"numDecomposed", "num-decomposed", "Number of ops written out">,
  ];
}

def SimplifyPass : Pass<"gradc-simplify"> {
  let summary = "Folding, dead code, common subexpressions and exact algebra";
  let description = [{
    What the ops' folders do, algebra over two or three ops, and one of equal
    ops; nothing that could change a bit of a result. Takes time in proportion
    to the number of ops.

    The algebra: a sign moves out of sums and cancels in products and quotients;
    an elementwise op of a broadcast is computed before it is repeated.

    Example: `test/passes/lowering/simplify.mlir`.
  }];
  let dependentDialects = ["::gradc::prim::PrimDialect"];
}

def VerifyPrimPass : Pass<"gradc-verify-prim"> {
  let summary = "Closes the phase: only prim and run-time scalars are left";
  let description = [{
    Fails on an op that is not of `prim`, `func`, a `train.scalar` or the
    recipe.
  }];
}

#endif // GRADC_PASSES_LOWERING_PASSES_TD
