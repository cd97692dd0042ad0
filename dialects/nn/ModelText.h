//===- ModelText.h - Reading a model file -----------------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_NN_MODELTEXT_H
#define GRADC_DIALECTS_NN_MODELTEXT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <string>

namespace gradc::nn {

/// Reads and verifies a model file, "-" being standard input. Null after an
/// error has been emitted: MLIR's, but worded for people who write models. A
/// file with neither an `nn.model` nor a function is an error too. `context`
/// needs a registry with gradc's dialects.
mlir::OwningOpRef<mlir::ModuleOp> parseModel(llvm::StringRef filename,
                                             mlir::MLIRContext &context);

/// Says where `text` has a number that MLIR would take for something else, such
/// as 3e-4, at its line and column. Strings, comments and `train.recipe`, which
/// reads such numbers, are left out.
llvm::LogicalResult checkNumbers(llvm::StringRef text, llvm::StringRef filename,
                                 mlir::MLIRContext &context);

/// MLIR's message on an op it does not know, worded anew with the nearest known
/// name; empty if `message` is another one.
std::string rewordUnknownOp(llvm::StringRef message,
                            mlir::MLIRContext &context);

} // namespace gradc::nn

#endif // GRADC_DIALECTS_NN_MODELTEXT_H
