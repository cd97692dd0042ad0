//===- ScalarRenderer.h - What renderScalar is made of ----------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_SCALARRENDERER_H
#define GRADC_COMPILER_CUDA_SCALARRENDERER_H

#include "compiler/cuda/ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

namespace gradc::cuda {

class ScalarRenderer {
public:
  ScalarRenderer(Operands &operands, bool wideIndex)
      : operands(operands), wideIndex(wideIndex) {}

  /// The results of an op on integers; none if it is not one.
  llvm::SmallVector<Expression> renderInteger(mlir::Operation *op);
  /// The result of an op on floats, or between floats and integers.
  std::optional<Expression> renderFloat(mlir::Operation *op);
  Expression select(mlir::arith::SelectOp op);
  std::optional<Expression> bitcast(mlir::arith::BitcastOp op);

private:
  Expression wrapping(mlir::Operation *op, llvm::StringRef symbol,
                      Binding binding);
  Expression integer(mlir::Operation *op, llvm::StringRef symbol,
                     Binding binding, bool isSigned);
  /// Makes `isSigned` true where signed does as well.
  std::pair<Expression, Expression> integerOperands(mlir::Operation *op,
                                                    bool &isSigned);
  Expression integerCall(mlir::Operation *op, llvm::StringRef callee,
                         bool isSigned);
  Expression bitwise(mlir::Operation *op, llvm::StringRef symbol,
                     Binding binding, llvm::StringRef logical,
                     Binding logicalBinding);
  Expression shift(mlir::Operation *op, llvm::StringRef symbol, bool isSigned);
  Expression compare(mlir::arith::CmpIOp op);
  Expression resize(mlir::Operation *op, bool isSigned);
  llvm::SmallVector<Expression> multiplyWide(mlir::arith::MulUIExtendedOp op);
  Expression absolute(mlir::math::AbsIOp op);
  Expression countBits(mlir::Operation *op, llvm::StringRef callee,
                       bool fromAbove);

  Expression compare(mlir::arith::CmpFOp op);
  Expression floatCall(mlir::Operation *op, llvm::StringRef name);
  Expression widen(mlir::arith::ExtFOp op);
  Expression narrow(const Expression &x, Scalar type);

  Expression get(mlir::Value value) { return operands.get(value); }
  Expression getAtom(mlir::Value value) { return operands.getAtom(value); }
  Scalar typeOf(mlir::Value value) {
    return *getScalar(mlir::getElementTypeOrSelf(value.getType()), wideIndex);
  }

  Operands &operands;
  bool wideIndex;
};

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_SCALARRENDERER_H
