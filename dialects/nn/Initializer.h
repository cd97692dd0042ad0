//===- Initializer.h - Initial values of parameters -------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_NN_INITIALIZER_H
#define GRADC_DIALECTS_NN_INITIALIZER_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gradc::nn {

/// The normal forms, which `train.init` has.
mlir::DictionaryAttr constantInit(mlir::MLIRContext *context, double value);
mlir::DictionaryAttr uniformInit(mlir::MLIRContext *context, double low,
                                 double high);
mlir::DictionaryAttr normalInit(mlir::MLIRContext *context, double mean,
                                double std);

/// The normal form of an initializer as people write it, for a parameter of
/// `shape`: zeros, ones, constant(c), uniform(a, b), normal(mean, std),
/// kaiming_uniform, kaiming_normal, xavier_uniform, xavier_normal, as
/// torch.nn.init defines them. Null after an error has been emitted.
mlir::DictionaryAttr
parseInitializer(llvm::StringRef text, llvm::ArrayRef<int64_t> shape,
                 mlir::MLIRContext *context,
                 llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace gradc::nn

#endif // GRADC_DIALECTS_NN_INITIALIZER_H
