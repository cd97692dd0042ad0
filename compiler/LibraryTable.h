//===- LibraryTable.h - The schedule as constants of a library --*- C++ -*-===//

#ifndef GRADC_COMPILER_LIBRARYTABLE_H
#define GRADC_COMPILER_LIBRARYTABLE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace gradc {

/// Writes the programs of `module`, which is on the `rt` floor, into `library`
/// as the structures of library.h, with the function that hands them out. The
/// code of kernel `k` is the function `k.tasks`, a `gradc_kernel_fn` that the
/// linker finds; `tasks` has the number of its tasks.
void addLibraryTable(mlir::ModuleOp module,
                     const llvm::StringMap<int64_t> &tasks,
                     llvm::StringRef description, llvm::Module &library);

} // namespace gradc

#endif // GRADC_COMPILER_LIBRARYTABLE_H
