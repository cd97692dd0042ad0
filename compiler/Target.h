//===- Target.h - What a back end has to do ---------------------*- C++ -*-===//
//
// A target turns the defs of a module on the `rt` floor into machine code and
// writes the library. One folder each; `getTarget` knows them by name.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_COMPILER_TARGET_H
#define GRADC_COMPILER_TARGET_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace gradc {

struct TargetOptions {
  /// The CPU that host code is made for: LLVM's name, or empty for this one.
  std::string cpu;
};

/// What can be printed below the `rt` floor. `Code` is MLIR, `Source` is
/// text of a language for people.
enum class TargetFloor { Code, Source, LLVM, Assembly };

class Target {
public:
  virtual ~Target() = default;

  virtual llvm::StringRef getName() const = 0;

  /// The floor that `--emit` calls `name`, if the target has it.
  virtual std::optional<TargetFloor> findFloor(llvm::StringRef name) = 0;

  /// Fails, saying which, if an option means nothing to the target.
  virtual llvm::Error check(const TargetOptions &options) = 0;

  /// Before: a module on the `rt` floor, with `kernel.def`s.
  /// After: the same text in `stream`, as MLIR of the target's code floor, as
  /// source, LLVM IR or assembly. Emits an error at the module on failure.
  virtual mlir::LogicalResult print(mlir::ModuleOp module, TargetFloor floor,
                                    const TargetOptions &options,
                                    llvm::raw_ostream &stream) = 0;

  /// Writes the library for `module` to `path`, whole or not at all.
  /// `description` is the JSON that the library carries.
  virtual mlir::LogicalResult compile(mlir::ModuleOp module,
                                      const TargetOptions &options,
                                      llvm::StringRef description,
                                      llvm::StringRef path) = 0;
};

/// One a folder.
Target &getCpuTarget();
Target &getCudaTarget();

/// The target called `name`, or null.
Target *getTarget(llvm::StringRef name);

} // namespace gradc

#endif // GRADC_COMPILER_TARGET_H
