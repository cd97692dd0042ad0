//===- LayerSignature.h - Parameters and types of a layer -------*- C++ -*-===//

#ifndef GRADC_DIALECTS_NN_LAYERSIGNATURE_H
#define GRADC_DIALECTS_NN_LAYERSIGNATURE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace gradc::nn {

/// A parameter that a layer owns.
struct ParameterSpec {
  /// Below the layer's path: "weight".
  std::string name;
  mlir::RankedTensorType type;
  /// The initial values as `train.init` has them.
  mlir::DictionaryAttr init;
};

/// What a layer is, given the types of its inputs.
struct LayerSignature {
  explicit LayerSignature(llvm::ArrayRef<mlir::RankedTensorType> inputs)
      : inputs(inputs) {}

  llvm::SmallVector<mlir::RankedTensorType, 2> inputs;
  llvm::SmallVector<ParameterSpec, 2> parameters;
  llvm::SmallVector<mlir::Type, 1> results;
};

} // namespace gradc::nn

#endif // GRADC_DIALECTS_NN_LAYERSIGNATURE_H
