//===- Pipeline.cpp - The phases from model to schedule -------------------===//

#include "compiler/Pipeline.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "passes/autodiff/Passes.h"
#include "passes/fusion/Passes.h"
#include "passes/lowering/Passes.h"
#include "passes/model/Passes.h"
#include "passes/schedule/Passes.h"
#include "passes/train/Passes.h"

using namespace mlir;
using namespace gradc;

/// The model alone: modules inlined, parameters named, every value typed.
static void addModelPhase(PassManager &manager, ArrayRef<std::string> dims) {
  model::InstantiatePassOptions options;
  options.dims = dims;
  manager.addPass(model::createInstantiatePass(options));
  manager.addPass(model::createVerifyModelPass());
}

/// The entries, with gradients. Required: rules see the model's own types, so
/// differentiation comes before anything that lowers precision.
static void addTrainPhase(PassManager &manager, StringRef entry) {
  train::BuildEntriesPassOptions entries;
  entries.entry = entry.str();
  manager.addPass(train::createBuildEntriesPass(entries));
  // Layers without a rule of their own are differentiated as what they mean.
  lowering::DecomposePassOptions keepRules;
  keepRules.keepDifferentiable = true;
  manager.addPass(lowering::createDecomposePass(keepRules));
  manager.addNestedPass<func::FuncOp>(autodiff::createDifferentiatePass());
}

/// Everything as primitives; scalars that can be set become arguments.
static void addPrimPhase(PassManager &manager) {
  manager.addPass(lowering::createDecomposePass());
  // Performance only: what rules and layers wrote twice becomes one, and what
  // nobody needs goes.
  manager.addPass(lowering::createSimplifyPass());
  manager.addPass(lowering::createVerifyPrimPass());
  manager.addNestedPass<func::FuncOp>(train::createBindScalarsPass());
  manager.addPass(train::createVerifyTrainPass());
}

static void addKernelPhase(PassManager &manager, bool fuse) {
  // Performance only: both make work meet in one kernel.
  if (fuse) {
    manager.addNestedPass<func::FuncOp>(fusion::createHoistShapeOpsPass());
    manager.addNestedPass<func::FuncOp>(createCSEPass());
    manager.addNestedPass<func::FuncOp>(fusion::createSplitReductionsPass());
  }
  fusion::FormKernelsPassOptions options;
  options.fuse = fuse;
  manager.addPass(fusion::createFormKernelsPass(options));
  // A kernel loads an element and converts an index as often as its ops ask;
  // CSE leaves each once.
  manager.addPass(createCSEPass());
  // Performance only: the optimizer's update of every parameter is one kernel,
  // and all of them one op.
  if (fuse) {
    manager.addPass(fusion::createOpenExtentsPass());
    manager.addPass(fusion::createFormForeachPass());
  }
  manager.addPass(fusion::createVerifyKernelPass());
}

static void addSchedulePhase(PassManager &manager, bool tiles) {
  if (tiles)
    manager.addPass(schedule::createChooseTilesPass());
  // Memory only: the order decides what is alive at one time.
  manager.addPass(schedule::createOrderLaunchesPass());
  manager.addPass(schedule::createBuildSchedulePass());
  manager.addPass(schedule::createVerifyRtPass());
}

void gradc::addPhase(PassManager &manager, Floor floor,
                     const PhaseOptions &options) {
  switch (floor) {
  case Floor::NN:
    return addModelPhase(manager, options.dims);
  case Floor::Train:
    return addTrainPhase(manager, options.entry);
  case Floor::Prim:
    return addPrimPhase(manager);
  case Floor::Kernel:
    return addKernelPhase(manager, options.fuse);
  case Floor::Rt:
    return addSchedulePhase(manager, options.tiles);
  }
}
