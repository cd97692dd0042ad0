//===- Passes.td - The phase 'fusion' ----------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_FUSION_PASSES_TD
#define GRADC_PASSES_FUSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def HoistShapeOpsPass
    : Pass<"gradc-hoist-shape-ops", "::mlir::func::FuncOp"> {
  let summary = "Moves shape ops from elementwise results to their operands";
  let description = [{
    Where an elementwise op or a reduction reads an elementwise op by way of a
    transpose, reshape, reverse, slice or broadcast, the shape op moves to the
    operands, down to what lies in memory, so that both run over the same points
    and become one kernel.

    That is done if nobody else reads what moves, so no work is done twice, or
    if it is a few cheap ops (select, compare, add, …), which are then computed
    for every reader and every element of a broadcast. What reads a reduction is
    left: it belongs to the kernel of its rows. So is what a library reads: it
    takes reshapes and transposes as they are.

    Pre-conditions and post-conditions: `prim` ops.
  }];
  let dependentDialects = ["::gradc::prim::PrimDialect"];
  let statistics = [
    Statistic<"numMoved", "num-moved", "Number of operands written anew">,
  ];
}

def SplitReductionsPass
    : Pass<"gradc-split-reductions", "::mlir::func::FuncOp"> {
  let summary = "Cuts large sums over leading dimensions into partial sums";
  let description = [{
    A `prim.reduce` over leading dimensions of a large tensor, and maybe over its
    last ones, becomes a `kernel.partial_reduce` and a small `prim.reduce` over
    the partial results. The first part can be computed by the kernel that
    makes the tensor, whatever rows that works on: a norm's gradient to its
    weight in the pass that makes the one to its input. And it has enough to do
    in parallel.

    How many partial results there are depends on the shape alone: a 32nd of
    the folded points, at least 16 and at most 128, go into each.

    Sums over the columns of a matmul's product, or of elementwise work on it,
    are cut whatever their size, for a matmul's tiles can make partial sums only.

    Pre-conditions: `prim` ops.
    Post-conditions: those, and `kernel.partial_reduce`. What else is small, or
    accumulates in a type that is not the elements', is as it was.
  }];
  let dependentDialects = ["::gradc::kernel::KernelDialect",
                           "::gradc::prim::PrimDialect"];
}

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

    Pre-conditions: functions of one block with `prim` ops and
    `kernel.partial_reduce` only.
    Post-conditions: `gradc-verify-kernel` holds. No op was computed twice but
    shape ops, generators, and members of rows that a later stage needs again.
  }];
  let dependentDialects = ["::gradc::kernel::KernelDialect",
                           "::gradc::prim::PrimDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let options = [
    Option<"fuse", "fuse", "bool", /*default=*/"true",
           "Put ops into one kernel; otherwise each is one of its own">,
  ];
  let statistics = [
    Statistic<"numCalls", "num-calls", "Number of kernel calls">,
    Statistic<"numDefs", "num-defs", "Number of distinct kernels">,
  ];
}

def OpenExtentsPass : Pass<"gradc-open-extents", "::mlir::ModuleOp"> {
  let summary = "Writes elementwise kernels for tensors of any shape";
  let description = [{
    A `kernel.def` without a row that loads and stores every tensor of more than
    one element at the grid's own point, and knows its indices as the number of
    the point in memory order at most, is written over an open extent. Defs that
    were different in shape alone are one afterwards. Calls of such a def pass
    what lies in memory, without reshapes.

    Epilogues of a matmul keep their shape.

    Pre-conditions: `gradc-verify-kernel` holds.
    Post-conditions: the same.
  }];
  let dependentDialects = ["::gradc::kernel::KernelDialect"];
  let statistics = [
    Statistic<"numOpened", "num-opened", "Number of kernels opened">,
  ];
}

def FormForeachPass : Pass<"gradc-form-foreach", "::mlir::ModuleOp"> {
  let summary = "Joins independent calls of one kernel";
  let description = [{
    Calls of a def with an open extent that do not depend on each other become
    one `kernel.foreach`: the updates of all parameters, in program order. How
    many launches that takes is the scheduler's to say.

    Pre-conditions: `gradc-verify-kernel` holds.
    Post-conditions: the same.
  }];
  let dependentDialects = ["::gradc::kernel::KernelDialect"];
  let statistics = [
    Statistic<"numForeach", "num-foreach", "Number of ops built">,
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
