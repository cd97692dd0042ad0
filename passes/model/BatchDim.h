//===- BatchDim.h - Where the batch is in a value ---------------*- C++ -*-===//

#ifndef GRADC_PASSES_MODEL_BATCHDIM_H
#define GRADC_PASSES_MODEL_BATCHDIM_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace gradc::model {

/// Follows the batch from the inputs through the layers. Rows past the valid
/// ones are left out of a mean by their place in the leading dimension, so it
/// has to be known that the batch is there.
class BatchDims {
public:
  /// The dimension is not one: rows of the batch have been mixed.
  static constexpr int64_t kMixed = -1;

  void set(mlir::Value value, int64_t dim) { dims[value] = dim; }
  /// Whether `value` depends on rows of the batch.
  bool isAlong(mlir::Value value) const { return dims.contains(value); }
  /// Whether the batch is the leading dimension of `value`.
  bool isLeading(mlir::Value value) const {
    auto it = dims.find(value);
    return it != dims.end() && it->second == 0;
  }
  /// Says where the batch is in the first result of `op`, a typed layer.
  void follow(mlir::Operation *op);

private:
  llvm::DenseMap<mlir::Value, int64_t> dims;
};

} // namespace gradc::model

#endif // GRADC_PASSES_MODEL_BATCHDIM_H
