//===- Passes.td - The phase 'schedule' --------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_SCHEDULE_PASSES_TD
#define GRADC_PASSES_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ChooseTilesPass : Pass<"gradc-choose-tiles", "::mlir::ModuleOp"> {
  let summary = "Cuts matmuls into tiles for the threads of a CPU";
  let description = [{
    Gives every `kernel.matmul` an attribute `kernel.tile`, the sizes of a tile
    in b, m and n, and its epilogue's def the same; a def that is cut in several
    ways, or launched as well, is copied. The sizes depend on the matmul's shape
    alone: `MatmulTiles.cpp` has the table and the rule.

    Post-conditions: the rows of a tile are whole blocks of the partial results
    that an epilogue has.
  }];
}

def OrderLaunchesPass : Pass<"gradc-order-launches", "::mlir::ModuleOp"> {
  let summary = "Orders kernels and library calls for memory";
  let description = [{
    Cuts each `kernel.foreach` into as many as keep no memory waiting
    (`SplitForeach.h`), and puts the ops of each function in the order in which
    they run.

    The program's order is kept, unless less is alive at once when always that
    op runs which adds least to the arena. In either case what frees more than
    it makes runs as soon as it can, and what is small or reads nothing of the
    arena waits until something needs it. Whoever reads a state comes before the op
    that may be written over it, if it did. The work is linear in the number of
    ops and uses, but for a logarithm.

    Pre-conditions: `gradc-verify-kernel` holds.
    Post-conditions: the same.
  }];
  let dependentDialects = ["::gradc::kernel::KernelDialect"];
  let statistics = [
    Statistic<"numFrugal", "num-frugal",
              "Functions whose order is not the program's">,
  ];
}

def BuildSchedulePass : Pass<"gradc-build-schedule", "::mlir::ModuleOp"> {
  let summary = "Gives every tensor its place and turns entries into programs";
  let description = [{
    Each function of `kernel` ops becomes an `rt.program` of the same name; its
    arguments and results become places that the host knows (`rt.bind`), by
    their attributes `train.role` and `train.name`.

    State lies in the segment `state`, the same for all entries. A new value of
    a state is written over the old one where nobody reads the old one later;
    otherwise it is copied there at the end. Inputs and results of an entry lie
    in its segment `io_ENTRY`, scalars in `scalars`, data in `constants`.
    A `kernel.foreach`, and small kernels that follow each other and do not
    depend on each other, become a wave (`Steps.cpp`).
    All other values live in `temp` from their first write to their last read;
    a kernel may write an output over an input that dies with it. Their offsets
    hardly waste anything: `PlaceBlocks.cpp` says how.

    Pre-conditions: `gradc-verify-kernel` holds; every argument and result has a
    role and a name.
    Post-conditions: `gradc-verify-rt` holds; no function is left.
  }];
  let dependentDialects = ["::gradc::rt::RtDialect"];
  let statistics = [
    Statistic<"numInPlace", "num-in-place", "Outputs written over an input">,
    Statistic<"numCopies", "num-copies", "Copies added">,
    Statistic<"numWaves", "num-waves", "Waves of several kernels">,
  ];
}

def VerifyRtPass : Pass<"gradc-verify-rt", "::mlir::ModuleOp"> {
  let summary = "Closes the phase: the schedule is sound";
  let description = [{
    Fails unless every view and every bound tensor lies inside its segment at a
    multiple of 64 bytes, every launch and every epilogue names a def and gives it
    views of its tensors' types, nothing writes to constants, every read of temporary memory
    has an earlier write that covers it, and no function is left.
  }];
}

#endif // GRADC_PASSES_SCHEDULE_PASSES_TD
