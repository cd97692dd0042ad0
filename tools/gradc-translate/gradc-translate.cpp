//===- gradc-translate.cpp - From MLIR to text of other languages ---------===//

#include "compiler/cuda/CudaText.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"

using namespace mlir;

int main(int argc, char **argv) {
  TranslateFromMLIRRegistration cuda(
      "gpu-to-cuda", "kernels of a gpu.module as CUDA C++",
      [](Operation *op, raw_ostream &stream) {
        return gradc::cuda::printText(cast<ModuleOp>(op), stream);
      },
      [](DialectRegistry &registry) {
        registry.insert<arith::ArithDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                        math::MathDialect, memref::MemRefDialect,
                        scf::SCFDialect, vector::VectorDialect>();
      });
  return failed(mlirTranslateMain(argc, argv, "gradc's translation driver\n"));
}
