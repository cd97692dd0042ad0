//===- KernelSchedule.cpp - How a kernel runs on a CPU --------------------===//

#include "compiler/cpu/KernelSchedule.h"

#include "compiler/code/Address.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::cpu;
using code::getAddress, code::getStride;

/// Points of the domain that make a task worth its hand-over (a few
/// microseconds of work).
static constexpr int64_t kPointsPerTask = 1 << 14;

/// What one element of an access costs against one of a contiguous access.
static constexpr double kBroadcastCost = 0.5, kGatherCost = 16;

KernelSchedule cpu::scheduleKernel(kernel::DefOp def) {
  KernelSchedule schedule;
  SmallVector<int64_t> domain = def.getDomain();
  unsigned gridRank = def.getGrid().size(), rank = domain.size();

  SmallVector<AffineExpr> addresses;
  def.getBody().walk([&](Operation *op) {
    if (auto load = dyn_cast<kernel::LoadOp>(op))
      addresses.push_back(
          getAddress(def, load.getMap(), load.getIndices(), load.getTensor()));
    else if (auto store = dyn_cast<kernel::StoreOp>(op))
      addresses.push_back(getAddress(def, store.getMap(), store.getIndices(),
                                     store.getTensor()));
  });

  double bestCost = 0;
  for (unsigned dim = 0; dim < rank; ++dim) {
    if (domain[dim] <= 1)
      continue;
    double cost = 0;
    for (AffineExpr address : addresses) {
      std::optional<int64_t> stride = getStride(address, dim, rank);
      cost += !stride        ? kGatherCost
              : *stride == 0 ? kBroadcastCost
              : *stride == 1 ? 1
                             : kGatherCost;
    }
    // Lanes beyond the end are wasted.
    cost *= double(llvm::alignTo(domain[dim], kLanes)) / domain[dim];
    if (!schedule.vectorDim || cost <= bestCost) {
      schedule.vectorDim = dim;
      bestCost = cost;
    }
  }
  schedule.vectorInGrid = schedule.vectorDim && *schedule.vectorDim < gridRank;

  int64_t rowPoints =
      std::max<int64_t>(ShapedType::getNumElements(def.getRow()), 1);
  int64_t gridPoints = ShapedType::getNumElements(def.getGrid());
  if (schedule.vectorInGrid) {
    int64_t size = domain[*schedule.vectorDim];
    int64_t linePoints = std::max<int64_t>(size * rowPoints, 1);
    schedule.chunk = size;
    if (linePoints > kPointsPerTask)
      schedule.chunk = std::min(
          size, int64_t(llvm::alignTo(
                    std::max<int64_t>(kPointsPerTask / rowPoints, 1), kLanes)));
    schedule.chunksPerLine = llvm::divideCeil(size, schedule.chunk);
    schedule.units = gridPoints / size * schedule.chunksPerLine;
    schedule.unitsPerTask =
        std::max<int64_t>(kPointsPerTask / (schedule.chunk * rowPoints), 1);
  } else {
    schedule.units = gridPoints;
    schedule.unitsPerTask = std::max<int64_t>(kPointsPerTask / rowPoints, 1);
  }
  schedule.tasks = llvm::divideCeil(schedule.units, schedule.unitsPerTask);
  return schedule;
}
