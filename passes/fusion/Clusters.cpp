//===- Clusters.cpp - Which ops become one kernel -------------------------===//

#include "passes/fusion/Clusters.h"

#include "dialects/kernel/Kernel.h"
#include "dialects/prim/Prim.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "gradc-form-kernels"

using namespace mlir;
using namespace gradc;
using namespace gradc::fusion;

static constexpr size_t kMaxMembers = 256;
/// A reduction to fewer points than this has too little to do in parallel to
/// take other work along, unless all of it is small.
static constexpr int64_t kMinGridPoints = 8;
static constexpr int64_t kSmallSpace = 1 << 15;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

SmallVector<int64_t> Cluster::getReducedShape() const {
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(space))
    if (!llvm::is_contained(*reduced, int64_t(i)))
      shape.push_back(size);
  return shape;
}

Clusters::Clusters(Block &block, const ForcedValues &forced, bool fuse)
    : forced(forced), maxMembers(fuse ? kMaxMembers : 1) {
  for (Operation &op : block.without_terminator()) {
    if (isFusible(&op)) {
      place(&op);
      continue;
    }
    if (isShapeOp(&op) || isGenerator(&op))
      continue;
    placeLibraryCall(&op);
  }
  mergeSiblings(block);
  // Merging mixed the order of members; what it was is the program's.
  for (Cluster &cluster : clusters)
    llvm::sort(cluster.members, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
}

void Clusters::placeLibraryCall(Operation *op) {
  unsigned level = 0;
  SmallVector<Value> roots;
  for (Value operand : op->getOperands()) {
    AffineMap identity = AffineMap::getMultiDimIdentityMap(
        shapeOf(operand).size(), op->getContext());
    roots.push_back(resolve(operand, identity, forced).root);
    level = std::max(level, levelOf(roots.back()) + 1);
  }
  libraryLevels[op] = level;
  for (Value root : roots)
    noteReader(root, level);
}

void Clusters::noteReader(Value root, unsigned level) {
  if (Cluster *source = lookup(root))
    source->lowestReader = std::min(source->lowestReader, level);
}

Cluster *Clusters::lookup(Operation *op) const {
  Cluster *cluster = clusterOf.lookup(op);
  while (cluster && cluster->mergedInto)
    cluster = cluster->mergedInto;
  return cluster;
}

Cluster *Clusters::lookup(Value value) const {
  Operation *op = value.getDefiningOp();
  return op ? lookup(op) : nullptr;
}

bool Clusters::isFusible(Operation *op) const {
  if (isShapeOp(op) || isGenerator(op))
    return forced.contains(op->getResult(0));
  return isa<prim::ElementwiseOpInterface, prim::ReduceOp, prim::PadOp,
             prim::ConcatenateOp, kernel::PartialReduceOp>(op);
}

/// The shape whose points an op runs over.
static ArrayRef<int64_t> spaceOf(Operation *op) {
  return isa<prim::ReduceOp, kernel::PartialReduceOp>(op)
             ? shapeOf(op->getOperand(0))
             : shapeOf(op->getResult(0));
}

/// What a cluster folds once an op is in it.
struct Folds {
  std::optional<SmallVector<int64_t>> reduced;
  std::optional<Partials> partials;
};

/// What `op` at the points of its space folds.
static Folds getFolds(Operation *op) {
  Folds folds;
  if (auto reduce = dyn_cast<prim::ReduceOp>(op))
    folds.reduced = SmallVector<int64_t>(reduce.getDimensions());
  if (auto partial = dyn_cast<kernel::PartialReduceOp>(op)) {
    folds.partials =
        Partials{int64_t(partial.getLeading()), int64_t(partial.getPartials())};
    if (!partial.getRow().empty())
      folds.reduced = SmallVector<int64_t>(partial.getRow());
  }
  return folds;
}

/// What both fold, or nothing if one kernel cannot do both.
static std::optional<Folds> join(const Folds &a, const Folds &b) {
  if ((a.reduced && b.reduced && *a.reduced != *b.reduced) ||
      (a.partials && b.partials && !(*a.partials == *b.partials)))
    return std::nullopt;
  Folds both = {a.reduced ? a.reduced : b.reduced,
                a.partials ? a.partials : b.partials};
  if (both.reduced && both.partials &&
      llvm::any_of(*both.reduced,
                   [&](int64_t dim) { return dim < both.partials->leading; }))
    return std::nullopt;
  return both;
}

ArrayRef<Operand> Clusters::getOperands(Operation *op) const {
  return operandsOf.find(op)->second;
}

SmallVector<Operand> Clusters::findOperands(Operation *op) const {
  MLIRContext *context = op->getContext();
  ArrayRef<int64_t> space = spaceOf(op);
  AffineMap identity = getIdentity(space, context);
  auto scalar = AffineMap::get(space.size(), 0, context);
  SmallVector<Operand> operands;
  if (isShapeOp(op)) {
    operands.push_back({resolveThrough(op, forced)});
    return operands;
  }
  if (auto pad = dyn_cast<prim::PadOp>(op)) {
    SmallVector<AffineExpr> results;
    for (size_t i = 0; i < space.size(); ++i)
      results.push_back(
          (getAffineDimExpr(i, context) - pad.getEdgePaddingLow()[i])
              .floorDiv(pad.getInteriorPadding()[i] + 1));
    auto map = AffineMap::get(space.size(), 0, results, context);
    operands.push_back({resolve(op->getOperand(0), map, forced), true});
    operands.push_back({resolve(op->getOperand(1), scalar, forced)});
    return operands;
  }
  int64_t offset = 0;
  for (Value operand : op->getOperands()) {
    if (auto concatenate = dyn_cast<prim::ConcatenateOp>(op)) {
      int64_t dim = concatenate.getDimension();
      SmallVector<AffineExpr> results(identity.getResults());
      results[dim] = results[dim] - offset;
      offset += shapeOf(operand)[dim];
      auto map = AffineMap::get(space.size(), 0, results, context);
      operands.push_back({resolve(operand, map, forced), true});
      continue;
    }
    // An operand of rank 0 counts at every point. A fold's start is wanted
    // where no point of its row is at hand.
    bool isScalar = shapeOf(operand).empty();
    bool isStart = isa<prim::ReduceOp>(op) && operands.size() == 1;
    operands.push_back(
        {resolve(operand, isScalar ? scalar : identity, forced), isStart});
  }
  // Random bits made on the spot need their seed and step, which are scalars.
  for (size_t i = 0, n = operands.size(); i < n; ++i)
    if (Operation *root = operands[i].access.root.getDefiningOp();
        root && !lookup(root) && isGenerator(root))
      for (Value operand : root->getOperands())
        operands.push_back({resolve(operand, scalar, forced), true});
  return operands;
}

unsigned Clusters::getLevel(Operation *op) const {
  if (Cluster *cluster = lookup(op))
    return cluster->level;
  return libraryLevels.lookup(op);
}

unsigned Clusters::levelOf(Value root) const {
  Operation *op = root.getDefiningOp();
  return op ? getLevel(op) : 0;
}

/// Whether a reduction of `reduced` leaves enough to do in parallel.
static bool
hasEnoughPoints(ArrayRef<int64_t> space,
                const std::optional<SmallVector<int64_t>> &reduced) {
  if (!reduced)
    return true;
  int64_t row = 1;
  for (int64_t dim : *reduced)
    row *= space[dim];
  return ShapedType::getNumElements(space) <= kSmallSpace || row == 0 ||
         ShapedType::getNumElements(space) / row >= kMinGridPoints;
}

/// Whether a cluster's reduction leaves its last dimension: what follows such a
/// sum gains nothing from being in the same kernel, a sum's own rows are over.
static bool isColumnSum(const Cluster &cluster) {
  int64_t last = int64_t(cluster.space.size()) - 1;
  return cluster.reduced && !cluster.reduced->empty() &&
         !llvm::is_contained(*cluster.reduced, last) &&
         cluster.space.back() > 1;
}

/// Whether the points of `op` are those of the cluster's space or (`asReduced`)
/// those that its reduction leaves.
bool Clusters::fitsSpace(const Cluster &cluster, bool asReduced,
                         Operation *op) const {
  ArrayRef<int64_t> space = spaceOf(op);
  if (asReduced) {
    if (!cluster.reduced ||
        ArrayRef<int64_t>(cluster.getReducedShape()) != space ||
        isa<prim::ReduceOp>(op) || isColumnSum(cluster))
      return false;
    Folds folds = getFolds(op);
    return !folds.reduced &&
           join(folds, {cluster.reduced, cluster.partials}).has_value();
  }
  if (ArrayRef<int64_t>(cluster.space) != space)
    return false;
  std::optional<Folds> folds =
      join(getFolds(op), {cluster.reduced, cluster.partials});
  if (!folds)
    return false;
  return hasEnoughPoints(space, folds->reduced);
}

/// Whether every operand that `cluster` computes is wanted at the very point
/// where it is computed, if `op` runs at the points of the cluster's space, or
/// (`asReduced`) at those its reduction leaves.
bool Clusters::fits(const Cluster &cluster, bool asReduced, Operation *op,
                    ArrayRef<Operand> operands) const {
  if (cluster.members.size() >= maxMembers ||
      !fitsSpace(cluster, asReduced, op))
    return false;
  MLIRContext *context = op->getContext();
  ArrayRef<int64_t> space = spaceOf(op);
  AffineMap full = getIdentity(space, context);
  SmallVector<AffineExpr> kept;
  if (cluster.reduced && !asReduced)
    for (auto [i, size] : llvm::enumerate(space))
      if (!llvm::is_contained(*cluster.reduced, int64_t(i)))
        kept.push_back(size == 1 ? getAffineConstantExpr(0, context)
                                 : getAffineDimExpr(i, context));
  auto projection = AffineMap::get(space.size(), 0, kept, context);

  for (const Operand &operand : operands) {
    const Access &access = operand.access;
    if (lookup(access.root) != &cluster)
      continue;
    if (operand.elsewhere || access.type != access.root.getType() ||
        isa<kernel::PartialReduceOp>(access.root.getDefiningOp()))
      return false;
    bool reducedRoot = isReduced(access.root.getDefiningOp());
    if (asReduced ? !reducedRoot || access.map != full
                  : access.map != (reducedRoot ? projection : full))
      return false;
  }
  return true;
}

Cluster *Clusters::merge(Cluster *into, Cluster *from) {
  if (into == from)
    return into;
  if (into->members.size() < from->members.size())
    std::swap(into, from);
  if (!into->reduced)
    into->reduced = from->reduced;
  if (!into->partials)
    into->partials = from->partials;
  into->level = std::max(into->level, from->level);
  into->lowestReader = std::min(into->lowestReader, from->lowestReader);
  into->members.append(from->members);
  from->members.clear();
  from->mergedInto = into;
  return into;
}

/// Merges `a` and `b`, if both can stand on one level, and returns what is
/// left; else the one that stands higher.
Cluster *Clusters::mergeSiblings(Cluster *a, Cluster *b) {
  if (a->level > b->level)
    std::swap(a, b);
  if (a == b || a->space != b->space || a->lowestReader <= b->level ||
      a->members.size() + b->members.size() > maxMembers)
    return b;
  std::optional<Folds> folds =
      join({a->reduced, a->partials}, {b->reduced, b->partials});
  if (!folds || !hasEnoughPoints(a->space, folds->reduced))
    return b;
  return merge(b, a);
}

/// Merges clusters that read the same tensor, as large as their space, at the
/// same points: a norm's gradients to its input and to its weight.
void Clusters::mergeSiblings(Block &block) {
  // By tensor and map, the cluster that read it last.
  llvm::DenseMap<std::pair<Value, AffineMap>, Cluster *> readers;
  for (Operation &op : block.without_terminator()) {
    if (!lookup(&op))
      continue;
    int64_t points = ShapedType::getNumElements(lookup(&op)->space);
    if (points <= 1)
      continue;
    for (const Operand &operand : getOperands(&op)) {
      const Access &access = operand.access;
      Operation *root = access.root.getDefiningOp();
      if (operand.elsewhere || lookup(root) == lookup(&op) ||
          access.type.getNumElements() != points ||
          (root && !lookup(root) && isGenerator(root)))
        continue;
      Cluster *&reader = readers[{access.root, access.map}];
      while (reader && reader->mergedInto)
        reader = reader->mergedInto;
      reader = reader ? mergeSiblings(reader, lookup(&op)) : lookup(&op);
    }
  }
}

/// A cluster of `level` for an op that joins none of those it reads.
Cluster *Clusters::openCluster(ArrayRef<int64_t> space, unsigned level) {
  // Scalars (rates, counters, flags) are too small for a launch each: those of
  // one level, which are independent, share one.
  Cluster *shared = space.empty() ? scalarClusters.lookup(level) : nullptr;
  while (shared && shared->mergedInto)
    shared = shared->mergedInto;
  if (shared && shared->level == level && shared->space.empty() &&
      shared->members.size() < maxMembers)
    return shared;
  Cluster *cluster = &clusters.emplace_back();
  cluster->space = SmallVector<int64_t>(space);
  if (space.empty())
    scalarClusters[level] = cluster;
  return cluster;
}

void Clusters::place(Operation *op) {
  ArrayRef<Operand> operands = operandsOf[op] = findOperands(op);
  llvm::SetVector<Cluster *> sources;
  for (const Operand &operand : operands)
    if (Cluster *cluster = lookup(operand.access.root))
      sources.insert(cluster);

  // The best cluster to join is the one that stands highest: the others it can
  // read from memory. Those of the same kind join it, as far as all can rise to
  // the level that the rest of the operands asks for.
  Cluster *home = nullptr;
  bool asReduced = false;
  for (Cluster *source : sources)
    for (bool reduced : {false, true})
      if (fits(*source, reduced, op, operands) &&
          (!home || source->level > home->level)) {
        home = source;
        asReduced = reduced;
      }
  SmallVector<Cluster *> joined;
  if (home) {
    Folds folds = *join(getFolds(op), {home->reduced, home->partials});
    for (Cluster *source : sources) {
      if (source->space != home->space ||
          !fits(*source, asReduced, op, operands))
        continue;
      std::optional<Folds> both =
          join(folds, {source->reduced, source->partials});
      if (!both)
        continue;
      folds = *both;
      joined.push_back(source);
    }
  }

  unsigned level = 0;
  for (bool changed = true; changed;) {
    changed = false;
    level = 0;
    for (const Operand &operand : operands)
      if (!llvm::is_contained(joined, lookup(operand.access.root)))
        level = std::max(level, levelOf(operand.access.root) + 1);
    for (Cluster *cluster : joined)
      level = std::max(level, cluster->level);
    for (size_t i = 0; i < joined.size() && !changed; ++i)
      if (joined[i]->level < level && joined[i]->lowestReader <= level) {
        joined.erase(joined.begin() + i);
        changed = true;
      }
  }

  Cluster *cluster = nullptr;
  for (Cluster *source : joined)
    cluster = cluster ? merge(cluster, source) : source;
  if (!cluster) {
    asReduced = false;
    cluster = openCluster(spaceOf(op), level);
  }
  cluster->level = level;
  cluster->members.push_back(op);
  clusterOf[op] = cluster;
  if (!asReduced) {
    Folds folds = getFolds(op);
    if (folds.reduced)
      cluster->reduced = folds.reduced;
  }
  if (std::optional<Partials> partials = getFolds(op).partials)
    cluster->partials = partials;
  if (asReduced || isa<prim::ReduceOp>(op))
    reducedMembers.insert(op);
  for (const Operand &operand : operands)
    if (lookup(operand.access.root) != cluster)
      noteReader(operand.access.root, level);
}
