//===- StateUpdates.cpp - New values of states over the old ones ----------===//

#include "passes/schedule/StateUpdates.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::schedule;

bool schedule::isState(StringRef role) {
  return role == "parameter" || role == "buffer" || role == "slot" ||
         role == "counter" || role == "state";
}

SmallVector<OpOperand *> StateUpdates::getReaders(Value old) {
  SmallVector<OpOperand *> readers;
  SmallVector<Value> aliases = {old};
  while (!aliases.empty())
    for (OpOperand &use : aliases.pop_back_val().getUses())
      if (auto reshape = dyn_cast<kernel::ReshapeOp>(use.getOwner()))
        aliases.push_back(reshape.getOutput());
      else
        readers.push_back(&use);
  return readers;
}

/// Whether `launch` may write its result `value` over `old`.
static bool mayWriteOver(BlockArgument old, OpResult value,
                         const Launch &launch, InPlacePairs &inPlacePairs) {
  unsigned output =
      value.getResultNumber() - launch.outputs.front().getResultNumber();
  unsigned begin = launch.inputs.empty() ? 0 : launch.operandNumber(0);
  for (OpOperand *use : StateUpdates::getReaders(old)) {
    if (use->getOwner() != launch.op)
      continue;
    // Items of a foreach run in any order.
    unsigned input = use->getOperandNumber() - begin;
    if (use->getOperandNumber() < begin || input >= launch.inputs.size() ||
        !inPlacePairs.allows(launch.def, launch.firstInput + input, output))
      return false;
  }
  return true;
}

StateUpdates::StateUpdates(func::FuncOp func, SymbolTable &symbols,
                           InPlacePairs &inPlacePairs) {
  auto getName = [](DictionaryAttr attributes) -> StringAttr {
    auto role =
        attributes ? attributes.getAs<StringAttr>("train.role") : nullptr;
    return role && isState(role) ? attributes.getAs<StringAttr>("train.name")
                                 : nullptr;
  };
  llvm::DenseMap<StringAttr, BlockArgument> states;
  for (BlockArgument argument : func.getArguments())
    if (StringAttr name = getName(func.getArgAttrDict(argument.getArgNumber())))
      states[name] = argument;

  Operation *terminator = func.getBody().front().getTerminator();
  for (auto [i, operand] : llvm::enumerate(terminator->getOperands())) {
    StringAttr name = getName(func.getResultAttrDict(i));
    BlockArgument old = name ? states.lookup(name) : nullptr;
    auto value = dyn_cast<OpResult>(rootOf(operand));
    if (!old || !value || value.getType() != old.getType())
      continue;
    std::optional<Launch> launch = getLaunch(value, symbols);
    if (launch && mayWriteOver(old, value, *launch, inPlacePairs))
      oldOf[value] = old;
  }
}
