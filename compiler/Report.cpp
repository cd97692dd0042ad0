//===- Report.cpp - What a step takes, before it runs ---------------------===//

#include "compiler/Report.h"

#include "compiler/ModelLine.h"
#include "dialects/kernel/Kernel.h"
#include "dialects/rt/Rt.h"
#include "gradc/library.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include <map>

using namespace mlir;
using namespace gradc;
namespace json = llvm::json;

/// The entry that a report is about.
static bool isMain(StringRef entry) {
  return entry == "step" || entry == "value_and_grad";
}

int64_t gradc::countLeastBytes(ModuleOp module) {
  int64_t bytes = 0;
  auto count = [&](ValueRange values) {
    for (Value value : values)
      bytes += rt::getBytes(cast<ShapedType>(value.getType()));
  };
  for (auto func : module.getOps<func::FuncOp>()) {
    if (!isMain(func.getSymName()))
      continue;
    count(func.getArguments());
    for (Operation &op : func.getBody().front())
      if (isa<kernel::MatmulOp, kernel::SortOp, func::ReturnOp>(op)) {
        count(op.getOperands());
        count(op.getResults());
      }
  }
  return bytes;
}

/// Floating-point operations of one run of a kernel over its domain; a math
/// function counts as one. `extent` is the size of an open grid.
static int64_t countFlops(kernel::DefOp def, int64_t extent) {
  int64_t gridPoints =
      def.hasOpenExtent() ? extent : ShapedType::getNumElements(def.getGrid());
  int64_t rowPoints = ShapedType::getNumElements(def.getRow());
  int64_t flops = 0;
  def.getBody().walk([&](Operation *op) {
    bool isArithmetic =
        isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
        isa<kernel::LogisticOp, kernel::NormalCdfOp>(op);
    if (!isArithmetic ||
        isa<arith::ConstantOp, arith::SelectOp, arith::CmpFOp, arith::ExtFOp,
            arith::TruncFOp>(op) ||
        op->getNumResults() != 1 || !isa<FloatType>(op->getResult(0).getType()))
      return;
    flops += op->getParentOfType<kernel::StageOp>() ? rowPoints : 1;
  });
  for (auto stage : def.getBlock().getOps<kernel::StageOp>())
    for (Type type : stage.getResultTypes())
      flops += isa<FloatType>(type) ? rowPoints : 0;
  return flops * gridPoints;
}

namespace {

/// What is known of one kernel or library call over all its uses.
struct Work {
  bool isKernel = false;
  int64_t calls = 0, flops = 0, bytes = 0;
  std::string line;
};

/// A stretch of the arena from the command that writes it to the last that
/// reads it.
struct Block {
  int64_t begin, end;
  size_t first, last;
  std::string name, line;
};

class Reporter {
public:
  explicit Reporter(ModuleOp module) : module(module), symbols(module) {}
  json::Object run();

private:
  void visit(Operation *op, size_t time);
  void visitOne(Operation *op, size_t time);
  void noteArena(Operation *op, ValueRange reads, ValueRange writes,
                 StringRef name, size_t time);
  json::Array describePeak();

