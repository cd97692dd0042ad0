//===- Registration.cpp - Every dialect of the house ----------------------===//

#include "dialects/Registration.h"

#include "dialects/kernel/Kernel.h"
#include "dialects/nn/NN.h"
#include "dialects/prim/Prim.h"
#include "dialects/rt/Rt.h"
#include "dialects/train/Train.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

void gradc::registerDialects(mlir::DialectRegistry &registry) {
  registry.insert<nn::NNDialect, train::TrainDialect, prim::PrimDialect,
                  kernel::KernelDialect, rt::RtDialect>();
  registry.insert<mlir::func::FuncDialect, mlir::arith::ArithDialect,
                  mlir::math::MathDialect, mlir::memref::MemRefDialect,
                  mlir::scf::SCFDialect, mlir::vector::VectorDialect,
                  mlir::gpu::GPUDialect>();
}
