//===- KernelSchedule.cpp - How a kernel runs on a CPU --------------------===//

#include "compiler/cpu/KernelSchedule.h"

#include "compiler/code/Address.h"
#include "compiler/code/Flatten.h"
#include "compiler/cpu/StreamedOutputs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cpu;

/// Work that makes a task worth its hand-over, in cycles.
static constexpr double kCyclesPerTask = 1 << 14;

/// What one element of an access costs against one of a contiguous access.
static constexpr double kBroadcastCost = 0.5, kGatherCost = 16;

/// What a fold's tree over the lanes costs against the same.
static constexpr double kTreeCost = 24;

/// A dimension must be this many wide vectors long to be cut into them, and the
/// code for a point this short.
static constexpr int64_t kWideVectors = 4;
static constexpr unsigned kWideOps = 40;

namespace {

/// How a kernel reads and writes memory along a dimension, and what it costs.
class Scheduler {
public:
  explicit Scheduler(kernel::DefOp def)
      : def(def), domain(def.getDomain()), gridRank(def.getGrid().size()),
        varying(domain.size()) {}

  KernelSchedule run();

private:
  /// By how much the address of `access` grows along `dim`.
  std::optional<int64_t> strideOf(Operation *access, unsigned dim);
  const llvm::DenseSet<Value> &varyingAlong(unsigned dim) {
    if (!varying[dim])
      varying[dim] = code::getVarying(def, dim);
    return *varying[dim];
  }
  double costOfLanes(unsigned dim);
  int64_t chooseLanes(Block &block, unsigned dim);
  double cyclesOf(Block &block);
  void cutIntoTasks();
  void cutOpenExtent();
  void cutLike(DenseI64ArrayAttr tile);

  kernel::DefOp def;
  SmallVector<int64_t> domain;
  unsigned gridRank;
  /// By dimension: the scalars that vary along it, once they are asked for.
  SmallVector<std::optional<llvm::DenseSet<Value>>> varying;
  KernelSchedule schedule;
};

} // namespace

static bool isAccess(Operation *op) {
  return isa<kernel::LoadOp, kernel::StoreOp, kernel::AccumulateOp,
             kernel::GatherOp>(op);
}

/// About how many instructions `op` is.
static unsigned countOps(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>())
    return 0;
  bool isFunction =
      op->getDialect()->getNamespace() ==
          math::MathDialect::getDialectNamespace() &&
      !isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FmaOp,
           math::SqrtOp, math::FloorOp, math::CeilOp, math::RoundEvenOp>(op);
  return isFunction ? 16 : 1;
}