  ModuleOp module;
  SymbolTable symbols;
  llvm::MapVector<StringRef, Work> work;
  int64_t flops = 0, bytes = 0, launches = 0, libraryCalls = 0;
  SmallVector<Block> blocks;
  /// What lies in the arena at the moment: offset to index in `blocks`.
  std::map<int64_t, size_t> latest;
};

void Reporter::noteArena(Operation *op, ValueRange reads, ValueRange writes,
                         StringRef name, size_t time) {
  auto range = [&](Value value) -> std::optional<std::pair<int64_t, int64_t>> {
    auto view = value.getDefiningOp<rt::ViewOp>();
    auto segment = symbols.lookup<rt::SegmentOp>(view.getSegment());
    int64_t size = rt::getBytes(view.getType());
    if (segment.getKind() != rt::SegmentKind::temp || size == 0)
      return std::nullopt;
    int64_t begin = view.getOffset();
    return std::make_pair(begin, begin + size);
  };
  // Blocks in `latest` do not overlap.
  auto forEachBlock = [&](int64_t begin, int64_t end, auto use) {
    auto it = latest.lower_bound(end);
    while (it != latest.begin() && blocks[std::prev(it)->second].end > begin)
      use(--it);
  };
  for (Value read : reads)
    if (auto r = range(read))
      forEachBlock(r->first, r->second,
                   [&](auto it) { blocks[it->second].last = time; });
  for (Value write : writes)
    if (auto r = range(write)) {
      // What is written over is gone, even if this very command reads it.
      forEachBlock(r->first, r->second, [&](auto &it) {
        Block &old = blocks[it->second];
        old.last = std::min(old.last, time - 1);
        it = latest.erase(it);
      });
      latest[r->first] = blocks.size();
      blocks.push_back({r->first, r->second, time, time, name.str(),
                        getModelLine(op->getLoc())});
    }
}

/// A wave is one launch for what it costs to begin one.
void Reporter::visit(Operation *op, size_t time) {
  launches += isa<rt::LaunchOp, rt::LibOp, rt::CopyOp, rt::WaveOp>(op);
  if (auto wave = dyn_cast<rt::WaveOp>(op))
    for (Operation &launch : wave.getBody().front())
      visitOne(&launch, time);
  else
    visitOne(op, time);
}

void Reporter::visitOne(Operation *op, size_t time) {
  SmallVector<Value> reads, writes;
  StringRef name;
  int64_t opFlops = 0;
  if (auto launch = dyn_cast<rt::LaunchOp>(op)) {
    reads = launch.getInputs();
    writes = launch.getOutputs();
    name = launch.getKernel();
    opFlops = countFlops(symbols.lookup<kernel::DefOp>(name),
                         launch.getExtent().value_or(0));
  } else if (auto lib = dyn_cast<rt::LibOp>(op)) {
    reads = lib.getInputs();
    writes = lib.getOutputs();
    name = rt::stringifyLibCall(lib.getCall());
    ArrayRef<int64_t> p = lib.getParameters();
    if (lib.getCall() == rt::LibCall::matmul)
      opFlops = 2 * p[GRADC_MATMUL_BATCH] * p[GRADC_MATMUL_M] *
                p[GRADC_MATMUL_N] * p[GRADC_MATMUL_K];
    if (std::optional<StringRef> epilogue = lib.getEpilogue())
      opFlops += countFlops(symbols.lookup<kernel::DefOp>(*epilogue), 0);
  } else if (auto copy = dyn_cast<rt::CopyOp>(op)) {
    reads = {copy.getFrom()};
    writes = {copy.getTo()};
    name = "copy";
  } else {
    return;
  }
  Work &entry = work[name];
  entry.isKernel = isa<rt::LaunchOp>(op);
  ++entry.calls;
  libraryCalls += isa<rt::LibOp>(op);
  entry.flops += opFlops;
  if (entry.line.empty())
    entry.line = getModelLine(op->getLoc());
  for (ValueRange values : {ValueRange(reads), ValueRange(writes)})
    for (Value value : values) {
      int64_t size = rt::getBytes(cast<ShapedType>(value.getType()));
      entry.bytes += size;
      bytes += size;
    }
  flops += opFlops;
  noteArena(op, reads, writes, name, time);
}

/// The blocks that are alive when most bytes are.
json::Array Reporter::describePeak() {
  llvm::SmallVector<std::pair<size_t, int64_t>> events;
  for (const Block &block : blocks) {
    events.push_back({block.first, block.end - block.begin});
    events.push_back({block.last + 1, block.begin - block.end});
  }
  llvm::sort(events);
  int64_t live = 0, most = 0;
  size_t when = 0;
  for (auto [time, change] : events) {
    live += change;
    if (live > most) {
      most = live;
      when = time;
    }
  }
  SmallVector<const Block *> alive;
  for (const Block &block : blocks)
    if (block.first <= when && when <= block.last)
      alive.push_back(&block);
  llvm::sort(alive, [](const Block *a, const Block *b) {
    return std::make_tuple(b->end - b->begin, a->first, a->begin) <
           std::make_tuple(a->end - a->begin, b->first, b->begin);
  });
  json::Array peak;
  for (const Block *block : alive)
    peak.push_back(json::Object{{"name", block->name},
                                {"bytes", block->end - block->begin},
                                {"line", block->line}});
  return peak;
}

json::Object Reporter::run() {
  json::Object report;
  for (auto program : module.getOps<rt::ProgramOp>()) {
    if (!isMain(program.getSymName()))
      continue;
    report["entry"] = program.getSymName();
    for (auto [time, op] : llvm::enumerate(program.getBody().front()))
      visit(&op, time);
  }
  for (auto segment : module.getOps<rt::SegmentOp>()) {
    if (segment.getKind() == rt::SegmentKind::state)
      report["state_bytes"] = int64_t(segment.getBytes());
    if (segment.getKind() == rt::SegmentKind::temp)
      report["arena_bytes"] = int64_t(segment.getBytes());
  }
  report["flops"] = flops;
  report["bytes_moved"] = bytes;
  report["launches"] = launches;
  report["library_calls"] = libraryCalls;
  report["distinct_kernels"] = llvm::count_if(
      work, [](const auto &item) { return item.second.isKernel; });
  if (auto bound = module->getAttrOfType<IntegerAttr>("rt.lower_bound"))
    report["lower_bound_bytes"] = bound.getInt();
  report["peak"] = describePeak();
  json::Array kernels;
  for (const auto &[name, entry] : work)
    kernels.push_back(json::Object{{"name", name},
                                   {"calls", entry.calls},
                                   {"flops", entry.flops},
                                   {"bytes", entry.bytes},
                                   {"line", entry.line}});
  report["kernels"] = std::move(kernels);
  return report;
}

} // namespace

