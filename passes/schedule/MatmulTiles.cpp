//===- MatmulTiles.cpp - Into which tiles a matmul is cut -----------------===//

#include "passes/schedule/MatmulTiles.h"

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <initializer_list>

using namespace gradc::schedule;

/// Tiles up to this size run at full speed: what they share stays in the cache.
static constexpr int64_t kTileRows = 256, kTileColumns = 384;
/// Tiles with a shorter side pack more than they multiply.
static constexpr int64_t kLeastSide = 128;
/// Multiplications that a task should keep: about 20 microseconds.
static constexpr int64_t kTaskWork = int64_t(1) << 21;
/// Tasks that a large enough product should have, for the threads to share.
static constexpr int64_t kWantedTasks = 8;
/// Sides of what the runtime's own loop computes at a time.
static constexpr int64_t kOwnSide = 64;
/// Sides are multiples of this many elements, a cache line of f32.
static constexpr int64_t kGranule = 16;

namespace {
/// A product that was measured, and how many pieces of m and n were fastest.
struct Measured {
  int64_t m, n, k, rowPieces, columnPieces;
};
} // namespace

/// Where the rule's cut is as fast as any, there is no entry.
static constexpr std::initializer_list<Measured> kMeasured = {
#include "passes/schedule/MatmulTiles.inc"
};

/// a * b * c, or a large number if that is larger.
static int64_t work(int64_t a, int64_t b, int64_t c) {
  constexpr int64_t kMost = int64_t(1) << 60;
  return int64_t(std::min<__int128>(__int128(a) * b * c, kMost));
}

/// The entry that is nearest to `shape`, none of its sides more than a third
/// off, or null.
static const Measured *findMeasured(const MatmulShape &shape) {
  const Measured *nearest = nullptr;
  double least = 0;
  for (const Measured &entry : kMeasured) {
    double distance = 0, farthest = 0;
    for (auto [side, measured] : {std::pair(shape.m, entry.m),
                                  {shape.n, entry.n},
                                  {shape.k, entry.k}}) {
      double ratio = std::fabs(std::log(double(side) / double(measured)));
      distance += ratio;
      farthest = std::max(farthest, ratio);
    }
    if (farthest > std::log(4.0 / 3) || (nearest && distance >= least))
      continue;
    nearest = &entry;
    least = distance;
  }
  return nearest;
}

/// A piece of `size` cut into at most `pieces`, in steps of `step`.
static int64_t cut(int64_t size, int64_t pieces, int64_t step) {
  pieces = std::max<int64_t>(pieces, 1);
  int64_t piece = llvm::divideCeil(std::max<int64_t>(size, 1), pieces);
  piece = llvm::divideCeil(piece, step) * step;
  return std::min(piece, std::max<int64_t>(size, 1));
}

/// How many products of a batch share a call: small ones that lie one after
/// another.
static int64_t getTogether(const MatmulShape &shape) {
  int64_t product = work(shape.m, shape.n, shape.k);
  if (product == 0 || !shape.hasLibrary || !shape.inOrder)
    return 1;
  return std::clamp<int64_t>(kTaskWork / product, 1,
                             std::max<int64_t>(shape.batch, 1));
}

MatmulTile gradc::schedule::cutInto(const MatmulShape &shape, int64_t rowPieces,
                                    int64_t columnPieces) {
  int64_t rowStep = int64_t(llvm::alignTo(kGranule, shape.rowStep));
  int64_t groups = llvm::divideCeil(shape.batch, getTogether(shape));
  return {cut(shape.batch, groups, 1), cut(shape.m, rowPieces, rowStep),
          cut(shape.n, columnPieces, kGranule)};
}

MatmulTile gradc::schedule::chooseTileByRule(const MatmulShape &shape) {
  int64_t product = work(shape.m, shape.n, shape.k);
  if (product == 0 || !shape.hasLibrary)
    return cutInto(shape, llvm::divideCeil(shape.m, kOwnSide),
                   llvm::divideCeil(shape.n, kOwnSide));
  int64_t groups = llvm::divideCeil(shape.batch, getTogether(shape));
  int64_t rowPieces = llvm::divideCeil(shape.m, kTileRows);
  int64_t columnPieces = llvm::divideCeil(shape.n, kTileColumns);
  // More tiles while there are few tasks and each has enough to do. Columns
  // first: every tile packs its whole piece of rhs, so that rows cost more.
  while (groups * rowPieces * columnPieces < kWantedTasks &&
         product / (rowPieces * columnPieces) >= 2 * kTaskWork) {
    if (shape.n / columnPieces >= 2 * kLeastSide)
      columnPieces *= 2;
    else if (shape.m / rowPieces >= 2 * kLeastSide)
      rowPieces *= 2;
    else
      break;
  }
  return cutInto(shape, rowPieces, columnPieces);
}

MatmulTile gradc::schedule::chooseTile(const MatmulShape &shape) {
  if (shape.batch == 1 && shape.hasLibrary && work(shape.m, shape.n, shape.k))
    if (const Measured *measured = findMeasured(shape))
      return cutInto(shape, measured->rowPieces, measured->columnPieces);
  return chooseTileByRule(shape);
}
