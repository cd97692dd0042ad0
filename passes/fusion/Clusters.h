//===- Clusters.h - Which ops become one kernel -----------------*- C++ -*-===//
//
// One walk over a function in program order puts every fusible op into a
// cluster. A cluster has a space: the shape of its largest values, of which
// some dimensions may be reduced. Its members are "full" (a value for each
// point of the space) or "reduced" (one for each point of what a reduction
// leaves).
//
// No cycle can arise, without any search for one: every cluster has a level
// above the levels of all clusters it reads. Clusters of one level are
// independent, so they may be merged; a cluster may rise as long as its readers
// stand higher still.
//
// What joins what is a matter of bytes. An op in the cluster of its operand
// saves writing and reading that operand; two clusters that read one large
// tensor at the same points and are merged save reading it twice. Nothing is
// joined that saves nothing: an update of parameters, say, does not follow the
// sum over a column that is its gradient, but is a kernel of its own, like all
// other updates.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_PASSES_FUSION_CLUSTERS_H
#define GRADC_PASSES_FUSION_CLUSTERS_H

#include "mlir/IR/Operation.h"
#include "passes/fusion/Access.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <limits>
#include <optional>

namespace gradc::fusion {

/// An operand of a fusible op as its kernel sees it.
struct Operand {
  Access access;
  /// Read elsewhere than at the op's own point, so always from memory (the
  /// operands of pad and concatenate, the start of a fold).
  bool elsewhere = false;
};

/// How the leading dimensions of a space are folded into partial results.
struct Partials {
  int64_t leading;
  int64_t count;
  bool operator==(const Partials &other) const {
    return leading == other.leading && count == other.count;
  }
};

struct Cluster {
  llvm::SmallVector<int64_t> space;
  /// Dimensions of the space that a reduction folds, once there is one.
  std::optional<llvm::SmallVector<int64_t>> reduced;
  /// Once there is a partial reduction; none of its leading dimensions is one
  /// of `reduced`.
  std::optional<Partials> partials;
  unsigned level = 0;
  /// No cluster or library call that reads from this one stands lower.
  unsigned lowestReader = std::numeric_limits<unsigned>::max();
  /// In program order.
  llvm::SmallVector<mlir::Operation *> members;
  /// The cluster that swallowed this one.
  Cluster *mergedInto = nullptr;

  /// The shape of reduced members.
  llvm::SmallVector<int64_t> getReducedShape() const;
};

class Clusters {
public:
  /// Sorts the ops of `block` into clusters, of one op each unless `fuse`.
  Clusters(mlir::Block &block, const ForcedValues &forced, bool fuse);

  /// The cluster of `value`'s op, or null.
  Cluster *lookup(mlir::Value value) const;
  Cluster *lookup(mlir::Operation *op) const;
  /// Whether the value of `op`, a member, is one for each reduced point.
  bool isReduced(mlir::Operation *op) const {
    return reducedMembers.contains(op);
  }
  /// Whether `op` is computed in a kernel.
  bool isFusible(mlir::Operation *op) const;
  /// What a fusible op reads, in operand order, at the points of its space. A
  /// generator among them stands for itself; what it needs comes at the end.
  llvm::ArrayRef<Operand> getOperands(mlir::Operation *op) const;

  /// The level of a member's cluster, or of a library call.
  unsigned getLevel(mlir::Operation *op) const;
  /// Lifts a library call, all of whose readers stand higher than `level`.
  void raise(mlir::Operation *call, unsigned level) {
    libraryLevels[call] = level;
  }

  const ForcedValues &getForced() const { return forced; }

private:
  llvm::SmallVector<Operand> findOperands(mlir::Operation *op) const;
  void place(mlir::Operation *op);
  void placeLibraryCall(mlir::Operation *op);
  void noteReader(mlir::Value root, unsigned level);
  bool fits(const Cluster &cluster, bool asReduced, mlir::Operation *op,
            llvm::ArrayRef<Operand> operands) const;
  bool fitsSpace(const Cluster &cluster, bool asReduced,
                 mlir::Operation *op) const;
  Cluster *merge(Cluster *into, Cluster *from);
  void mergeSiblings(mlir::Block &block);
  Cluster *mergeSiblings(Cluster *a, Cluster *b);
  Cluster *openCluster(llvm::ArrayRef<int64_t> space, unsigned level);
  unsigned levelOf(mlir::Value root) const;

  const ForcedValues &forced;
  /// A kernel of more ops than this takes longer to compile than it saves.
  const size_t maxMembers;
  std::deque<Cluster> clusters;
  llvm::DenseMap<mlir::Operation *, Cluster *> clusterOf;
  /// Of every member; finding them takes a walk up the shape ops.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Operand, 2>> operandsOf;
  llvm::DenseSet<mlir::Operation *> reducedMembers;
  /// By level, the cluster that takes scalars.
  llvm::DenseMap<unsigned, Cluster *> scalarClusters;
  /// Levels of ops that are no members: library calls.
  llvm::DenseMap<mlir::Operation *, unsigned> libraryLevels;
};

} // namespace gradc::fusion

#endif // GRADC_PASSES_FUSION_CLUSTERS_H
