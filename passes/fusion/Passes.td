//===- Passes.td - The phase 'fusion' ----------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_FUSION_PASSES_TD
#define GRADC_PASSES_FUSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def FormKernelsPass : Pass<"gradc-form-kernels", "::mlir::ModuleOp"> {
  let summary = "Fuses primitives into kernels";
  let description = [{
    Turns every function of `prim` ops into one of `kernel` ops.

    Elementwise ops, reductions, pads and concatenations are put into clusters
    (`Clusters.h` says by which rule), and each cluster becomes a `kernel.def`
    and a `kernel.call`. Shape ops, splat constants, iotas and random bits become
    index maps and code of the kernels that read them. `dot_general` becomes
    `kernel.matmul`, with transposes of its operands folded in; `sort` becomes
    `kernel.sort`. Equal defs are one.

    Pre-conditions: functions of one block with `prim` ops only.
    Post-conditions: `gradc-verify-kernel` holds. No op was computed twice but
    shape ops, generators, and members of rows that a later stage needs again.
  }];
  let dependentDialects = ["::gradc::kernel::KernelDialect",
                           "::gradc::prim::PrimDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let statistics = [
    Statistic<"numCalls", "num-calls", "Number of kernel calls">,
    Statistic<"numDefs", "num-defs", "Number of distinct kernels">,
  ];
}

def VerifyKernelPass : Pass<"gradc-verify-kernel", "::mlir::ModuleOp"> {
  let summary = "Closes the phase: only kernel ops are left";
  let description = [{
    Fails, at the op's line, if a function holds anything but `kernel.call`,
    `kernel.matmul`, `kernel.sort`, `kernel.constant` and `kernel.reshape`, or a
    def holds anything but `kernel`, `arith` and `math` ops.
  }];
}

#endif // GRADC_PASSES_FUSION_PASSES_TD
