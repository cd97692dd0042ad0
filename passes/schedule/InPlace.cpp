//===- InPlace.cpp - Which outputs may lie over an input ------------------===//

#include "passes/schedule/InPlace.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::schedule;

/// The op of the def's body that holds `op`: `op` itself or its stage.
static Operation *inBody(Operation *op, kernel::DefOp def) {
  return def.getBlock().findAncestorOpInBlock(*op);
}

static bool isAllowed(kernel::DefOp def, BlockArgument input,
                      BlockArgument output) {
  if (input.getType() != output.getType())
    return false;
  // An accumulated output is written before all of the input is read.
  auto store = dyn_cast<kernel::StoreOp>(*output.user_begin());
  if (!store)
    return false;
  for (Operation *user : input.getUsers()) {
    auto load = dyn_cast<kernel::LoadOp>(user);
    if (!load)
      return false;
    bool sameBlock = load->getBlock() == store->getBlock();
    // Stages number the points of a row alike, each by indices of its own.
    bool samePoint =
        !load.getGuard() && load.getMap() == store.getMap() &&
        (sameBlock ? load.getIndices() == store.getIndices()
                   : load.getIndices().size() == store.getIndices().size());
    bool before = sameBlock
                      ? load->isBeforeInBlock(store)
                      : inBody(load, def)->isBeforeInBlock(inBody(store, def));
    if (!samePoint || !before)
      return false;
  }
  return true;
}

bool InPlacePairs::allows(kernel::DefOp def, unsigned input, unsigned output) {
  auto [it, isNew] = pairs.try_emplace(def);
  if (isNew)
    for (auto [i, in] : llvm::enumerate(def.getInputs()))
      for (auto [o, out] : llvm::enumerate(def.getOutputs()))
        if (isAllowed(def, in, out))
          it->second.push_back({i, o});
  return llvm::is_contained(it->second, std::make_pair(input, output));
}
