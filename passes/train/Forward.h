//===- Forward.h - The model's function, read -------------------*- C++ -*-===//

#ifndef GRADC_PASSES_TRAIN_FORWARD_H
#define GRADC_PASSES_TRAIN_FORWARD_H

#include "dialects/train/Train.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace gradc::train {

/// An argument of the model's function.
struct ModelArgument {
  mlir::BlockArgument value;
  mlir::StringAttr name;
  /// Null unless it is a parameter or a buffer with initial values.
  mlir::DictionaryAttr init;
  /// Null unless the leading dimension is the batch.
  mlir::IntegerAttr batch;

  bool isFloat() const {
    return mlir::isa<mlir::FloatType>(
        mlir::getElementTypeOrSelf(value.getType()));
  }
};

/// A result of the model's function: the value that it returns.
struct ModelResult {
  mlir::Value value;
  mlir::StringAttr name;
  mlir::IntegerAttr batch;
};

/// The model's function with roles and names for everything it takes and gives.
struct Forward {
  mlir::func::FuncOp function;
  llvm::SmallVector<ModelArgument> inputs, parameters, buffers;
  /// Without a value if the model has none.
  ModelResult loss;
  llvm::SmallVector<ModelResult> metrics, outputs;
  /// New values of buffers, by name.
  llvm::SmallVector<ModelResult> newBuffers;
  /// The rows of a full batch; 0 if the model has no batch.
  int64_t batch = 0;

  /// Finds and reads the function. Losses and metrics that are layers are
  /// written out until they are a `train.batch_mean` or nothing that can be. On
  /// failure an error has been emitted.
  static mlir::FailureOr<Forward> get(mlir::ModuleOp module);

  /// Whether a gradient can flow from the loss to `argument`.
  llvm::SmallVector<bool>
  isReached(llvm::ArrayRef<ModelArgument> arguments) const;
};

} // namespace gradc::train

#endif // GRADC_PASSES_TRAIN_FORWARD_H
