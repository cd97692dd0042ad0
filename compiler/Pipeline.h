//===- Pipeline.h - The phases from model to schedule -----------*- C++ -*-===//

#ifndef GRADC_COMPILER_PIPELINE_H
#define GRADC_COMPILER_PIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace mlir {
class PassManager;
}

namespace gradc {

/// The floors in the order in which a model comes by them.
enum class Floor { NN, Train, Prim, Kernel, Rt };

struct PhaseOptions {
  /// "step" or "value_and_grad".
  llvm::StringRef entry = "step";
  /// NAME=N of the model's dimensions.
  llvm::ArrayRef<std::string> dims;
  /// Whether ops may share a kernel.
  bool fuse = true;
  /// Whether matmuls are cut into tiles for a CPU's threads.
  bool tiles = true;
};

/// Adds the passes of the phase that ends on `floor`; the phases before it must
/// have run.
void addPhase(mlir::PassManager &manager, Floor floor,
              const PhaseOptions &options);

} // namespace gradc

#endif // GRADC_COMPILER_PIPELINE_H
