//===- ModelLine.h - The model's line behind a location ---------*- C++ -*-===//

#ifndef GRADC_COMPILER_MODELLINE_H
#define GRADC_COMPILER_MODELLINE_H

#include "mlir/IR/Location.h"
#include <string>

namespace gradc {

/// "model.mlir:12": the place in the model's text that `loc` stands for, where
/// a layer is written rather than called; empty if there is none.
std::string getModelLine(mlir::Location loc);

} // namespace gradc

#endif // GRADC_COMPILER_MODELLINE_H
