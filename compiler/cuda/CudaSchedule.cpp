//===- CudaSchedule.cpp - How a kernel runs on a GPU ----------------------===//

#include "compiler/cuda/CudaSchedule.h"

#include "compiler/cuda/Access.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace gradc;
using namespace gradc::cuda;

static constexpr int64_t kThreads = 256;

/// Bytes of the widest access of a thread, and the most elements in one.
static constexpr int64_t kVectorBytes = 16, kMaxLanes = 8;

/// Blocks that keep a large GPU busy. With more, a thread gets several units,
/// to have more loads under way.
static constexpr int64_t kBlocks = 1024, kMaxUnitsPerThread = 4;

/// Threads that keep a large GPU busy when each has a row or a column.
static constexpr int64_t kBusyThreads = 1 << 16;

/// Threads of one row at most; how many of its values a thread takes in an
/// unrolled loop, and how many 32-bit registers it may keep them in.
static constexpr int64_t kMaxRowThreads = 512, kUnrolledValues = 32,
                         kRowRegisters = 48;

/// Threads of a block that shares rows or partial results, unless they need
/// more; those of a column.
static constexpr int64_t kSharedThreads = 128, kMaxColumnThreads = 16;

/// Blocks of partial results for which a thread takes several columns; threads
/// that fold one column.
static constexpr int64_t kPartialBlocks = 256, kMaxPartialThreads = 32;

/// Shared memory for the folds of a block, in bytes.
static constexpr int64_t kFoldBytes = 40 << 10;

/// Shorter dimensions are not worth a tile.
static constexpr int64_t kMinTileEdge = 16, kMaxTiles = 8;

/// What one element of an access costs against one of a contiguous access.
static constexpr double kBroadcastCost = 0.25, kStridedCost = 8,
                        kStridedStoreCost = 8.5;

namespace {

class Scheduler {
public:
  explicit Scheduler(kernel::DefOp def)
      : def(def), domain(def.getDomain()), gridRank(def.getGrid().size()),
        accesses(findAccesses(def)) {
    for (auto stage : def.getBlock().getOps<kernel::StageOp>())
      isRagged |= stage.isRagged();
  }
  KernelSchedule run();

private:
  unsigned chooseFastest();
  /// How many neighbours of `dim` every access can take in one piece.
  int64_t countLanes(unsigned dim);
  int64_t countIndexBits();
  void order(unsigned fastest);
  void setLanes(int64_t lanes);
  /// What several stages load at the same place.
  void findKeptLoads();
  /// Chooses the threads of a row, at least `least`, and what they keep.
  void shareRow(int64_t least);

  void scheduleUnits();
  void scheduleRows();
  void scheduleColumns();
  void schedulePartials();
  bool scheduleTiles();

  kernel::DefOp def;
  SmallVector<int64_t> domain;
  unsigned gridRank;
  SmallVector<Access> accesses;
  KernelSchedule schedule;
  unsigned fastest = 0;
  bool isRagged = false;
};

} // namespace

/// The dimension along which most is contiguous; the last one if in doubt.
unsigned Scheduler::chooseFastest() {
  unsigned best = domain.size() - 1;
  double bestCost = std::numeric_limits<double>::infinity();
  for (unsigned dim = 0; dim < domain.size(); ++dim) {
    if (domain[dim] <= 1)
      continue;
    double cost = 0;
    for (const Access &access : accesses) {
      std::optional<int64_t> stride = access.getStride(def, dim);
      cost += stride == 0        ? kBroadcastCost
              : stride == 1      ? 1
              : access.isWrite() ? kStridedStoreCost
                                 : kStridedCost;
    }
    if (cost <= bestCost) {
      best = dim;
      bestCost = cost;
    }
  }
  return best;
}

