//===- gradc-opt.cpp - Runs any pass alone --------------------------------===//

#include "compiler/cpu/LowerToLLVM.h"
#include "compiler/cuda/LowerToGpu.h"
#include "dialects/Registration.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "passes/Registration.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  gradc::registerDialects(registry);
  gradc::registerPasses();
  gradc::cpu::registerPasses();
  gradc::cuda::registerPasses();
  mlir::registerTransformsPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "gradc's optimizer driver\n", registry));
}
