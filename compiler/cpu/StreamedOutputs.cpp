//===- StreamedOutputs.cpp - What is written past the caches --------------===//

#include "compiler/cpu/StreamedOutputs.h"

#include "dialects/kernel/Kernel.h"
#include "dialects/rt/Rt.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gradc;

/// What caches are taken to hold, on every machine.
static constexpr int64_t kCacheBytes = int64_t(32) << 20;

/// Commands in which a reader is looked for; after so many small ones nobody
/// knows.
static constexpr size_t kCommandsAhead = 64;

namespace {

struct Place {
  StringRef segment;
  int64_t begin, end; // bytes

  bool overlaps(const Place &other) const {
    return segment == other.segment && begin < other.end && other.begin < end;
  }
};

struct Command {
  rt::LaunchOp launch; // null for others
  SmallVector<Place> reads, writes;
  int64_t bytes = 0;
};

} // namespace

static SmallVector<Place> getPlaces(ValueRange views) {
  return llvm::map_to_vector(views, [](Value value) {
    auto view = value.getDefiningOp<rt::ViewOp>();
    int64_t begin = view.getOffset();
    return Place{view.getSegment(), begin,
                 begin + rt::getBytes(view.getType())};
  });
}

/// Null if `op` is no command that reads and writes views.
static std::optional<Command> makeCommand(Operation *op) {
  Command command;
  bool isCommand = llvm::TypeSwitch<Operation *, bool>(op)
                       .Case<rt::LaunchOp, rt::LibOp>([&](auto call) {
                         command.reads = getPlaces(call.getInputs());
                         command.writes = getPlaces(call.getOutputs());
                         return true;
                       })
                       .Case([&](rt::CopyOp copy) {
                         command.reads = getPlaces(copy.getFrom());
                         command.writes = getPlaces(copy.getTo());
                         return true;
                       })
                       .Default(false);
  if (!isCommand)
    return std::nullopt;
  command.launch = dyn_cast<rt::LaunchOp>(op);
  for (const Place &place : llvm::concat<Place>(command.reads, command.writes))
    command.bytes += place.end - place.begin;
  return command;
}

/// Whether `output`, which the first of `commands` writes, is out of the caches
/// when it is read.
static bool leavesCaches(const Place &output, ArrayRef<Command> commands) {
  auto touches = [&](ArrayRef<Place> places) {
    return llvm::any_of(places, [&](Place p) { return p.overlaps(output); });
  };
  if (touches(commands.front().reads))
    return false;
  int64_t bytes = 0;
  for (const Command &command : commands.take_front(kCommandsAhead)) {
    bytes += command.bytes;
    if (bytes >= kCacheBytes)
      return true;
    if (touches(command.reads))
      return false;
  }
  return false;
}

void cpu::markStreamedOutputs(ModuleOp module) {
  // By def: the outputs that stream at every launch so far.
  llvm::StringMap<llvm::SmallBitVector> streamed;
  for (auto program : module.getOps<rt::ProgramOp>()) {
    SmallVector<Command> commands;
    program.walk([&](Operation *op) {
      if (std::optional<Command> command = makeCommand(op))
        commands.push_back(std::move(*command));
    });
    for (size_t i = 0; i < commands.size(); ++i) {
      rt::LaunchOp launch = commands[i].launch;
      if (!launch)
        continue;
      ArrayRef<Place> writes = commands[i].writes;
      llvm::SmallBitVector leaves(writes.size());
      for (auto [output, place] : llvm::enumerate(writes))
        leaves[output] =
            leavesCaches(place, ArrayRef<Command>(commands).drop_front(i));
      auto [it, isNew] = streamed.try_emplace(launch.getKernel(), leaves);
      if (!isNew)
        it->second &= leaves;
    }
  }
  for (auto def : module.getOps<kernel::DefOp>()) {
    auto it = streamed.find(def.getSymName());
    if (it != streamed.end() && it->second.any())
      def->setAttr(kStreamedAttrName,
                   DenseI64ArrayAttr::get(
                       module.getContext(),
                       SmallVector<int64_t>(it->second.set_bits_begin(),
                                            it->second.set_bits_end())));
  }
}
