//===- SplitForeach.cpp - How many steps a list of calls takes ------------===//

#include "passes/schedule/SplitForeach.h"

#include "passes/schedule/Launches.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::schedule;

/// Bytes of the arena that may be held back for a kernel fewer.
static constexpr int64_t kHeldBytes = 1 << 20;

/// Bytes of the arena that `launch` reads, and that could be free after it, or
/// writes, and that could be free before.
static int64_t heldBytes(const Launch &launch) {
  int64_t bytes = 0;
  for (Value input : launch.inputs)
    if (!isa<BlockArgument>(rootOf(input)))
      bytes += bytesOf(input);
  auto isReturn = [](Operation *user) {
    return user->hasTrait<OpTrait::IsTerminator>();
  };
  for (Value output : launch.outputs)
    if (llvm::none_of(output.getUsers(), isReturn))
      bytes += bytesOf(output);
  return bytes;
}

/// The last op of the block that `launch` has to wait for, or null.
static Operation *lastSource(const Launch &launch) {
  Operation *last = nullptr;
  for (Value input : launch.inputs)
    if (Operation *source = rootOf(input).getDefiningOp())
      if (!last || last->isBeforeInBlock(source))
        last = source;
  return last;
}

/// Writes `launches`, items of `foreach`, as an op of their own before it.
static void emit(kernel::ForeachOp foreach, ArrayRef<Launch> launches) {
  if (launches.empty())
    return;
  OpBuilder b(foreach);
  SmallVector<Value> inputs;
  SmallVector<Type> types;
  for (const Launch &launch : launches) {
    llvm::append_range(inputs, launch.inputs);
    llvm::append_range(types, launch.outputs.getTypes());
  }
  Operation *op;
  if (launches.size() == 1)
    op = b.create<kernel::CallOp>(getLocation(launches.front()), types,
                                  foreach.getCalleeAttr(), inputs);
  else
    op = b.create<kernel::ForeachOp>(
        foreach.getLoc(), types, foreach.getCallee(), launches.size(), inputs);
  unsigned next = 0;
  for (const Launch &launch : launches)
    for (Value output : launch.outputs)
      output.replaceAllUsesWith(op->getResult(next++));
}

void schedule::splitForeach(kernel::ForeachOp foreach, SymbolTable &symbols) {
  SmallVector<Launch> launches = getLaunches(foreach, symbols);
  SmallVector<Operation *> sources;
  for (const Launch &launch : launches)
    sources.push_back(lastSource(launch));
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, launches.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    if (sources[a] == sources[b])
      return a < b;
    return !sources[a] ||
           (sources[b] && sources[a]->isBeforeInBlock(sources[b]));
  });
  SmallVector<Launch> together;
  int64_t held = 0;
  for (unsigned item : order) {
    const Launch &launch = launches[item];
    int64_t bytes = heldBytes(launch);
    if (bytes >= kHeldBytes) {
      emit(foreach, launch);
      continue;
    }
    if (held + bytes > kHeldBytes) {
      emit(foreach, together);
      together.clear();
      held = 0;
    }
    together.push_back(launch);
    held += bytes;
  }
  emit(foreach, together);
  foreach
    .erase();
}
