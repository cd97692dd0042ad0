//===- Names.h - What @name stands for --------------------------*- C++ -*-===//

#ifndef GRADC_PASSES_MODEL_NAMES_H
#define GRADC_PASSES_MODEL_NAMES_H

#include "dialects/nn/NN.h"

namespace gradc::model {

/// The names of a model with their values.
class Names {
public:
  /// Takes the values that the model gives, and over them those of `dims`, each
  /// `NAME=N`. Fails, with an error emitted, if a value is missing or stray.
  static mlir::FailureOr<Names> get(nn::ModelOp model,
                                    llvm::ArrayRef<std::string> dims);

  /// Null if the model has no such name.
  mlir::Attribute lookup(mlir::StringAttr name) const {
    return values.get(name);
  }

  /// `attribute`, an option of `op`, with every name in it replaced by its
  /// value: that of `own`, the names of the module around it, or else the
  /// model's. `own` may be null.
  mlir::FailureOr<mlir::Attribute> resolve(mlir::Operation *op,
                                           mlir::Attribute attribute,
                                           mlir::DictionaryAttr own) const;

private:
  mlir::NamedAttrList values;
};

} // namespace gradc::model

#endif // GRADC_PASSES_MODEL_NAMES_H
