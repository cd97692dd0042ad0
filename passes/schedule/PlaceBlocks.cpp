//===- PlaceBlocks.cpp - Offsets for blocks whose lives are known ---------===//
//
// In the order of time (Arena.h) small blocks that come early leave holes that
// large ones do not fit into. Placing the largest first, each into the tightest
// gap between those that live with it, hardly wastes anything; where it does,
// the block that came out on top goes first next time. But that looks at all
// pairs, so programs of many blocks are left to the first way.
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/PlaceBlocks.h"

#include "dialects/rt/Rt.h"
#include "passes/schedule/Arena.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace llvm;
using namespace gradc;
using namespace gradc::schedule;

/// So many blocks take a hundredth of a second; fewer can be placed repeatedly.
static constexpr size_t kMostForPairs = 4096;
static constexpr size_t kMostPairs = kMostForPairs * kMostForPairs;
static constexpr size_t kMostRounds = 64;
/// Half a per cent of what is alive is not worth another round.
static constexpr int64_t kNearEnough = 200;

static int64_t alignedBytes(const Lifetime &block) {
  return alignTo(block.bytes, rt::kAlignment);
}

static Placement placeInTime(ArrayRef<Lifetime> blocks) {
  auto byEnd = to_vector(seq<unsigned>(0, blocks.size()));
  llvm::sort(byEnd, [&](unsigned a, unsigned b) {
    return std::make_pair(blocks[a].last, a) <
           std::make_pair(blocks[b].last, b);
  });
  Placement placement;
  Arena arena;
  size_t released = 0;
  for (const Lifetime &block : blocks) {
    for (; blocks[byEnd[released]].last < block.first; ++released)
      arena.release(placement.offsets[byEnd[released]],
                    blocks[byEnd[released]].bytes);
    placement.offsets.push_back(arena.allocate(block.bytes));
  }
  placement.bytes = arena.getBytes();
  placement.lowerBound = arena.getLowerBound();
  return placement;
}

/// Places blocks one by one in `order`.
static Placement placeInOrder(ArrayRef<Lifetime> blocks,
                              ArrayRef<unsigned> order) {
  Placement placement;
  placement.offsets.assign(blocks.size(), 0);
  SmallVector<unsigned> placed; // by offset
  for (unsigned which : order) {
    const Lifetime &block = blocks[which];
    int64_t bytes = alignedBytes(block);
    if (bytes == 0)
      continue;
    int64_t end = 0, best = -1;
    int64_t tightest = std::numeric_limits<int64_t>::max();
    for (unsigned other : placed) {
      if (blocks[other].last < block.first || block.last < blocks[other].first)
        continue;
      int64_t gap = placement.offsets[other] - end;
      if (gap >= bytes && gap < tightest) {
        tightest = gap;
        best = end;
      }
      end =
          std::max(end, placement.offsets[other] + alignedBytes(blocks[other]));
    }
    int64_t offset = best >= 0 ? best : end;
    placement.offsets[which] = offset;
    placement.bytes = std::max(placement.bytes, offset + bytes);
    auto position =
        llvm::upper_bound(placed, offset, [&](int64_t at, unsigned other) {
          return at < placement.offsets[other];
        });
    placed.insert(position, which);
  }
  return placement;
}

Placement schedule::placeBlocks(ArrayRef<Lifetime> blocks) {
  Placement best = placeInTime(blocks);
  if (blocks.size() > kMostForPairs)
    return best;
  auto order = to_vector(seq<unsigned>(0, blocks.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::make_pair(-blocks[a].bytes, a) <
           std::make_pair(-blocks[b].bytes, b);
  });
  size_t rounds =
      kMostPairs / std::max<size_t>(blocks.size() * blocks.size(), 1);
  for (size_t round = 0; round <= std::min(rounds, kMostRounds); ++round) {
    if (best.bytes - best.lowerBound <= best.lowerBound / kNearEnough)
      break;
    Placement placement = placeInOrder(blocks, order);
    placement.lowerBound = best.lowerBound;
    // Whoever came out on top came too late: the others left no gap.
    auto top = llvm::max_element(order, [&](unsigned a, unsigned b) {
      auto end = [&](unsigned i) {
        return placement.offsets[i] + alignedBytes(blocks[i]);
      };
      return end(a) < end(b);
    });
    std::rotate(order.begin(), top, top + 1);
    if (placement.bytes < best.bytes)
      best = std::move(placement);
  }
  return best;
}
