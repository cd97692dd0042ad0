//===- DefSet.h - Kernels that compute the same are one ---------*- C++ -*-===//

#ifndef GRADC_DIALECTS_KERNEL_DEFSET_H
#define GRADC_DIALECTS_KERNEL_DEFSET_H

#include "dialects/kernel/Kernel.h"
#include "llvm/ADT/DenseMap.h"

namespace gradc::kernel {

/// Defs of a module, each once, whatever they are called and where they come
/// from.
class DefSet {
public:
  /// The def of the set that equals `def`: `def` itself if it is the first of
  /// its kind, and from then on a member.
  DefOp insert(DefOp def);

  size_t size() const { return count; }

private:
  llvm::DenseMap<size_t, llvm::SmallVector<DefOp, 1>> byHash;
  size_t count = 0;
};

} // namespace gradc::kernel

#endif // GRADC_DIALECTS_KERNEL_DEFSET_H
