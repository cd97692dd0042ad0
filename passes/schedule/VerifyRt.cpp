//===- VerifyRt.cpp - Closes the phase: the schedule is sound -------------===//

#include "passes/schedule/Passes.h"

#include "dialects/kernel/Kernel.h"
#include "dialects/rt/Rt.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>

#define DEBUG_TYPE "gradc-verify-rt"

namespace gradc::schedule {

#define GEN_PASS_DEF_VERIFYRTPASS
#include "passes/schedule/Passes.h.inc"

using namespace mlir;

namespace {

/// The bytes of one segment that have been written, as disjoint ranges.
class Written {
public:
  void add(int64_t begin, int64_t end) {
    auto it = ranges.upper_bound(begin);
    if (it != ranges.begin() && std::prev(it)->second >= begin)
      begin = (--it)->first;
    while (it != ranges.end() && it->first <= end) {
      end = std::max(end, it->second);
      it = ranges.erase(it);
    }
    ranges[begin] = end;
  }
  bool covers(int64_t begin, int64_t end) const {
    auto it = ranges.upper_bound(begin);
    return begin >= end ||
           (it != ranges.begin() && std::prev(it)->second >= end);
  }

private:
  std::map<int64_t, int64_t> ranges;
};

struct VerifyRtPass : public impl::VerifyRtPassBase<VerifyRtPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    bool ok = true;
    for (auto func : module.getOps<func::FuncOp>()) {
      func.emitOpError("was not turned into a program");
      ok = false;
    }
    auto verifyBind = [&](rt::BindOp bind) {
      auto type = cast<ShapedType>(bind.getType());
      ok &= succeeded(verifyPlace(bind, symbols, bind.getSegmentAttr(),
                                  bind.getOffset(), rt::getBytes(type)));
    };
    for (auto bind : module.getOps<rt::BindOp>())
      verifyBind(bind);
    for (auto program : module.getOps<rt::ProgramOp>()) {
      for (auto bind : program.getBody().getOps<rt::BindOp>())
        verifyBind(bind);
      Written written;
      for (Operation &op : program.getBody().front())
        ok &= succeeded(verifyCommand(&op, symbols, written));
    }
    if (!ok)
      signalPassFailure();
  }

private:
  static LogicalResult verifyPlace(Operation *op, SymbolTable &symbols,
                                   FlatSymbolRefAttr name, int64_t offset,
                                   int64_t bytes) {
    auto segment = symbols.lookup<rt::SegmentOp>(name.getAttr());
    if (!segment)
      return op->emitOpError("names ") << name << ", which is no segment";
    if (offset < 0 || offset % rt::kAlignment != 0)
      return op->emitOpError("offset ")
             << offset << " is no multiple of " << rt::kAlignment;
    if (bytes > 0 && offset + bytes > int64_t(segment.getBytes()))
      return op->emitOpError("reaches to byte ")
             << offset + bytes << " of " << name << ", which has "
             << segment.getBytes();
    return success();
  }

  /// Whether `views` have the types of `tensors`, where an open extent is one
  /// of `extent` elements.
  static bool match(ArrayRef<BlockArgument> tensors, ValueRange views,
                    int64_t extent = 0) {
    return tensors.size() == views.size() &&
           llvm::all_of(llvm::zip(tensors, views), [&](auto pair) {
             auto tensor = cast<ShapedType>(std::get<0>(pair).getType());
             auto view = cast<ShapedType>(std::get<1>(pair).getType());
             bool sameShape = tensor.hasStaticShape()
                                  ? tensor.getShape() == view.getShape()
                                  : view.getNumElements() == extent;
             return sameShape &&
                    tensor.getElementType() == view.getElementType();
           });
  }

