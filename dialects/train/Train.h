//===- Train.h - What only training has -------------------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_TRAIN_TRAIN_H
#define GRADC_DIALECTS_TRAIN_TRAIN_H

#include "dialects/interfaces/Interfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/train/Dialect.h.inc"

namespace gradc::train {

/// The discardable attributes of the dialect, see its description.
inline constexpr llvm::StringLiteral kRoleAttr = "train.role";
inline constexpr llvm::StringLiteral kNameAttr = "train.name";
inline constexpr llvm::StringLiteral kInitAttr = "train.init";
inline constexpr llvm::StringLiteral kDefaultAttr = "train.default";
inline constexpr llvm::StringLiteral kBatchAttr = "train.batch";

/// Values of `train.role` on arguments.
inline constexpr llvm::StringLiteral kInput = "input";
inline constexpr llvm::StringLiteral kParameter = "parameter";
inline constexpr llvm::StringLiteral kBuffer = "buffer";
inline constexpr llvm::StringLiteral kSlot = "slot";
inline constexpr llvm::StringLiteral kCounter = "counter";
inline constexpr llvm::StringLiteral kScalar = "scalar";
/// Values of `train.role` on results.
inline constexpr llvm::StringLiteral kLoss = "loss";
inline constexpr llvm::StringLiteral kMetric = "metric";
inline constexpr llvm::StringLiteral kOutput = "output";
inline constexpr llvm::StringLiteral kGradient = "gradient";
inline constexpr llvm::StringLiteral kState = "state";

/// A sentence's end that helps after a misspelling: "; did you mean 'lr'?",
/// or the list of what is known where nothing is near.
std::string suggestName(llvm::StringRef name,
                        llvm::ArrayRef<llvm::StringRef> known);

} // namespace gradc::train

#define GET_OP_CLASSES
#include "dialects/train/Ops.h.inc"

#endif // GRADC_DIALECTS_TRAIN_TRAIN_H
