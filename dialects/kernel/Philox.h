//===- Philox.h - Random bits written out in arith --------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_KERNEL_PHILOX_H
#define GRADC_DIALECTS_KERNEL_PHILOX_H

#include "mlir/IR/Builders.h"

namespace gradc::kernel {

/// What `kernel.philox` computes. `index` is an `i64`, or a vector of it when
/// the bits of several elements are wanted; the others are `i64` scalars.
mlir::Value emitPhilox(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value seed, mlir::Value step,
                       mlir::Value iteration, mlir::Value offset,
                       mlir::Value index);

} // namespace gradc::kernel

#endif // GRADC_DIALECTS_KERNEL_PHILOX_H
