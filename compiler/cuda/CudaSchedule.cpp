//===- CudaSchedule.cpp - How a kernel runs on a GPU ----------------------===//

#include "compiler/cuda/CudaSchedule.h"

#include "compiler/code/Address.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

static constexpr int64_t kWarp = 32, kThreads = 256;

/// Bytes of the widest access of a thread, and the most elements in one.
static constexpr int64_t kVectorBytes = 16, kMaxLanes = 8;

/// Enough blocks to fill a large GPU several times; beyond that a thread gets
/// more units, to have more loads under way.
static constexpr int64_t kBlocks = 1024, kMaxUnitsPerThread = 4;

/// What one element of an access costs against one of a contiguous access.
static constexpr double kBroadcastCost = 0.25, kStridedCost = 8;

namespace {

/// A load or a store of the def.
struct Access {
  AffineExpr address;
  Type elementType;
  bool isGuarded;
};

class Scheduler {
public:
  explicit Scheduler(kernel::DefOp def);
  KernelSchedule run();

private:
  unsigned chooseFastest(ArrayRef<unsigned> dims);
  int64_t countLanes(unsigned dim);
  int64_t countIndexBits();

  kernel::DefOp def;
  SmallVector<int64_t> domain;
  unsigned gridRank;
  SmallVector<Access> accesses;
};

} // namespace

Scheduler::Scheduler(kernel::DefOp def)
    : def(def), domain(def.getDomain()), gridRank(def.getGrid().size()) {
  auto add = [&](auto op, bool isGuarded) {
    auto type = cast<ShapedType>(op.getTensor().getType());
    accesses.push_back(
        {code::getAddress(def, op), type.getElementType(), isGuarded});
  };
  def.getBody().walk([&](Operation *op) {
    if (auto load = dyn_cast<kernel::LoadOp>(op))
      add(load, bool(load.getGuard()));
    else if (auto store = dyn_cast<kernel::StoreOp>(op))
      add(store, false);
  });
}

/// The dimension along which neighbouring threads read and write most that is
/// contiguous; the last one if in doubt.
unsigned Scheduler::chooseFastest(ArrayRef<unsigned> dims) {
  unsigned best = dims.back();
  double bestCost = std::numeric_limits<double>::infinity();
  for (unsigned dim : dims) {
    if (domain[dim] <= 1)
      continue;
    double cost = 0;
    for (const Access &access : accesses) {
      std::optional<int64_t> stride =
          code::getStride(access.address, dim, domain.size());
      cost += stride == 0 ? kBroadcastCost : stride == 1 ? 1 : kStridedCost;
    }
    if (cost <= bestCost) {
      best = dim;
      bestCost = cost;
    }
  }
  return best;
}

/// How many neighbours of `dim` every access can take in one piece.
int64_t Scheduler::countLanes(unsigned dim) {
  unsigned rank = domain.size();
  int64_t lanes = kMaxLanes;
  // Whole lines only, unless there is but one.
  bool isOnlyDim = llvm::all_of(llvm::enumerate(domain), [&](auto it) {
    return it.index() == dim || it.value() == 1;
  });
  while (!isOnlyDim && domain[dim] % lanes != 0)
    lanes /= 2;
  AffineExpr d = getAffineDimExpr(dim, def.getContext());
  for (const Access &access : accesses) {
    if (access.isGuarded)
      return 1;
    std::optional<int64_t> stride = code::getStride(access.address, dim, rank);
    if (stride == 0)
      continue;
    if (stride != 1)
      return 1;
    int64_t bytes =
        llvm::divideCeil(access.elementType.getIntOrFloatBitWidth(), 8);
    lanes = std::min(lanes, kVectorBytes / bytes);
    while (lanes > 1 &&
           !simplifyAffineExpr(access.address.replace(d, d * lanes), rank, 0)
                .isMultipleOf(lanes))
      lanes /= 2;
  }
  return lanes;
}

int64_t Scheduler::countIndexBits() {
  // A block's last threads count beyond the grid's end.
  int64_t limit = (int64_t(1) << 31) - (int64_t(1) << 20);
  auto isLarge = [&](int64_t elements) { return elements >= limit; };
  if (isLarge(ShapedType::getNumElements(def.getGrid())) ||
      isLarge(ShapedType::getNumElements(def.getRow())))
    return 64;
  for (Type type : def.getBlock().getArgumentTypes())
    if (auto tensor = dyn_cast<ShapedType>(type))
      if (isLarge(tensor.getNumElements()))
        return 64;
  return 32;
}

KernelSchedule Scheduler::run() {
  KernelSchedule schedule;
  schedule.indexBits = countIndexBits();
  SmallVector<unsigned> &order = schedule.order;
  order = llvm::to_vector(llvm::seq(0u, gridRank));
  if (gridRank != 0) {
    unsigned fastest = chooseFastest(order);
    llvm::erase(order, fastest);
    order.push_back(fastest);
    schedule.lanes = countLanes(fastest);
    if (schedule.lanes > 1)
      schedule.vectorDim = fastest;
  }
  int64_t points = ShapedType::getNumElements(def.getGrid());
  schedule.units = llvm::divideCeil(points, schedule.lanes);
  schedule.threads = std::clamp<int64_t>(llvm::alignTo(schedule.units, kWarp),
                                         kWarp, kThreads);
  while (schedule.unitsPerThread < kMaxUnitsPerThread &&
         schedule.units > schedule.unitsPerThread * schedule.threads * kBlocks)
    schedule.unitsPerThread *= 2;
  schedule.blocks = llvm::divideCeil(
      schedule.units, schedule.threads * schedule.unitsPerThread);
  return schedule;
}

KernelSchedule cuda::scheduleKernel(kernel::DefOp def) {
  return Scheduler(def).run();
}
