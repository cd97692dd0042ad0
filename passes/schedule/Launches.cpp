//===- Launches.cpp - Single runs of kernels ------------------------------===//

#include "passes/schedule/Launches.h"

#include "dialects/rt/Rt.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::schedule;

/// Item `i` of `foreach`, whose callee is `def`.
static Launch getItem(kernel::ForeachOp foreach, kernel::DefOp def,
                      unsigned i) {
  return {foreach, def, foreach.getItemInputs(i), foreach.getItemOutputs(i)};
}

SmallVector<Launch> schedule::getLaunches(Operation *op, SymbolTable &symbols) {
  SmallVector<Launch> launches;
  if (auto call = dyn_cast<kernel::CallOp>(op)) {
    auto def = symbols.lookup<kernel::DefOp>(call.getCallee());
    launches.push_back({op, def, call.getInputs(), call.getOutputs()});
  } else if (auto foreach = dyn_cast<kernel::ForeachOp>(op)) {
    auto def = symbols.lookup<kernel::DefOp>(foreach.getCallee());
    for (unsigned i = 0; i < foreach.getItems(); ++i)
      launches.push_back(getItem(foreach, def, i));
  }
  return launches;
}

std::optional<Launch> schedule::getEpilogue(Operation *op,
                                            SymbolTable &symbols) {
  auto matmul = dyn_cast_if_present<kernel::MatmulOp>(op);
  if (!matmul || !matmul.getEpilogue())
    return std::nullopt;
  auto def = symbols.lookup<kernel::DefOp>(*matmul.getEpilogue());
  return Launch{op, def, matmul.getExtras(), matmul.getOuts(),
                /*firstInput=*/1};
}

std::optional<Launch> schedule::getLaunch(OpResult value,
                                          SymbolTable &symbols) {
  Operation *op = value.getOwner();
  if (auto foreach = dyn_cast<kernel::ForeachOp>(op)) {
    auto def = symbols.lookup<kernel::DefOp>(foreach.getCallee());
    return getItem(foreach, def,
                   value.getResultNumber() / def.getOutputs().size());
  }
  SmallVector<Launch> launches = getLaunches(op, symbols);
  return launches.empty() ? getEpilogue(op, symbols)
                          : std::optional(launches.front());
}

Value schedule::rootOf(Value value) {
  while (auto reshape = value.getDefiningOp<kernel::ReshapeOp>())
    value = reshape.getInput();
  return value;
}

int64_t schedule::bytesOf(Value value) {
  return rt::getBytes(cast<ShapedType>(value.getType()));
}

Location schedule::getLocation(const Launch &launch) {
  bool isItem = isa<kernel::ForeachOp>(launch.op) && !launch.inputs.empty();
  return isItem ? launch.inputs.front().getLoc() : launch.op->getLoc();
}

int64_t schedule::bytesMoved(const Launch &launch) {
  int64_t bytes = 0;
  for (Value input : launch.inputs)
    bytes += bytesOf(input);
  for (Value output : launch.outputs)
    bytes += bytesOf(output);
  return bytes;
}
