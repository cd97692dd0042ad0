//===- Passes.td - Passes over upstream dialects -----------*- tablegen -*-===//

#ifndef GRADC_PASSES_CODE_PASSES_TD
#define GRADC_PASSES_CODE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandMathPass : Pass<"gradc-expand-math"> {
  let summary = "Writes transcendental functions out in arith and math.fma";
  let description = [{
    Replaces `math.exp`, `exp2`, `expm1`, `log`, `log1p`, `tanh`, `erf` and
    `rsqrt`, `kernel.logistic` and `kernel.normal_cdf` of scalars and vectors of
    `f32` and `f64` by additions, multiplications, divisions and fused
    multiply-adds of IEEE 754, comparisons, selects and integer arithmetic on
    bits. Nothing else in the code may be contracted or reassociated; then every
    target computes the same bits.

    In `f32` results are at most 2 ulp from the exact ones, whatever the operand
    (`docs/math.md` has each function's bound); in `f64` they are within 1e-14,
    relatively. Infinities, NaN, zeros, subnormal numbers, overflow and
    underflow are as IEEE 754 recommends.

    Post-conditions: none of these ops is left on `f32` and `f64`.

    Example: `test/passes/code/expand-math.mlir`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of ops written out">,
  ];
}

#endif // GRADC_PASSES_CODE_PASSES_TD