int64_t Scheduler::countLanes(unsigned dim) {
  int64_t lanes = kMaxLanes;
  // Whole lines only, unless there is but one, whose rest is done by itself.
  bool mayHaveRest = domain.size() == 1 && gridRank == 1 && !def.getPartials();
  while (!mayHaveRest && domain[dim] % lanes != 0)
    lanes /= 2;
  for (const Access &access : accesses) {
    std::optional<int64_t> stride = access.getStride(def, dim);
    if (access.isGuarded || (stride != 0 && stride != 1))
      return 1;
    if (stride == 0)
      continue;
    lanes = std::min(lanes, kVectorBytes / getElementBytes(access.tensor));
    while (lanes > 1 && !access.isAligned(def, dim, lanes))
      lanes /= 2;
  }
  return lanes;
}

int64_t Scheduler::countIndexBits() {
  // Threads beyond the grid's end have numbers, too.
  int64_t limit = (int64_t(1) << 31) - (int64_t(1) << 20);
  bool isLarge = def.hasOpenExtent() ||
                 ShapedType::getNumElements(def.getGrid()) >= limit ||
                 ShapedType::getNumElements(def.getRow()) >= limit;
  for (Type type : def.getBlock().getArgumentTypes())
    if (auto tensor = dyn_cast<ShapedType>(type))
      isLarge |= tensor.hasStaticShape() && tensor.getNumElements() >= limit;
  return isLarge ? 64 : 32;
}

