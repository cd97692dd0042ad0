//===- Epilogues.cpp - Clusters that follow a matmul tile by tile ---------===//

#include "passes/fusion/Epilogues.h"

#include "passes/fusion/Matmul.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::fusion;

/// Vectors run along the product's columns; of fewer than these an epilogue
/// would compute mostly what is thrown away.
static constexpr int64_t kMinColumns = 8;

SmallVector<int64_t> Epilogue::getGrid() const {
  if (batch == 1)
    return {m, n};
  return {batch, m, n};
}

Epilogues::Epilogues(Block &block, Clusters &clusters) : clusters(clusters) {
  findReaders(block);
  for (auto dot : block.getOps<prim::DotGeneralOp>()) {
    ArrayRef<Reader> all = readers[dot];
    unsigned lowest = std::numeric_limits<unsigned>::max();
    for (const Reader &reader : all)
      lowest = std::min(lowest, reader.level);
    SmallVector<int64_t> sizes = getMatmulSizes(dot);
    for (const Reader &reader : all) {
      if (!reader.cluster || reader.level != lowest)
        continue;
      Cluster *cluster = reader.cluster;
      bool keepsProduct = llvm::any_of(
          all, [&](const Reader &other) { return other.cluster != cluster; });
      Epilogue epilogue = {dot.getResult(), cluster,  sizes[0],
                           sizes[1],        sizes[2], keepsProduct};
      if (!fits(epilogue))
        continue;
      // The matmul rises to just below its epilogue. Then nothing that the
      // epilogue waits for can wait for the matmul, and both are one unit.
      clusters.raise(dot, lowest - 1);
      epilogues.push_back(epilogue);
      ofDot[dot] = ofCluster[cluster] = &epilogues.back();
      break;
    }
  }
}

void Epilogues::findReaders(Block &block) {
  auto note = [&](Value root, Reader reader) {
    if (auto dot = root.getDefiningOp<prim::DotGeneralOp>())
      readers[dot].push_back(reader);
  };
  for (Operation &op : block) {
    if (Cluster *cluster = clusters.lookup(&op)) {
      for (const Operand &operand : clusters.getOperands(&op))
        note(operand.access.root, {&op, cluster, cluster->level});
      continue;
    }
    if (isShapeOp(&op) || isGenerator(&op))
      continue;
    bool isHost = op.hasTrait<OpTrait::IsTerminator>();
    unsigned level =
        isHost ? std::numeric_limits<unsigned>::max() : clusters.getLevel(&op);
    for (Value operand : op.getOperands()) {
      auto type = cast<RankedTensorType>(operand.getType());
      AffineMap identity =
          AffineMap::getMultiDimIdentityMap(type.getRank(), op.getContext());
      note(resolve(operand, identity, clusters.getForced()).root,
           {&op, nullptr, level});
    }
  }
}

/// `map` of a tensor's indices as the number of the element.
static AffineExpr getNumber(AffineMap map, ArrayRef<int64_t> shape) {
  AffineExpr number = getAffineConstantExpr(0, map.getContext());
  for (auto [index, size] : llvm::zip_equal(map.getResults(), shape))
    number = number * size + index;
  return simplifyAffineExpr(number, map.getNumDims(), 0);
}

/// Whether `member` reads the product, if it does, at its own point only.
bool Epilogues::readsInOrder(Operation *member,
                             const Epilogue &epilogue) const {
  ArrayRef<int64_t> space = epilogue.cluster->space;
  AffineExpr own = getNumber(getIdentity(space, member->getContext()), space);
  return llvm::all_of(
      clusters.getOperands(member), [&](const Operand &operand) {
        const Access &access = operand.access;
        return !epilogue.isProduct(access.root) ||
               (!operand.elsewhere &&
                getNumber(access.map, access.type.getShape()) == own);
      });
}

bool Epilogues::fits(const Epilogue &epilogue) const {
  auto dot = epilogue.product.getDefiningOp<prim::DotGeneralOp>();
  const Cluster &cluster = *epilogue.cluster;
  Type elementType = epilogue.getElementType();
  if (ofCluster.contains(&cluster) || !isa<FloatType>(elementType) ||
      kernel::getScalarType(elementType) !=
          kernel::getScalarType(getElementTypeOrSelf(dot.getLhs())))
    return false;

  // The product's rows are the leading dimensions of the space, its columns the
  // last one. Sums over rows of the product would need whole rows.
  ArrayRef<int64_t> space = cluster.space;
  if (cluster.reduced || space.size() < 2 || space.back() != epilogue.n ||
      epilogue.n < kMinColumns || epilogue.m < 1)
    return false;
  if (epilogue.batch == 1
          ? ShapedType::getNumElements(space.drop_back()) != epilogue.m
          : space != ArrayRef<int64_t>(epilogue.getGrid()) || cluster.partials)
    return false;
  if (cluster.partials &&
      cluster.partials->leading + 1 != int64_t(space.size()))
    return false;

  for (Operation *member : cluster.members) {
    if (!readsInOrder(member, epilogue))
      return false;
    // What another library call makes must stand below this matmul.
    for (const Operand &operand : clusters.getOperands(member)) {
      Operation *root = operand.access.root.getDefiningOp();
      bool isCall = root && !clusters.lookup(root) && !isGenerator(root);
      if (isCall && root != dot && clusters.getLevel(root) + 2 > cluster.level)
        return false;
    }
  }
  return true;
}

const Epilogue *Epilogues::lookup(Operation *dot) const {
  return ofDot.lookup(dot);
}

const Epilogue *Epilogues::lookup(const Cluster *cluster) const {
  return ofCluster.lookup(cluster);
}
