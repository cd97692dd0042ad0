//===- Names.h - Names of variables in the text -----------------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_NAMES_H
#define GRADC_COMPILER_CUDA_NAMES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace gradc::cuda {

/// The names in use, scope by scope.
class Names {
public:
  Names() { enter(); }

  /// A name like `wanted` that no scope at hand has; it is in use until the
  /// innermost is left.
  std::string add(llvm::StringRef wanted);

  /// i, or j, or the first letter after it that is free.
  std::string addCounter();

  void enter() { scopes.emplace_back(); }
  void leave() { scopes.pop_back(); }

private:
  bool isFree(llvm::StringRef name) const;

  llvm::SmallVector<llvm::StringSet<>> scopes;
};

/// `name`, or one like it if C++ has taken that.
std::string getIdentifier(llvm::StringRef name);

/// The name that the location of `value` gives it (`loc("sum")`), else one by
/// what it is; `array` is the name of the array that it was loaded from.
/// Vectors have a plural, but for one lane of them.
std::string suggestName(mlir::Value value, llvm::StringRef array = "",
                        bool isLane = false);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_NAMES_H
