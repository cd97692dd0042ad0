//===- Functions.h - The functions of gradc-expand-math ---------*- C++ -*-===//
//
// Private to passes/code. Each builds the function of `x`, which has the
// builder's type. The bounds are those that bench/ulp finds over all f32.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_PASSES_CODE_FUNCTIONS_H
#define GRADC_PASSES_CODE_FUNCTIONS_H

#include "passes/code/MathBuilder.h"

namespace gradc::code {

// Exp.cpp
mlir::Value emitExp(MathBuilder &m, mlir::Value x);
mlir::Value emitExp2(MathBuilder &m, mlir::Value x);
mlir::Value emitExpM1(MathBuilder &m, mlir::Value x);
mlir::Value emitLogistic(MathBuilder &m, mlir::Value x);
mlir::Value emitTanh(MathBuilder &m, mlir::Value x);

// Log.cpp
mlir::Value emitLog(MathBuilder &m, mlir::Value x);
mlir::Value emitLog1p(MathBuilder &m, mlir::Value x);

// Erf.cpp
mlir::Value emitErf(MathBuilder &m, mlir::Value x);
mlir::Value emitNormalCdf(MathBuilder &m, mlir::Value x);
mlir::Value emitNormalCdfByTanh(MathBuilder &m, mlir::Value x);

/// `x^(-1/2)`.
mlir::Value emitRsqrt(MathBuilder &m, mlir::Value x);

} // namespace gradc::code

#endif // GRADC_PASSES_CODE_FUNCTIONS_H
