//===- Description.h - What a library says about itself ---------*- C++ -*-===//

#ifndef GRADC_COMPILER_DESCRIPTION_H
#define GRADC_COMPILER_DESCRIPTION_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"

namespace gradc {

/// The facts that later floors no longer hold, taken from the functions on the
/// `prim` floor: the roles of states, the recipe, and the `ranges`.
llvm::json::Object describeFunctions(mlir::ModuleOp module,
                                     llvm::json::Object ranges);

/// By input, what values it may have: `[0, K, ignored]` of the labels of a
/// cross-entropy over K classes. Read off `@forward`, on the `nn` floor.
llvm::json::Object describeRanges(mlir::ModuleOp module);

/// The whole description: those facts, the programs of `module` (on the `rt`
/// floor), the target and the report.
std::string describeLibrary(mlir::ModuleOp module, llvm::json::Object functions,
                            llvm::StringRef target, llvm::json::Value report);

} // namespace gradc

#endif // GRADC_COMPILER_DESCRIPTION_H
