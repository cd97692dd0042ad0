//===- Flatten.cpp - A def over as few dimensions as memory has -----------===//

#include "compiler/code/Flatten.h"

#include "compiler/code/Address.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace gradc;

namespace {

class Flattener {
public:
  explicit Flattener(kernel::DefOp def)
      : def(def), context(def.getContext()), grid(def.getGrid()),
        row(def.getRow()) {}

  void run();

private:
  unsigned getRank() const { return grid.size() + row.size(); }
  int64_t &sizeOf(unsigned dim) {
    return dim < grid.size() ? grid[dim] : row[dim - grid.size()];
  }
  /// The arguments that are the index of `dim`, of the def or of its stages.
  SmallVector<BlockArgument> getIndices(unsigned dim);
  /// Calls `visit` with every op that has a map of indices.
  template <typename Visitor>
  void walk(Visitor visit);
  /// Replaces the results of each map, which are over all dimensions.
  void rewriteMaps(function_ref<AffineExpr(AffineExpr)> rewrite);

  void flattenTensors();
  bool canMerge(unsigned dim);
  /// Drops `dim`, on which no map depends.
  void erase(unsigned dim);

  kernel::DefOp def;
  MLIRContext *context;
  SmallVector<int64_t> grid, row;
};

} // namespace

template <typename Visitor>
void Flattener::walk(Visitor visit) {
  def.getBody().walk([&](Operation *op) {
    if (auto load = dyn_cast<kernel::LoadOp>(op))
      visit(load);
    else if (auto store = dyn_cast<kernel::StoreOp>(op))
      visit(store);
    else if (auto accumulate = dyn_cast<kernel::AccumulateOp>(op))
      visit(accumulate);
    else if (auto index = dyn_cast<kernel::IndexOp>(op))
      visit(index);
  });
}

SmallVector<BlockArgument> Flattener::getIndices(unsigned dim) {
  if (dim < grid.size())
    return {def.getBlock().getArgument(dim)};
  SmallVector<BlockArgument> indices;
  for (auto stage : def.getBlock().getOps<kernel::StageOp>())
    indices.push_back(stage.getBlock().getArgument(dim - grid.size()));
  return indices;
}

void Flattener::rewriteMaps(function_ref<AffineExpr(AffineExpr)> rewrite) {
  walk([&](auto access) {
    SmallVector<AffineExpr> results;
    for (AffineExpr result : access.getMap().getResults())
      results.push_back(
          simplifyAffineExpr(rewrite(result), access.getIndices().size(), 0));
    access.setMap(
        AffineMap::get(access.getIndices().size(), 0, results, context));
  });
}

/// Whether loads and stores alone decide on the shape of `tensor`.
static bool isFlattened(Value tensor) {
  return cast<ShapedType>(tensor.getType()).hasStaticShape() &&
         llvm::none_of(tensor.getUsers(), [](Operation *user) {
           return isa<kernel::GatherOp>(user);
         });
}

/// Afterwards maps are over all indices at hand, in the domain's order.
void Flattener::flattenTensors() {
  walk([&](auto access) {
    SmallVector<AffineExpr> results =
        code::getPlace(def, access.getMap(), access.getIndices());
    if constexpr (!std::is_same_v<decltype(access), kernel::IndexOp>)
      if (isFlattened(access.getTensor()))
        results = {code::getAddress(def, access)};
    SmallVector<Value> indices(def.getIndices());
    if (auto stage = dyn_cast<kernel::StageOp>(access->getParentOp()))
      llvm::append_range(indices, stage.getBlock().getArguments());
    access.getIndicesMutable().assign(indices);
    access.setMap(AffineMap::get(indices.size(), 0, results, context));
  });
  for (BlockArgument tensor :
       def.getBlock().getArguments().drop_front(grid.size())) {
    if (!isFlattened(tensor))
      continue;
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<int64_t> shape = {type.getNumElements()};
    if (llvm::any_of(tensor.getUsers(), [](Operation *user) {
          return isa<kernel::AccumulateOp>(user);
        })) {
      int64_t partials = type.getDimSize(0);
      shape = {partials,
               ShapedType::getNumElements(type.getShape().drop_front())};
    }
    tensor.setType(RankedTensorType::get(shape, type.getElementType()));
  }
}

/// Whether `dim` and the next one are one in memory, and as numbers unknown.
bool Flattener::canMerge(unsigned dim) {
  if (dim + 1 == grid.size() || dim + 1 == getRank() ||
      (dim == 0 && def.getPartials()))
    return false;
  for (unsigned d : {dim, dim + 1})
    for (BlockArgument index : getIndices(d))
      for (Operation *user : index.getUsers())
        if (!isa<kernel::LoadOp, kernel::StoreOp, kernel::AccumulateOp,
                 kernel::IndexOp>(user))
          return false;
  bool lieAsOne = true;
  walk([&](auto access) {
    for (AffineExpr expr : access.getMap().getResults()) {
      std::optional<int64_t> outer = code::getStride(expr, dim, getRank());
      std::optional<int64_t> inner = code::getStride(expr, dim + 1, getRank());
      lieAsOne &= outer && inner && *outer == *inner * sizeOf(dim + 1);
    }
  });
  return lieAsOne;
}

void Flattener::erase(unsigned dim) {
  rewriteMaps([&](AffineExpr expr) {
    // `dim` itself does not occur.
    return expr.shiftDims(getRank(), -1, dim + 1);
  });
  walk([&](auto access) {
    if (dim < access.getIndices().size()) {
      access.getIndicesMutable().erase(dim);
      AffineMap map = access.getMap();
      access.setMap(
          AffineMap::get(map.getNumDims() - 1, 0, map.getResults(), context));
    }
  });
  for (BlockArgument index : getIndices(dim))
    index.getOwner()->eraseArgument(index.getArgNumber());
  if (dim < grid.size())
    grid.erase(grid.begin() + dim);
  else
    row.erase(row.begin() + (dim - grid.size()));
  def.setGrid(grid);
  def.setRow(row);
}

void Flattener::run() {
  flattenTensors();
  OpBuilder builder = OpBuilder::atBlockBegin(&def.getBlock());
  for (unsigned dim = getRank(); dim-- > 0;) {
    if (sizeOf(dim) != 1 || (dim == 0 && def.getPartials()))
      continue;
    AffineExpr d = getAffineDimExpr(dim, context);
    AffineExpr zero = getAffineConstantExpr(0, context);
    rewriteMaps([&](AffineExpr expr) { return expr.replace(d, zero); });
    for (BlockArgument index : getIndices(dim)) {
      Value first =
          builder.create<arith::ConstantIndexOp>(builder.getUnknownLoc(), 0);
      index.replaceUsesWithIf(first, [](OpOperand &use) {
        return !isa<kernel::LoadOp, kernel::StoreOp, kernel::AccumulateOp,
                    kernel::IndexOp>(use.getOwner());
      });
    }
    erase(dim);
  }
  for (unsigned dim = getRank(); dim-- > 0;) {
    if (!canMerge(dim))
      continue;
    AffineExpr d = getAffineDimExpr(dim, context);
    AffineExpr zero = getAffineConstantExpr(0, context);
    rewriteMaps([&](AffineExpr expr) { return expr.replace(d, zero); });
    sizeOf(dim + 1) *= sizeOf(dim);
    erase(dim);
  }
}

OwningOpRef<kernel::DefOp> code::flatten(kernel::DefOp def) {
  OwningOpRef<kernel::DefOp> copy = def.clone();
  Flattener(*copy).run();
  return copy;
}
