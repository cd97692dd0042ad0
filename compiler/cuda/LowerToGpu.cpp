//===- LowerToGpu.cpp - Kernels as code of a GPU --------------------------===//

#include "compiler/cuda/LowerToGpu.h"

#include "compiler/code/Flatten.h"
#include "compiler/cuda/LowerKernel.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "passes/code/Passes.h"

using namespace mlir;
using namespace gradc;

static gpu::GPUModuleOp lower(OpBuilder &builder,
                              ArrayRef<kernel::DefOp> defs) {
  auto kernels =
      builder.create<gpu::GPUModuleOp>(builder.getUnknownLoc(), "kernels");
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(kernels.getBody());
  for (kernel::DefOp def : defs) {
    OwningOpRef<kernel::DefOp> flat = code::flatten(def);
    cuda::KernelSchedule schedule = cuda::scheduleKernel(*flat);
    cuda::lowerKernel(builder, *flat, schedule);
  }
  return kernels;
}

/// Indices are known to be positive where they are, so that their remainders
/// and quotients are plain ones; then what can be folded or hoisted is.
static void addSimplification(OpPassManager &manager) {
  manager.addPass(arith::createIntRangeOptimizationsPass());
  manager.addPass(arith::createArithUnsignedWhenEquivalentPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createLoopInvariantCodeMotionPass());
  manager.addPass(createCSEPass());
}

static void insertDialects(DialectRegistry &registry) {
  registry.insert<affine::AffineDialect, arith::ArithDialect, gpu::GPUDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  vector::VectorDialect>();
}

void cuda::loadDialects(MLIRContext *context) {
  DialectRegistry registry;
  insertDialects(registry);
  context->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context->getOrLoadDialect(name);
}

OwningOpRef<ModuleOp> cuda::lowerKernels(MLIRContext *context,
                                         ArrayRef<kernel::DefOp> defs) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  lower(builder, defs);
  PassManager manager(context);
  manager.addPass(code::createExpandMathPass());
  addSimplification(manager);
  if (failed(manager.run(*module)))
    return nullptr;
  return module;
}

namespace {

struct KernelToGpuPass : PassWrapper<KernelToGpuPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KernelToGpuPass)

  StringRef getArgument() const override { return "gradc-kernel-to-gpu"; }
  StringRef getDescription() const override {
    return "Writes kernel.defs as kernels of a GPU";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    insertDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<kernel::DefOp> defs(module.getOps<kernel::DefOp>());
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    gpu::GPUModuleOp kernels = lower(builder, defs);
    for (kernel::DefOp def : defs)
      def.erase();
    OpPassManager simplification(gpu::GPUModuleOp::getOperationName());
    addSimplification(simplification);
    if (failed(runPipeline(simplification, kernels)))
      signalPassFailure();
  }
};

} // namespace

void cuda::registerPasses() { PassRegistration<KernelToGpuPass>(); }
