//===- RecipeSettings.h - The recipe and the command line -------*- C++ -*-===//

#ifndef GRADC_COMPILER_RECIPESETTINGS_H
#define GRADC_COMPILER_RECIPESETTINGS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace gradc {

/// Puts `settings` (KEY=VALUE) into the module's recipe, which is made if there
/// is none. Emits an error that names the setting on failure.
mlir::LogicalResult overrideRecipe(mlir::ModuleOp module,
                                   llvm::ArrayRef<std::string> settings);

/// Prints every setting of the recipe and whether it comes from the model file,
/// from `settings` or is a default.
mlir::LogicalResult printRecipe(mlir::ModuleOp module,
                                llvm::ArrayRef<std::string> settings,
                                llvm::raw_ostream &stream);

} // namespace gradc

#endif // GRADC_COMPILER_RECIPESETTINGS_H
