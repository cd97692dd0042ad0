//===- Launches.h - Single runs of kernels ----------------------*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_LAUNCHES_H
#define GRADC_PASSES_SCHEDULE_LAUNCHES_H

#include "dialects/kernel/Kernel.h"
#include <optional>

namespace gradc::schedule {

/// One run of a kernel: a `kernel.call`, an item of a `kernel.foreach`, or the
/// epilogue of a `kernel.matmul`.
struct Launch {
  mlir::Operation *op;
  kernel::DefOp def;
  mlir::OperandRange inputs;
  mlir::ResultRange outputs;
  /// The number among the def's inputs that `inputs` begin with: an epilogue's
  /// first input is the product, which is no operand.
  unsigned firstInput = 0;

  /// Where its input number `i` stands among the operands of `op`.
  unsigned operandNumber(unsigned i) const {
    return inputs.getBeginOperandIndex() + i;
  }
};

/// The runs that `op` stands for, in their order; none for a library call.
llvm::SmallVector<Launch> getLaunches(mlir::Operation *op,
                                      mlir::SymbolTable &symbols);

/// The run that follows a matmul's tiles, if `op` is one with an epilogue.
std::optional<Launch> getEpilogue(mlir::Operation *op,
                                  mlir::SymbolTable &symbols);

/// The run that writes `value`; none if a library does.
std::optional<Launch> getLaunch(mlir::OpResult value,
                                mlir::SymbolTable &symbols);

/// The value whose memory `value` shares.
mlir::Value rootOf(mlir::Value value);

/// Bytes of a tensor.
int64_t bytesOf(mlir::Value value);

/// The line that `launch` comes from: an item of a list has that of what it
/// reads first.
mlir::Location getLocation(const Launch &launch);

/// Bytes that are read and written, each operand once.
int64_t bytesMoved(const Launch &launch);

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_LAUNCHES_H