static Type getElementType(Operation *access) {
  for (Type type : access->getOperandTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      return tensor.getElementType();
  return nullptr;
}

std::optional<int64_t> Scheduler::strideOf(Operation *access, unsigned dim) {
  auto gather = dyn_cast<kernel::GatherOp>(access);
  if (!gather)
    return code::getStride(code::getAddress(def, access), dim, domain.size());
  int64_t stride = 0, size = 1;
  ArrayRef<int64_t> shape =
      cast<ShapedType>(gather.getTensor().getType()).getShape();
  for (auto [index, extent] :
       llvm::reverse(llvm::zip_equal(gather.getIndices(), shape))) {
    if (code::getDimension(def, index) == dim)
      stride += size;
    else if (varyingAlong(dim).contains(index))
      return std::nullopt;
    size *= extent;
  }
  return stride;
}

/// The cost of an element if lanes run over `dim`, up to a common factor.
double Scheduler::costOfLanes(unsigned dim) {
  double cost = 0;
  def.getBody().walk([&](Operation *op) {
    if (isAccess(op)) {
      std::optional<int64_t> stride = strideOf(op, dim);
      cost += !stride        ? kGatherCost
              : *stride == 0 ? kBroadcastCost
              : *stride == 1 ? 1
                             : kGatherCost;
    }
    if (auto stage = dyn_cast<kernel::StageOp>(op); stage && dim >= gridRank)
      cost += kTreeCost * stage.getNumResults() / domain[dim];
  });
  // Lanes beyond the end are wasted.
  return cost * double(llvm::alignTo(domain[dim], kLanes)) / domain[dim];
}

/// Folds of a few ops wait for their last step, unless several run side by
/// side. Loads wait for stores just before whose addresses are the same but for
/// the page, unless several lines are loaded before one is stored. Elements of
/// one block of random bits share its computation.
int64_t Scheduler::chooseLanes(Block &block, unsigned dim) {
  bool isOpen = ShapedType::isDynamic(domain[dim]);
  if (!isOpen && domain[dim] < kWideVectors * kWideLanes)
    return kLanes;
  bool isRegular = true, isNarrow = true, hasPhilox = false;
  unsigned numOps = 0;
  block.walk([&](Operation *op) {
    numOps += countOps(op);
    for (Value result : op->getResults())
      isNarrow &= !varyingAlong(dim).contains(result) ||
                  !result.getType().isIntOrFloat() ||
                  result.getType().getIntOrFloatBitWidth() <= 32;
    if (isAccess(op)) {
      std::optional<int64_t> stride = strideOf(op, dim);
      isRegular &= stride && (*stride == 0 || *stride == 1);
    }
    if (auto philox = dyn_cast<kernel::PhiloxOp>(op)) {
      AffineExpr index = code::getIndexExpr(def, philox.getIndex());
      hasPhilox |= index && code::getStride(index, dim, domain.size()) == 1;
    }
  });
  bool isWide = hasPhilox || (isNarrow && numOps <= kWideOps);
  return isRegular && isWide ? kWideLanes : kLanes;
}

/// A rough guess for one point of `block`, its stages at one point each.
double Scheduler::cyclesOf(Block &block) {
  double cycles = 0;
  for (Operation &op : block) {
    if (isAccess(&op)) {
      Type type = getElementType(&op);
      unsigned vectorDim = schedule.vectorDim.value_or(0);
      std::optional<int64_t> stride = strideOf(&op, vectorDim);
      bool isGather = !stride || (*stride != 0 && *stride != 1);
      cycles += isGather      ? 2
                : stride == 0 ? 0
                              : type.getIntOrFloatBitWidth() / 64.0;
    } else if (isa<kernel::PhiloxOp>(op)) {
      cycles += 4;
    } else if (isa<arith::DivFOp, math::SqrtOp>(op)) {
      cycles += 0.6;
    } else {
      cycles += 0.1 * countOps(&op);
    }
  }
  return cycles;
}

void Scheduler::cutIntoTasks() {
  double rowPoints =
      std::max<int64_t>(ShapedType::getNumElements(def.getRow()), 1);
  double cycles = cyclesOf(def.getBlock());
  for (auto stage : def.getBlock().getOps<kernel::StageOp>())
    cycles += cyclesOf(stage.getBlock()) * rowPoints;
  cycles = std::max(cycles, 0.01);

  SmallVector<int64_t> grid(def.getGrid());
  double cyclesPerUnit = cycles;
  bool lanesOverBlock = false;
  if (def.getPartials()) {
    lanesOverBlock = schedule.vectorInGrid && *schedule.vectorDim == 0;
    cyclesPerUnit *= def.getPointsPerPartial();
    grid.front() = *def.getPartials();
  }
  int64_t gridPoints = ShapedType::getNumElements(grid);
  if (lanesOverBlock) {
    schedule.chunk = def.getPointsPerPartial();
    schedule.chunksPerLine = grid.front();
    schedule.units = gridPoints;
  } else if (schedule.vectorInGrid) {
    int64_t size = domain[*schedule.vectorDim];
    double chunks = std::max(cyclesPerUnit * size / kCyclesPerTask, 1.0);
    int64_t chunk = std::max<int64_t>(size / chunks, 1);
    // Chunks of one size, of whole vectors.
    chunk = llvm::divideCeil(size, llvm::divideCeil(size, chunk));
    schedule.chunk = std::min(size, int64_t(llvm::alignTo(chunk, kWideLanes)));
    schedule.chunksPerLine = llvm::divideCeil(size, schedule.chunk);
    schedule.units = gridPoints / size * schedule.chunksPerLine;
    cyclesPerUnit *= schedule.chunk;
  } else {
    schedule.units = gridPoints;
  }
  schedule.unitsPerTask = std::max<int64_t>(kCyclesPerTask / cyclesPerUnit, 1);
  schedule.tasks = llvm::divideCeil(schedule.units, schedule.unitsPerTask);
}

/// A task is a tile of the product, vectors run along its columns.
void Scheduler::cutLike(DenseI64ArrayAttr tile) {
  schedule.tile = tile.asArrayRef();
  schedule.vectorDim = gridRank - 1;
  schedule.vectorInGrid = true;
  schedule.lanes = chooseLanes(def.getBlock(), gridRank - 1);
  schedule.chunk = tile[2];
  schedule.chunksPerLine = llvm::divideCeil(domain.back(), schedule.chunk);
  schedule.tasks = schedule.chunksPerLine;
  for (unsigned dim = 0; dim + 1 < gridRank; ++dim)
    schedule.tasks *= llvm::divideCeil(domain[dim], tile[3 - gridRank + dim]);
  schedule.units = schedule.tasks;
}

/// A task is a chunk of whole vectors.
void Scheduler::cutOpenExtent() {
  schedule.vectorDim = 0;
  schedule.vectorInGrid = true;
  schedule.lanes = chooseLanes(def.getBlock(), 0);
  double cycles = std::max(cyclesOf(def.getBlock()), 0.01);
  int64_t chunk = std::max<int64_t>(kCyclesPerTask / cycles, 1);
  schedule.chunk = llvm::alignTo(chunk, kWideLanes);
  schedule.units = schedule.tasks = ShapedType::kDynamic;
}

KernelSchedule Scheduler::run() {
  schedule.streamed.resize(def.getOutputs().size());
  if (auto outputs = def->getAttrOfType<DenseI64ArrayAttr>(kStreamedAttrName))
    for (int64_t output : outputs.asArrayRef())
      schedule.streamed.set(output);
  if (def.hasOpenExtent()) {
    cutOpenExtent();
    return schedule;
  }
  if (auto tile = def->getAttrOfType<DenseI64ArrayAttr>(kernel::kTileAttr)) {
    cutLike(tile);
    return schedule;
  }
  double bestCost = 0;
  for (unsigned dim = 0; dim < domain.size(); ++dim) {
    if (domain[dim] <= 1)
      continue;
    double cost = costOfLanes(dim);
    if (!schedule.vectorDim || cost <= bestCost) {
      schedule.vectorDim = dim;
      bestCost = cost;
    }
  }
  if (schedule.vectorDim) {
    unsigned dim = *schedule.vectorDim;
    schedule.vectorInGrid = dim < gridRank;
    if (schedule.vectorInGrid)
      schedule.lanes = chooseLanes(def.getBlock(), dim);
    else
      for (auto stage : def.getBlock().getOps<kernel::StageOp>())
        schedule.stageLanes[stage] = chooseLanes(stage.getBlock(), dim);
  }
  cutIntoTasks();
  return schedule;
}

OwningOpRef<kernel::DefOp> cpu::prepare(kernel::DefOp def) {
  if (def->hasAttr(kernel::kTileAttr))
    return def.clone();
  return code::flatten(def);
}

KernelSchedule cpu::scheduleKernel(kernel::DefOp def) {
  return Scheduler(def).run();
}
