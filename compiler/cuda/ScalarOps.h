//===- ScalarOps.h - arith and math as expressions --------------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_SCALAROPS_H
#define GRADC_COMPILER_CUDA_SCALAROPS_H

#include "compiler/cuda/Expression.h"
#include "mlir/IR/Operation.h"

namespace gradc::cuda {

/// How the operands of an op are written where the op stands.
class Operands {
public:
  virtual ~Operands() = default;
  virtual Expression get(mlir::Value value) = 0;
  /// As a name or a literal, which may be written more than once.
  virtual Expression getAtom(mlir::Value value) = 0;
};

/// The results of `op` of `arith` or `math`, scalars or one lane of vectors;
/// none if the op cannot be written. `wideIndex` is for indices of 64 bits.
llvm::SmallVector<Expression> renderScalar(mlir::Operation *op,
                                           Operands &operands, bool wideIndex);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_SCALAROPS_H
