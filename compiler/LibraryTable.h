//===- LibraryTable.h - The schedule as constants of a library --*- C++ -*-===//

#ifndef GRADC_COMPILER_LIBRARYTABLE_H
#define GRADC_COMPILER_LIBRARYTABLE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"

namespace gradc {

/// Into how many tasks a kernel's work is cut.
struct TaskCount {
  int64_t tasks = 0;
  /// Points of a task if the extent is open, and `tasks` means nothing; else 0.
  int64_t pointsPerTask = 0;
};

/// Writes the programs of `module`, which is on the `rt` floor, into `library`
/// as the structures of library.h, with the function that hands them out. The
/// code of kernel `k` is the function `k.tasks`, a `gradc_kernel_fn` that the
/// linker finds; `tasks` has how many tasks it is cut into.
void addLibraryTable(mlir::ModuleOp module,
                     const llvm::StringMap<TaskCount> &tasks,
                     llvm::StringRef description, llvm::Module &library);

} // namespace gradc

#endif // GRADC_COMPILER_LIBRARYTABLE_H
