//===- CudaTarget.cpp - Code for NVIDIA's GPUs ----------------------------===//

#include "compiler/Target.h"

#include "compiler/cuda/CudaText.h"
#include "compiler/cuda/LowerToGpu.h"

using namespace mlir;
using namespace gradc;

namespace {

class CudaTarget : public Target {
public:
  StringRef getName() const override { return "cuda"; }
  std::optional<TargetFloor> findFloor(StringRef name) override {
    if (name == "gpu")
      return TargetFloor::Code;
    if (name == "cuda")
      return TargetFloor::Source;
    return std::nullopt;
  }
  llvm::Error check(const TargetOptions &options) override;

  LogicalResult print(ModuleOp module, TargetFloor floor,
                      const TargetOptions &options,
                      raw_ostream &stream) override;
  LogicalResult compile(ModuleOp module, const TargetOptions &options,
                        StringRef description, StringRef path) override;
};

} // namespace

llvm::Error CudaTarget::check(const TargetOptions &options) {
  if (options.cpu.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      "--cpu: the target cuda makes no code for a CPU");
}

LogicalResult CudaTarget::print(ModuleOp module, TargetFloor floor,
                                const TargetOptions &options,
                                raw_ostream &stream) {
  cuda::loadDialects(module.getContext());
  OwningOpRef<ModuleOp> kernels = cuda::lowerKernels(
      module.getContext(), llvm::to_vector(module.getOps<kernel::DefOp>()));
  if (!kernels)
    return failure();
  cuda::annotateKernels(*kernels, module);
  if (floor == TargetFloor::Source)
    return cuda::printText(*kernels, stream);
  kernels->print(stream);
  return success();
}

LogicalResult CudaTarget::compile(ModuleOp module, const TargetOptions &options,
                                  StringRef description, StringRef path) {
  return emitError(UnknownLoc::get(module.getContext()),
                   "running on CUDA is not there yet: --emit=cuda prints the "
                   "kernels");
}

Target &gradc::getCudaTarget() {
  static CudaTarget target;
  return target;
}
