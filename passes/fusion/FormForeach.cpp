//===- FormForeach.cpp - Independent calls of one kernel, as one op -------===//
//
// Every op has a level above the levels of all it reads. A call may also stand
// higher, as long as its readers stand higher still, so it has a range of
// levels; calls of one kernel whose ranges meet do not depend on each other.
// Of each kernel the calls are dealt out to as few levels as there can be: the
// updates of all parameters, which nobody reads, meet on one.
//
//===----------------------------------------------------------------------===//

#include "passes/fusion/Passes.h"

#include "dialects/kernel/Kernel.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include <limits>

#define DEBUG_TYPE "gradc-form-foreach"

namespace gradc::fusion {

#define GEN_PASS_DEF_FORMFOREACHPASS
#include "passes/fusion/Passes.h.inc"

using namespace mlir;

namespace {

/// The levels on which an op may stand.
struct Levels {
  unsigned lowest = 0;
  unsigned highest = std::numeric_limits<unsigned>::max();
};

class ForeachBuilder {
public:
  ForeachBuilder(Block &block, SymbolTable &symbols)
      : block(block), symbols(symbols) {}

  /// Returns how many ops were built.
  unsigned run();

private:
  void findLevels();
  void join(ArrayRef<kernel::CallOp> calls);

  Block &block;
  SymbolTable &symbols;
  llvm::DenseMap<Operation *, Levels> levels;
};

void ForeachBuilder::findLevels() {
  // A reshape is no work: it stands on the level of what it reads.
  auto heightOf = [](Operation *op) {
    return isa<kernel::ReshapeOp>(op) ? 0 : 1;
  };
  for (Operation &op : block.without_terminator()) {
    unsigned lowest = 0;
    for (Value operand : op.getOperands())
      if (Operation *source = operand.getDefiningOp())
        lowest = std::max(lowest, levels[source].lowest + heightOf(&op));
    levels[&op].lowest = lowest;
  }
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    // Readers may rise themselves, but need not.
    Levels own = levels[&op];
    unsigned below = isa<kernel::ReshapeOp>(op) ? own.highest : own.lowest - 1;
    for (Value operand : op.getOperands())
      if (Operation *source = operand.getDefiningOp())
        levels[source].highest = std::min(levels[source].highest, below);
  }
}

void ForeachBuilder::join(ArrayRef<kernel::CallOp> calls) {
  kernel::CallOp first = calls.front(), last = calls.back();
  OpBuilder b(last);
  SmallVector<Value> inputs;
  SmallVector<Type> types;
  SmallVector<Location> locs;
  for (kernel::CallOp call : calls) {
    llvm::append_range(inputs, call.getInputs());
    llvm::append_range(types, call.getOutputs().getTypes());
    locs.push_back(call.getLoc());
  }
  auto foreach = b.create<kernel::ForeachOp>(
      b.getFusedLoc(locs), types, first.getCallee(), calls.size(), inputs);
  for (auto [i, call] : llvm::enumerate(calls))
    call->replaceAllUsesWith(foreach.getItemOutputs(i));
  for (kernel::CallOp call : calls)
    call->erase();
}

unsigned ForeachBuilder::run() {
  findLevels();
  llvm::MapVector<StringAttr, SmallVector<kernel::CallOp>> callsOf;
  for (auto call : block.getOps<kernel::CallOp>())
    if (symbols.lookup<kernel::DefOp>(call.getCallee()).hasOpenExtent())
      callsOf[call.getCalleeAttr().getAttr()].push_back(call);

  unsigned numBuilt = 0;
  for (auto &entry : callsOf) {
    ArrayRef<kernel::CallOp> calls = entry.second;
    // Who has to stand lowest decides for all that may stand there as well.
    auto byHighest = llvm::to_vector(llvm::seq<unsigned>(0, calls.size()));
    llvm::sort(byHighest, [&](unsigned i, unsigned j) {
      return std::make_pair(levels[calls[i]].highest, i) <
             std::make_pair(levels[calls[j]].highest, j);
    });
    SmallVector<SmallVector<unsigned>> groups;
    unsigned level = 0;
    for (unsigned i : byHighest) {
      if (groups.empty() || levels[calls[i]].lowest > level) {
        level = levels[calls[i]].highest;
        groups.emplace_back();
      }
      groups.back().push_back(i);
    }
    for (SmallVector<unsigned> &group : groups) {
      if (group.size() == 1)
        continue;
      llvm::sort(group); // program order
      join(llvm::map_to_vector(group, [&](unsigned i) { return calls[i]; }));
      ++numBuilt;
    }
  }
  if (numBuilt)
    sortTopologically(&block);
  return numBuilt;
}

struct FormForeachPass : public impl::FormForeachPassBase<FormForeachPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (func.getBody().hasOneBlock())
        numForeach += ForeachBuilder(func.getBody().front(), symbols).run();
  }
};

} // namespace
} // namespace gradc::fusion
