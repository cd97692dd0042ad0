//===- Epilogues.h - Clusters that follow a matmul tile by tile -*- C++ -*-===//
//
// A matmul's product is best used where it has just been computed: a cluster of
// elementwise ops over the product, a bias and an activation say, or an
// optimizer's update of the gradient that the product is, runs on each tile
// while that is hot in the cache. It saves writing and reading the product.
// Sums over columns come along as partial sums; what reduces over rows cannot,
// for a tile does not have whole rows.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_PASSES_FUSION_EPILOGUES_H
#define GRADC_PASSES_FUSION_EPILOGUES_H

#include "passes/fusion/Clusters.h"

namespace gradc::fusion {

/// A cluster that becomes the epilogue of a matmul.
struct Epilogue {
  mlir::Value product;
  Cluster *cluster;
  /// The product's sizes as the library sees it.
  int64_t batch, m, n;
  /// Whether others read the product, so that the epilogue has to store it.
  bool keepsProduct;

  /// The shape as the epilogue's grid has it: m, n, or b, m, n.
  llvm::SmallVector<int64_t> getGrid() const;
  bool isProduct(mlir::Value value) const { return value == product; }
  mlir::Type getElementType() const {
    return mlir::cast<mlir::RankedTensorType>(product.getType())
        .getElementType();
  }
};

class Epilogues {
public:
  Epilogues(mlir::Block &block, Clusters &clusters);

  /// The epilogue of a matmul, or the one that a cluster is; null if none.
  const Epilogue *lookup(mlir::Operation *dot) const;
  const Epilogue *lookup(const Cluster *cluster) const;

private:
  /// Who reads a product: a cluster, a library call or the host (null).
  struct Reader {
    mlir::Operation *op;
    Cluster *cluster;
    unsigned level;
  };

  void findReaders(mlir::Block &block);
  bool fits(const Epilogue &epilogue) const;
  bool readsInOrder(mlir::Operation *member, const Epilogue &epilogue) const;

  Clusters &clusters;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Reader>> readers;
  std::deque<Epilogue> epilogues;
  llvm::DenseMap<mlir::Operation *, Epilogue *> ofDot;
  llvm::DenseMap<const Cluster *, Epilogue *> ofCluster;
};

} // namespace gradc::fusion

#endif // GRADC_PASSES_FUSION_EPILOGUES_H