void Scheduler::findKeptLoads() {
  for (const Access &access : accesses) {
    CopiedLoad place = {access.tensor, access.address};
    bool isPlain = false, isRepeated = false;
    for (unsigned dim = gridRank; dim < domain.size(); ++dim)
      isPlain |= place.address && place.address.isFunctionOfDim(dim);
    for (const Access &other : accesses)
      if (CopiedLoad{other.tensor, other.address} == place) {
        isPlain &= isa<kernel::LoadOp>(other.op) && !other.isGuarded;
        isRepeated |= other.op->getBlock() != access.op->getBlock();
      }
    if (isPlain && isRepeated && !llvm::is_contained(schedule.copies, place))
      schedule.copies.push_back(place);
  }
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

void Scheduler::order(unsigned fastest) {
  this->fastest = fastest;
  for (unsigned dim = 0; dim < domain.size(); ++dim) {
    if (dim == fastest || (dim == 0 && def.getPartials()))
      continue;
    (dim < gridRank ? schedule.gridOrder : schedule.rowOrder).push_back(dim);
  }
  if (fastest < domain.size() && !(fastest == 0 && def.getPartials()))
    (fastest < gridRank ? schedule.gridOrder : schedule.rowOrder)
        .push_back(fastest);
  setLanes(1);
}

/// Sets the lanes of the fastest dimension, and what follows from them.
void Scheduler::setLanes(int64_t lanes) {
  schedule.lanes = lanes;
  schedule.vectorDim.reset();
  if (lanes > 1)
    schedule.vectorDim = fastest;
  auto countUnits = [&](ArrayRef<unsigned> dims) {
    int64_t units = 1;
    for (unsigned dim : dims)
      units *=
          dim == fastest ? llvm::divideCeil(domain[dim], lanes) : domain[dim];
    return units;
  };
  schedule.units = countUnits(schedule.gridOrder);
  schedule.rowUnits = countUnits(schedule.rowOrder);
  schedule.rowUnitsPerThread = schedule.rowUnits;
}

/// Each thread has points, and their rows, of its own.
void Scheduler::scheduleUnits() {
  if (!domain.empty() && fastest < gridRank)
    setLanes(countLanes(fastest));
  if (def.hasOpenExtent()) {
    schedule.points = {kThreads, 1};
    return;
  }
  int64_t threads = std::clamp<int64_t>(llvm::alignTo(schedule.units, kWarp),
                                        kWarp, kThreads);
  schedule.threads = threads;
  schedule.points = {threads, 1};
  if (def.getRow().empty())
    while (schedule.unitsPerThread < kMaxUnitsPerThread &&
           schedule.units > schedule.unitsPerThread * threads * kBlocks)
      schedule.unitsPerThread *= 2;
  schedule.blocks =
      llvm::divideCeil(schedule.units, threads * schedule.unitsPerThread);
}

void Scheduler::shareRow(int64_t least) {
  setLanes(isRagged ? 1 : countLanes(fastest));
  findKeptLoads();
  // Registers of 32 bits for each value of the row.
  int64_t bytes = 0;
  for (const CopiedLoad &load : schedule.copies)
    bytes += getElementBytes(load.tensor);
  for (const Access &access : accesses)
    if (isa<kernel::AccumulateOp>(access.op) &&
        isa<kernel::StageOp>(access.op->getParentOp()))
      bytes += getElementBytes(access.tensor);
  int64_t registers = std::max<int64_t>(llvm::divideCeil(bytes, 4), 1);
  int64_t most = std::min(kUnrolledValues, kRowRegisters / registers);

  int64_t threads = std::max<int64_t>(
      least, std::min<int64_t>(kWarp, llvm::PowerOf2Ceil(schedule.rowUnits)));
  auto valuesPerThread = [&]() -> int64_t {
    return llvm::divideCeil(schedule.rowUnits, threads) * schedule.lanes;
  };
  // How long ragged rows are, only data knows: a warp has one.
  while (!isRagged && threads < kMaxRowThreads && valuesPerThread() > most)
    threads *= 2;
  schedule.rowUnitsPerThread = llvm::divideCeil(schedule.rowUnits, threads);
  // What nothing is kept of need not be unrolled far.
  if (bytes == 0)
    most /= 2;
  schedule.unrollsRow = !isRagged && valuesPerThread() <= most;
  if (!schedule.unrollsRow)
    schedule.copies.clear();
  schedule.row = {threads, 1};
}

/// Neighbouring threads have neighbours of one row: a part of a warp, a warp or
/// a block has a row.
void Scheduler::scheduleRows() {
  shareRow(isRagged ? kWarp : 1);
  int64_t rowThreads = schedule.row.count;
  schedule.threads = std::max<int64_t>(
      rowThreads,
      std::clamp<int64_t>(llvm::PowerOf2Ceil(schedule.units * rowThreads),
                          kWarp, kSharedThreads));
  schedule.points = {schedule.threads / rowThreads, rowThreads};
  schedule.blocks = llvm::divideCeil(schedule.units, schedule.points.count);
}

/// Neighbouring threads have neighbours of the grid; where these are few, the
/// warps of a block share their rows.
void Scheduler::scheduleColumns() {
  int64_t foldBytes = 0;
  for (auto stage : def.getBlock().getOps<kernel::StageOp>())
    for (Type type : stage.getResultTypes())
      foldBytes += llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  int64_t threads = 1;
  while (!isRagged && threads < kMaxColumnThreads &&
         schedule.units * threads < kBusyThreads &&
         schedule.rowUnits >= 8 * threads &&
         2 * threads * kWarp * foldBytes <= kFoldBytes)
    threads *= 2;
  if (threads == 1)
    return scheduleUnits();
  findKeptLoads();
  schedule.row = {threads, kWarp};
  schedule.points = {kWarp, 1};
  schedule.threads = threads * kWarp;
  schedule.rowUnitsPerThread = llvm::divideCeil(schedule.rowUnits, threads);
  int64_t registers = std::max<int64_t>(schedule.copies.size(), 2);
  schedule.unrollsRow =
      schedule.rowUnitsPerThread * registers <= kUnrolledValues;
  if (!schedule.unrollsRow)
    schedule.copies.clear();
  schedule.blocks = llvm::divideCeil(schedule.units, kWarp);
}

/// A block folds what makes one partial result: of some columns, with threads
/// down the points that are folded, or of whole rows.
void Scheduler::schedulePartials() {
  int64_t partials = *def.getPartials();
  int64_t folded = std::max<int64_t>(def.getPointsPerPartial(), 1);
  if (fastest >= gridRank) {
    shareRow(kWarp);
    int64_t side = 1;
    if (schedule.row.count == kWarp && schedule.unrollsRow &&
        !mayStoreInPlace(def, accesses))
      side = std::min<int64_t>(kThreads / kWarp,
                               llvm::bit_floor<uint64_t>(folded));
    schedule.partials = {side, schedule.row.count};
  } else if (fastest == 0) {
    int64_t lanes = countLanes(0);
    while (folded % lanes != 0)
      lanes /= 2;
    setLanes(lanes);
    int64_t threads = llvm::PowerOf2Ceil(llvm::divideCeil(folded, lanes));
    schedule.partials = {std::clamp<int64_t>(threads, kWarp, kThreads), 1};
  } else {
    int64_t lanes = countLanes(fastest), columns = 1;
    for (; lanes > 0; lanes /= 2) {
      setLanes(lanes);
      columns = std::min<int64_t>(llvm::PowerOf2Ceil(schedule.units), kWarp);
      if (columns > 1 && partials * llvm::divideCeil(schedule.units, columns) >=
                             kPartialBlocks)
        break;
    }
    schedule.points = {columns, 1};
    int64_t side =
        std::min<int64_t>({kThreads / columns, kMaxPartialThreads,
                           int64_t(llvm::bit_floor<uint64_t>(folded))});
    schedule.partials = {std::max(side, kWarp / columns), columns};
  }
  if (fastest < gridRank)
    schedule.unrollsRow =
        !isRagged && schedule.rowUnits * schedule.lanes <= kUnrolledValues;
  schedule.keepsFolds = schedule.unrollsRow || schedule.partials.count > 1;
  schedule.threads =
      schedule.row.count * schedule.points.count * schedule.partials.count;
  schedule.blocks =
      partials * llvm::divideCeil(schedule.units, schedule.points.count);
}

/// A transpose: what is stored along one dimension is loaded along another.
bool Scheduler::scheduleTiles() {
  if (gridRank < 2 || domain[fastest] < kMinTileEdge)
    return false;
  for (const Access &access : accesses) {
    if (!isa<kernel::LoadOp>(access.op) || access.isGuarded ||
        schedule.copies.size() == kMaxTiles)
      continue;
    std::optional<int64_t> stride = access.getStride(def, fastest);
    if (!stride || *stride == 0 || *stride == 1)
      continue;
    for (unsigned dim = 0; dim < gridRank; ++dim)
      if (domain[dim] >= kMinTileEdge && access.getStride(def, dim) == 1 &&
          schedule.tileDim.value_or(dim) == dim) {
        schedule.tileDim = dim;
        CopiedLoad copy = {access.tensor, access.address};
        if (!llvm::is_contained(schedule.copies, copy))
          schedule.copies.push_back(copy);
        break;
      }
  }
  if (!schedule.tileDim)
    return false;
  schedule.threads = kThreads;
  llvm::erase(schedule.gridOrder, *schedule.tileDim);
  llvm::erase(schedule.gridOrder, fastest);
  schedule.gridOrder.append({*schedule.tileDim, fastest});
  schedule.blocks = 1;
  for (unsigned dim : schedule.gridOrder) {
    bool isEdge = dim == fastest || dim == *schedule.tileDim;
    schedule.blocks *=
        isEdge ? llvm::divideCeil(domain[dim], kWarp) : domain[dim];
  }
  return true;
}

KernelSchedule Scheduler::run() {
  schedule.indexBits = countIndexBits();
  order(chooseFastest());
  bool hasRow = !def.getRow().empty() && schedule.rowUnits > 0;
  if (def.getPartials())
    schedulePartials();
  else if (hasRow && fastest >= gridRank)
    scheduleRows();
  else if (hasRow)
    scheduleColumns();
  else if (def.hasOpenExtent() || !def.getRow().empty() || !scheduleTiles())
    scheduleUnits();
  schedule.waitsToStore =
      schedule.row.count > 1 && mayStoreInPlace(def, accesses);
  return schedule;
}

KernelSchedule cuda::scheduleKernel(kernel::DefOp def) {
  return Scheduler(def).run();
}
