//===- Steps.cpp - What runs at one time ----------------------------------===//

#include "passes/schedule/Steps.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::schedule;

/// A kernel that moves as many bytes takes longer than it takes the threads to
/// meet once more.
static constexpr int64_t kSmallBytes = 1 << 18;

namespace {

/// The small kernels that may still be joined by others.
class OpenWave {
public:
  explicit OpenWave(const StateUpdates &updates) : updates(updates) {}

  void clear() {
    isOpen = false;
    written.clear();
    read.clear();
    overwritten.clear();
  }
  /// Whether `launches` may run at the same time.
  bool takes(ArrayRef<Launch> launches) const {
    return isOpen && llvm::none_of(launches, [&](const Launch &launch) {
             return dependsOn(launch);
           });
  }
  void add(ArrayRef<Launch> launches) {
    isOpen = true;
    for (const Launch &launch : launches) {
      for (Value input : launch.inputs)
        read.insert(rootOf(input));
      for (Value output : launch.outputs) {
        written.insert(output);
        if (Value old = updates.getOld(output))
          overwritten.insert(old);
      }
    }
  }

private:
  bool dependsOn(const Launch &launch) const {
    return llvm::any_of(launch.inputs,
                        [&](Value input) {
                          Value root = rootOf(input);
                          return written.contains(root) ||
                                 overwritten.contains(root);
                        }) ||
           llvm::any_of(launch.outputs, [&](Value output) {
             Value old = updates.getOld(output);
             return old && read.contains(old);
           });
  }

  const StateUpdates &updates;
  bool isOpen = false;
  llvm::DenseSet<Value> written, read, overwritten;
};

} // namespace

std::vector<Step> schedule::formSteps(Block &block, SymbolTable &symbols,
                                      const StateUpdates &updates) {
  std::vector<Step> steps;
  OpenWave wave(updates);
  for (Operation &op : block.without_terminator()) {
    if (isa<kernel::ReshapeOp, kernel::ConstantOp>(op))
      continue;
    SmallVector<Launch> launches = getLaunches(&op, symbols);
    bool isSmall =
        !launches.empty() && llvm::all_of(launches, [](const Launch &launch) {
          return bytesMoved(launch) <= kSmallBytes;
        });
    if (!isSmall)
      wave.clear();
    if (!wave.takes(launches)) {
      wave.clear();
      steps.emplace_back();
    }
    if (isSmall)
      wave.add(launches);
    if (launches.empty()) {
      steps.back().call = &op;
      steps.back().epilogue = getEpilogue(&op, symbols);
    }
    steps.back().launches.append(launches.begin(), launches.end());
  }
  return steps;
}
