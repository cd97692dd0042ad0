//===- LibraryTable.h - The schedule as constants of a library --*- C++ -*-===//

#ifndef GRADC_COMPILER_LIBRARYTABLE_H
#define GRADC_COMPILER_LIBRARYTABLE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace gradc {

/// A kernel as the table names it: a `gradc_kernel_fn` and its tasks.
struct TableKernel {
  llvm::Function *function;
  int64_t tasks;
};

/// Writes the programs of `module`, which is on the `rt` floor, into
/// `library` as the structures of library.h, with the function that hands them
/// out. `kernels` has every kernel that a program launches.
void addLibraryTable(mlir::ModuleOp module,
                     const llvm::StringMap<TableKernel> &kernels,
                     llvm::StringRef description, llvm::Module &library);

} // namespace gradc

#endif // GRADC_COMPILER_LIBRARYTABLE_H
