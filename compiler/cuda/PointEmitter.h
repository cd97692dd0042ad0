//===- PointEmitter.h - A def's scalar code in a GPU's thread ---*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_POINTEMITTER_H
#define GRADC_COMPILER_CUDA_POINTEMITTER_H

#include "compiler/code/PointEmitter.h"
#include "compiler/cuda/CudaSchedule.h"
#include "llvm/ADT/DenseMap.h"

namespace gradc::cuda {

/// Copies of elements that are at hand in other arrays than their tensor's, by
/// the memref of the tensor and the address.
class Copies {
public:
  struct Copy {
    mlir::Value array;
    /// Whether the elements are there; else the first to load them puts them
    /// there.
    bool isFilled = false;
  };

  void add(mlir::Value memory, mlir::AffineExpr address, Copy copy) {
    copies[{memory, address}] = copy;
  }
  Copy *find(mlir::Value memory, mlir::AffineExpr address) {
    auto it = copies.find({memory, address});
    return it == copies.end() ? nullptr : &it->second;
  }

private:
  llvm::DenseMap<std::pair<mlir::Value, mlir::AffineExpr>, Copy> copies;
};

/// Emits for the points that a thread works on at once. Whatever differs
/// between them lies at neighbouring, aligned addresses: the schedule sees to
/// it.
class PointEmitter : public code::PointEmitter {
public:
  using code::PointEmitter::PointEmitter;

  /// Loads look among `copies` first, whose element for these points is at
  /// `index` of its array.
  void setCopies(Copies *copies, mlir::Value index) {
    this->copies = copies;
    copyIndex = index;
  }
  /// The condition under which this thread has points at all, or null; without
  /// points, loads give zeros.
  void setPresence(mlir::Value presence) { this->presence = presence; }
  mlir::Value getPresence() const { return presence; }

  void emit(mlir::Operation *op) override;

  /// What lies at `address`, of one point or of all lanes, from the tensor's
  /// own memory.
  mlir::Value loadMemory(mlir::Value memory, mlir::AffineExpr address);
  void storeMemory(mlir::Value memory, mlir::Value at, mlir::Value value);
  /// The element of the def's `tensor` at address `at`, or the lanes from there
  /// on, as computed with.
  mlir::Value loadElement(mlir::Value tensor, mlir::Value at, bool allLanes);
  void storeElement(mlir::Value tensor, mlir::Value at, mlir::Value value);

private:
  mlir::Value loadLanes(mlir::Value memory, mlir::AffineExpr address,
                        mlir::Value guard, mlir::Value other) override;
  mlir::Value loadScalar(mlir::Value memory, mlir::AffineExpr address) override;
  void storeLanes(mlir::Value memory, mlir::AffineExpr address,
                  mlir::Value value) override;

  void emitGather(kernel::GatherOp gather);
  mlir::Value loadCopied(mlir::Value memory, mlir::AffineExpr address);
  /// `type` is of an element or of the lanes' vector.
  mlir::Value loadAt(mlir::Value memory, mlir::Value address, mlir::Type type);

  Copies *copies = nullptr;
  mlir::Value copyIndex, presence;
};

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_POINTEMITTER_H
