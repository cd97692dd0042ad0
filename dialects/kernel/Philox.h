//===- Philox.h - Random bits written out in arith --------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_KERNEL_PHILOX_H
#define GRADC_DIALECTS_KERNEL_PHILOX_H

#include "mlir/IR/Builders.h"
#include <array>

namespace gradc::kernel {

/// The four words of Philox4x32-10 that elements 4 * `block` and the next three
/// have for their bits. `block` is an `i64`, or a vector of it for several
/// blocks; the others are `i64` scalars.
std::array<mlir::Value, 4>
emitPhiloxBlock(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value seed,
                mlir::Value step, mlir::Value iteration, mlir::Value block);

/// What `kernel.philox` computes. `index` is an `i64`, or a vector of it when
/// the bits of several elements are wanted; the others are `i64` scalars.
mlir::Value emitPhilox(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value seed, mlir::Value step,
                       mlir::Value iteration, mlir::Value offset,
                       mlir::Value index);

} // namespace gradc::kernel

#endif // GRADC_DIALECTS_KERNEL_PHILOX_H