  /// Whether the epilogue of `lib`, if it has one, takes what it is given.
  static LogicalResult verifyEpilogue(rt::LibOp lib, SymbolTable &symbols) {
    FlatSymbolRefAttr name = lib.getEpilogueAttr();
    if (!name)
      return success();
    auto def = symbols.lookup<kernel::DefOp>(name.getAttr());
    if (!def)
      return lib.emitOpError("is followed by ")
             << name << ", which is no kernel.def";
    if (lib.getCall() != rt::LibCall::matmul || lib.getInputs().size() < 2 ||
        def.getInputs().empty() ||
        !match(def.getInputs().drop_front(), lib.getInputs().drop_front(2)) ||
        !match(def.getOutputs(), lib.getOutputs()))
      return lib.emitOpError("must be a matmul, with views of the types of the "
                             "tensors of ")
             << name;
    return success();
  }

  /// Whether the kernel of `launch` takes what it is given.
  static LogicalResult verifyKernel(rt::LaunchOp launch, SymbolTable &symbols) {
    auto def = symbols.lookup<kernel::DefOp>(launch.getKernel());
    if (!def)
      return launch.emitOpError("launches ")
             << launch.getKernelAttr() << ", which is no kernel.def";
    if (def.hasOpenExtent() != launch.getExtent().has_value())
      return launch.emitOpError("names an extent if and only if that of ")
             << launch.getKernelAttr() << " is open";
    int64_t extent = launch.getExtent().value_or(0);
    if (!match(def.getInputs(), launch.getInputs(), extent) ||
        !match(def.getOutputs(), launch.getOutputs(), extent))
      return launch.emitOpError("views must have the types of the tensors of ")
             << launch.getKernelAttr();
    return success();
  }

  static LogicalResult verifyCommand(Operation *op, SymbolTable &symbols,
                                     Written &written) {
    if (auto view = dyn_cast<rt::ViewOp>(op))
      return verifyPlace(op, symbols, view.getSegmentAttr(), view.getOffset(),
                         rt::getBytes(view.getType()));
    if (auto wave = dyn_cast<rt::WaveOp>(op)) {
      bool ok = true;
      for (Operation &launch : wave.getBody().front())
        ok &= succeeded(verifyCommand(&launch, symbols, written));
      return success(ok);
    }
    SmallVector<Value> reads, writes;
    if (auto launch = dyn_cast<rt::LaunchOp>(op)) {
      if (failed(verifyKernel(launch, symbols)))
        return failure();
      reads = launch.getInputs();
      writes = launch.getOutputs();
    } else if (auto lib = dyn_cast<rt::LibOp>(op)) {
      if (failed(verifyEpilogue(lib, symbols)))
        return failure();
      reads = lib.getInputs();
      writes = lib.getOutputs();
    } else if (auto copy = dyn_cast<rt::CopyOp>(op)) {
      reads = {copy.getFrom()};
      writes = {copy.getTo()};
    }
    for (Value value : llvm::concat<Value>(reads, writes))
      if (!value.getDefiningOp<rt::ViewOp>())
        return op->emitOpError("has an operand that is no rt.view");
    // A view of no segment has had its error.
    auto kindOf = [&](Value value) -> std::optional<rt::SegmentKind> {
      auto view = value.getDefiningOp<rt::ViewOp>();
      auto segment = symbols.lookup<rt::SegmentOp>(view.getSegment());
      return segment ? std::optional(segment.getKind()) : std::nullopt;
    };
    auto range = [&](Value value) {
      int64_t begin = value.getDefiningOp<rt::ViewOp>().getOffset();
      return std::make_pair(
          begin, begin + rt::getBytes(cast<ShapedType>(value.getType())));
    };
    for (Value read : reads) {
      auto [begin, end] = range(read);
      if (kindOf(read) == rt::SegmentKind::temp && !written.covers(begin, end))
        return op->emitOpError("reads bytes ")
               << begin << " to " << end
               << " of the arena, which nothing has written";
    }
    for (Value write : writes) {
      auto [begin, end] = range(write);
      if (kindOf(write) == rt::SegmentKind::constant)
        return op->emitOpError("writes to constants");
      if (kindOf(write) == rt::SegmentKind::temp && begin < end)
        written.add(begin, end);
    }
    return success();
  }
};

} // namespace
} // namespace gradc::schedule
