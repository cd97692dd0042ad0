//===- PartialEmitter.h - Folds over a part of the grid ---------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_PARTIALEMITTER_H
#define GRADC_COMPILER_CUDA_PARTIALEMITTER_H

#include "compiler/cuda/BodyEmitter.h"

namespace gradc::cuda {

/// Writes a def with partial results, of which each block makes one, or some of
/// its columns: its threads run down the points that are folded, then fold what
/// they have.
class PartialEmitter {
public:
  PartialEmitter(KernelCode &code, BodyEmitter &body)
      : code(code), body(body), schedule(code.schedule) {}

  void emit(PointEmitter points);

private:
  void start(PointEmitter &points);
  void fold(PointEmitter &points);
  void finish(PointEmitter &points);
  mlir::Value getNeutral(kernel::AccumulateOp op);
  /// Folds `value` over threads, and lanes if these are folded points; the
  /// first of the threads that share a result stores it.
  void finishOne(kernel::AccumulateOp op, PointEmitter &points,
                 mlir::Value value, mlir::Value exists);

  KernelCode &code;
  BodyEmitter &body;
  const KernelSchedule &schedule;
};

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_PARTIALEMITTER_H
