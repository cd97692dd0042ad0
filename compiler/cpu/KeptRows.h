//===- KeptRows.h - Values that later stages need again ---------*- C++ -*-===//
//
// A def computes a value anew in every stage that needs it. On a CPU a row fits
// into the cache, so what is expensive (an exponential, random bits) is written
// to a buffer of the thread's own by the first stage and read by the others.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_COMPILER_CPU_KEPTROWS_H
#define GRADC_COMPILER_CPU_KEPTROWS_H

#include "dialects/kernel/Kernel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace gradc::cpu {

class KeptRows {
public:
  explicit KeptRows(kernel::DefOp def);

  /// Element types of the buffers, which hold an element for each point of a
  /// row.
  llvm::ArrayRef<mlir::Type> getTypes() const { return types; }
  /// The buffer that `op`, in the first stage that computes it, writes, and
  /// that it is read from in a later one.
  std::optional<unsigned> findWritten(mlir::Operation *op) const {
    return find(written, op);
  }
  std::optional<unsigned> findRead(mlir::Operation *op) const {
    return find(read, op);
  }
  /// Whether nothing needs `op` any more, because what it is for is read.
  bool isUnneeded(mlir::Operation *op) const { return unneeded.contains(op); }

private:
  using Buffers = llvm::DenseMap<mlir::Operation *, unsigned>;

  static std::optional<unsigned> find(const Buffers &buffers,
                                      mlir::Operation *op) {
    auto it = buffers.find(op);
    return it == buffers.end() ? std::nullopt : std::optional(it->second);
  }

  llvm::SmallVector<mlir::Type> types;
  Buffers written, read;
  llvm::DenseSet<mlir::Operation *> unneeded;
};

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_KEPTROWS_H