json::Object gradc::makeReport(ModuleOp module, const json::Object &roles,
                               int64_t leastBytes) {
  json::Object report = Reporter(module).run();
  int64_t parameters = 0;
  for (auto bind : module.getOps<rt::BindOp>())
    if (roles.getString(bind.getName()) == StringRef("parameter"))
      parameters += cast<ShapedType>(bind.getType()).getNumElements();
  report["parameters"] = parameters;
  report["least_bytes"] = leastBytes;
  return report;
}

/// 1536 as "1.5 KiB".
static std::string formatBytes(int64_t bytes) {
  const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = bytes;
  unsigned unit = 0;
  while (value >= 1024 && unit < 4) {
    value /= 1024;
    ++unit;
  }
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format(unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  return text;
}

void gradc::printReport(const json::Object &report, raw_ostream &stream) {
  auto number = [&](StringRef key) {
    return report.getInteger(key).value_or(0);
  };
  auto row = [&](StringRef name, const Twine &value) {
    stream << llvm::left_justify(name, 18) << value << "\n";
  };
  row("entry", report.getString("entry").value_or(""));
  row("parameters", Twine(number("parameters")));
  row("state", formatBytes(number("state_bytes")));
  row("arena", formatBytes(number("arena_bytes")) + " (at least " +
                   formatBytes(number("lower_bound_bytes")) +
                   " in this order)");
  row("floating-point", Twine(number("flops")) + " operations a step");
  row("memory traffic", formatBytes(number("bytes_moved")) +
                            " a step (at least " +
                            formatBytes(number("least_bytes")) + ")");
  row("launches", Twine(number("launches")));
  auto text = [](const json::Object &object, StringRef key) {
    return object.getString(key).value_or("");
  };
  if (const json::Array *peak = report.getArray("peak");
      peak && !peak->empty()) {
    stream << "\nin the arena at its fullest:\n";
    for (const json::Value &value : *peak) {
      const json::Object &block = *value.getAsObject();
      stream << "  "
             << llvm::right_justify(
                    formatBytes(block.getInteger("bytes").value_or(0)), 11)
             << "  " << text(block, "name") << "  " << text(block, "line")
             << "\n";
    }
  }
  stream << "\nkernels and library calls:\n";
  if (const json::Array *kernels = report.getArray("kernels"))
    for (const json::Value &value : *kernels) {
      const json::Object &entry = *value.getAsObject();
      stream << llvm::format("  %4lld x ",
                             (long long)entry.getInteger("calls").value_or(0))
             << llvm::right_justify(
                    formatBytes(entry.getInteger("bytes").value_or(0)), 11)
             << "  " << text(entry, "name") << "  " << text(entry, "line")
             << "\n";
    }
}
