//===- Temporaries.cpp - Values that come and go --------------------------===//

#include "passes/schedule/Temporaries.h"

#include "passes/schedule/PlaceBlocks.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::schedule;

namespace {

class Lifetimes {
public:
  Lifetimes(ArrayRef<Step> steps, Operation *terminator,
            InPlacePairs &inPlacePairs, const Places &places);

  void visit(unsigned time, const Step &step);
  void keepUntil(unsigned time, Value root) {
    if (auto owned = blockOf.find(root); owned != blockOf.end())
      blocks[owned->second].last = time;
  }
  ArrayRef<Lifetime> getBlocks() const { return blocks; }
  const llvm::DenseMap<Value, unsigned> &getBlockOf() const { return blockOf; }
  unsigned getNumInPlace() const { return numInPlace; }

private:
  void addResult(unsigned time, Value result, const Launch *launch);
  std::optional<unsigned> takeOverInput(unsigned time, const Launch &launch,
                                        unsigned output);

  /// The last step that reads a root, and how often it does.
  struct LastUse {
    unsigned time = 0, reads = 0;
  };

  InPlacePairs &inPlacePairs;
  const Places &places;
  llvm::DenseMap<Value, LastUse> lastUses;
  SmallVector<Lifetime> blocks;
  /// Roots that live in the arena, by the number of their block.
  llvm::DenseMap<Value, unsigned> blockOf;
  unsigned numInPlace = 0;
};

} // namespace

/// What the ops of `step` read.
static SmallVector<Value> getReads(const Step &step) {
  SmallVector<Value> reads;
  if (step.call)
    llvm::append_range(reads, step.call->getOperands());
  for (const Launch &launch : step.launches)
    llvm::append_range(reads, launch.inputs);
  return reads;
}

Lifetimes::Lifetimes(ArrayRef<Step> steps, Operation *terminator,
                     InPlacePairs &inPlacePairs, const Places &places)
    : inPlacePairs(inPlacePairs), places(places) {
  auto note = [&](unsigned time, ValueRange reads) {
    for (Value read : reads) {
      LastUse &last = lastUses[rootOf(read)];
      last = {time, last.time == time ? last.reads + 1 : 1};
    }
  };
  for (auto [i, step] : llvm::enumerate(steps))
    note(i + 1, getReads(step));
  note(steps.size() + 1, terminator->getOperands());
}

/// The block of an input that dies with `launch`, if its output `output` may be
/// written over it: nothing else of its step reads it.
std::optional<unsigned>
Lifetimes::takeOverInput(unsigned time, const Launch &launch, unsigned output) {
  for (auto [i, input] : llvm::enumerate(launch.inputs)) {
    Value root = rootOf(input);
    auto owned = blockOf.find(root);
    LastUse &last = lastUses[root];
    if (owned == blockOf.end() || last.time != time || last.reads != 1 ||
        bytesOf(root) == 0 ||
        !inPlacePairs.allows(launch.def, launch.firstInput + i, output))
      continue;
    last.reads = 0; // a block may change hands only once
    return owned->second;
  }
  return std::nullopt;
}

void Lifetimes::addResult(unsigned time, Value result, const Launch *launch) {
  if (places.contains(result))
    return;
  if (launch)
    if (auto taken =
            takeOverInput(time, *launch,
                          cast<OpResult>(result).getResultNumber() -
                              launch->outputs.front().getResultNumber())) {
      blockOf[result] = *taken;
      ++numInPlace;
      return;
    }
  blockOf[result] = blocks.size();
  blocks.push_back({bytesOf(result), time, time});
}

void Lifetimes::visit(unsigned time, const Step &step) {
  for (Value read : getReads(step))
    keepUntil(time, rootOf(read));
  if (step.call)
    for (Value result : step.call->getResults())
      addResult(time, result, step.epilogue ? &*step.epilogue : nullptr);
  for (const Launch &launch : step.launches)
    for (Value result : launch.outputs)
      addResult(time, result, &launch);
}

unsigned schedule::placeTemporaries(Block &block, ArrayRef<Step> steps,
                                    InPlacePairs &inPlacePairs,
                                    Segments &segments, Places &places) {
  auto *context = block.getParentOp()->getContext();
  auto constants = StringAttr::get(context, kConstants);
  for (auto constant : block.getOps<kernel::ConstantOp>()) {
    Value value = constant.getResult();
    places[value] = {constants, segments.constants.place(
                                    constant.getValueAttr(), bytesOf(value))};
  }

  Operation *terminator = block.getTerminator();
  Lifetimes lifetimes(steps, terminator, inPlacePairs, places);
  for (auto [i, step] : llvm::enumerate(steps))
    lifetimes.visit(i + 1, step);
  // What is copied to its place at the end is read there.
  for (Value operand : terminator->getOperands())
    lifetimes.keepUntil(steps.size() + 1, rootOf(operand));

  Placement placement = placeBlocks(lifetimes.getBlocks());
  auto temp = StringAttr::get(context, kTemp);
  for (auto [root, owned] : lifetimes.getBlockOf())
    places[root] = {temp, placement.offsets[owned]};
  segments.arenaBytes = std::max(segments.arenaBytes, placement.bytes);
  segments.lowerBound = std::max(segments.lowerBound, placement.lowerBound);
  return lifetimes.getNumInPlace();
}
