//===- PointEmitter.h - A def's scalar code in a GPU's thread ---*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_POINTEMITTER_H
#define GRADC_COMPILER_CUDA_POINTEMITTER_H

#include "compiler/code/PointEmitter.h"
#include "compiler/cuda/CudaSchedule.h"

namespace gradc::cuda {

/// Emits for the points that a thread works on at once. Whatever differs
/// between them lies at neighbouring, aligned addresses.
class PointEmitter : public code::PointEmitter {
public:
  using code::PointEmitter::PointEmitter;

private:
  mlir::Value loadLanes(mlir::Value memory, mlir::AffineExpr address,
                        mlir::Value guard, mlir::Value other) override;
  void storeLanes(mlir::Value memory, mlir::AffineExpr address,
                  mlir::Value value) override;
};

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_POINTEMITTER_H
