//===- AnnotateKernels.cpp - What launches say about kernels --------------===//

#include "compiler/ModelLine.h"
#include "compiler/cuda/CudaText.h"
#include "dialects/kernel/Kernel.h"
#include "dialects/rt/Rt.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gradc;

namespace {

/// What all launches of one kernel have in common.
struct Launches {
  llvm::SetVector<StringRef> lines;
  /// The arguments that overlap with another one which is written.
  llvm::BitVector overlapping;
};

} // namespace

/// So many of the model's lines are named; a kernel may serve hundreds.
static constexpr size_t kMostLines = 8;

static void addLines(Location loc, Builder &b,
                     llvm::SetVector<StringRef> &lines) {
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location part : fused.getLocations())
      addLines(part, b, lines);
    return;
  }
  if (std::string line = getModelLine(loc); !line.empty())
    lines.insert(b.getStringAttr(line).getValue()); // lives in the context
}

static bool overlap(Value a, Value b) {
  auto left = a.getDefiningOp<rt::ViewOp>();
  auto right = b.getDefiningOp<rt::ViewOp>();
  if (!left || !right)
    return true;
  if (left.getSegment() != right.getSegment())
    return false;
  auto end = [](rt::ViewOp view) {
    return view.getOffset() + rt::getBytes(view.getType());
  };
  return left.getOffset() < end(right) && right.getOffset() < end(left);
}

static void addLaunch(rt::LaunchOp launch, Launches &launches) {
  Builder b(launch.getContext());
  addLines(launch.getLoc(), b, launches.lines);
  SmallVector<Value> views(launch.getInputs());
  llvm::append_range(views, launch.getOutputs());
  launches.overlapping.resize(views.size());
  for (size_t i = 0; i < views.size(); ++i)
    for (size_t j = launch.getInputs().size(); j < views.size(); ++j)
      if (i != j && overlap(views[i], views[j])) {
        launches.overlapping.set(i);
        launches.overlapping.set(j);
      }
}

static void annotate(gpu::GPUFuncOp func, kernel::DefOp def,
                     const Launches &launches) {
  Builder b(func.getContext());
  SmallVector<BlockArgument> tensors(def.getInputs());
  llvm::append_range(tensors, def.getOutputs());
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    func.setArgAttr(i, "gradc.tensor", TypeAttr::get(tensor.getType()));
    if (i < launches.overlapping.size() && !launches.overlapping[i])
      func.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                      b.getUnitAttr());
  }
  if (launches.lines.empty())
    return;
  SmallVector<StringRef> lines(launches.lines.begin(), launches.lines.end());
  std::string more;
  if (lines.size() > kMostLines) {
    more = llvm::utostr(lines.size() - kMostLines) + " more";
    lines.resize(kMostLines);
    lines.push_back(more);
  }
  func->setAttr("gradc.lines", b.getStrArrayAttr(lines));
}

void cuda::annotateKernels(ModuleOp code, ModuleOp module) {
  code.getContext()->loadDialect<LLVM::LLVMDialect>();
  llvm::StringMap<Launches> launches;
  module.walk([&](rt::LaunchOp launch) {
    addLaunch(launch, launches[launch.getKernel()]);
  });
  llvm::StringMap<kernel::DefOp> defs;
  for (auto def : module.getOps<kernel::DefOp>())
    defs[def.getSymName()] = def;
  code.walk([&](gpu::GPUFuncOp func) {
    if (kernel::DefOp def = defs.lookup(func.getName()))
      annotate(func, def, launches[func.getName()]);
  });
}
