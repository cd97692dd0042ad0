//===- tune_matmul.cpp - Measures the table of matmul tiles ---------------===//
//
// For each product of some training steps, every sensible cut is timed as a
// step runs it: tile by tile on all CPUs, each tile followed by a pass over it.
// Candidates take turns and the least time of each counts. A line is printed
// where the fastest beats the rule's by more than the noise.
//
//===----------------------------------------------------------------------===//

#include "core/matmul.h"
#include "passes/schedule/MatmulTiles.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <deque>
#include <vector>

using namespace gradc;
using schedule::MatmulTile;

namespace {

/// A product and which operands are stored transposed: none (a gradient to an
/// input), rhs (forward) or lhs (a gradient to a weight).
struct Shape {
  int64_t m, n, k;
  bool lhsTransposed, rhsTransposed;
};

struct Candidate {
  MatmulTile tile;
  int64_t rowPieces, columnPieces; // 0: the rule's
  Matmul matmul;
  double least = 1e30; // seconds
};

} // namespace

/// Rounds of turns, and the part of the rule's time that a line must save.
constexpr int rounds = 7;
constexpr double noise = 0.03;

/// Tiles of more elements do not stay in a core's cache.
constexpr int64_t mostElements = 256 * 1024;

/// What the epilogue below runs on.
static const Shape *current;
static const MatmulTile *currentTile;

/// product, out, bias: out = max(product + bias, 0).
static void addBias(void *const *args, int64_t begin, int64_t) {
  Cut rows(current->m, (*currentTile)[1]),
      columns(current->n, (*currentTile)[2]);
  int64_t row = begin % rows.count, column = begin / rows.count;
  const auto *tile = static_cast<const float *>(args[0]);
  const float *bias =
      static_cast<const float *>(args[2]) + column * columns.size;
  for (int64_t i = 0; i < rows.sizeAt(row); ++i) {
    float *out = static_cast<float *>(args[1]) +
                 (row * rows.size + i) * current->n + column * columns.size;
    for (int64_t j = 0; j < columns.sizeAt(column); ++j)
      out[j] = std::max(tile[i * columns.size + j] + bias[j], 0.0f);
  }
}

static std::vector<int64_t> parametersOf(const Shape &s,
                                         const MatmulTile &tile) {
  int64_t lhsRow = s.lhsTransposed ? 1 : s.k,
          lhsDepth = s.lhsTransposed ? s.m : 1;
  int64_t rhsDepth = s.rhsTransposed ? 1 : s.n,
          rhsColumn = s.rhsTransposed ? s.k : 1;
  return {
      GRADC_F32,         GRADC_F32, 1,        s.m,       s.n,      s.k,
      s.m * s.k,         lhsRow,    lhsDepth, s.k * s.n, rhsDepth, rhsColumn,
      tile[1] * tile[2], tile[2],   1,        tile[0],   tile[1],  tile[2]};
}

/// The rule's cut first.
static void addCandidates(const Shape &s, std::deque<Candidate> &candidates) {
  schedule::MatmulShape shape;
  shape.m = s.m, shape.n = s.n, shape.k = s.k;
  auto add = [&](const MatmulTile &tile, int64_t rows, int64_t columns) {
    if (std::none_of(candidates.begin(), candidates.end(),
                     [&](const Candidate &c) { return c.tile == tile; }))
      candidates.push_back({tile, rows, columns, {}});
  };
  add(schedule::chooseTileByRule(shape), 0, 0);
  for (int64_t rows : {1, 2, 3, 4, 8})
    for (int64_t columns : {1, 2, 3, 4, 6, 8, 12, 16}) {
      MatmulTile tile = schedule::cutInto(shape, rows, columns);
      if (tile[1] * tile[2] <= mostElements && rows * columns <= 64 &&
          (s.m / rows >= 32 || rows == 1) &&
          (s.n / columns >= 32 || columns == 1))
        add(tile, rows, columns);
    }
}

static void tune(const Shape &s, ThreadPool &pool) {
  std::deque<Candidate> candidates;
  addCandidates(s, candidates);
  OneDnn library;
  Workspace workspace;
  for (Candidate &c : candidates)
    c.matmul.create(parametersOf(s, c.tile).data(), {addBias, 2}, pool.size(),
                    library, workspace);
  if (workspace.allocate(pool.size()) != GRADC_OK)
    return;
  std::vector<float> lhs(size_t(s.m * s.k), 0.5f),
      rhs(size_t(s.k * s.n), 0.25f), out(size_t(s.m * s.n)), bias(size_t(s.n));
  void *addresses[] = {lhs.data(), rhs.data(), out.data(), bias.data()};
  current = &s;
  // Small products are run several times a turn.
  int64_t repeats =
      std::clamp<int64_t>((int64_t(1) << 28) / (s.m * s.n * s.k), 1, 100);
  for (int round = 0; round < rounds; ++round)
    for (Candidate &c : candidates) {
      currentTile = &c.tile;
      auto start = std::chrono::steady_clock::now();
      for (int64_t i = 0; i < repeats; ++i)
        (void)c.matmul.run(addresses, pool, workspace);
      std::chrono::duration<double> spent =
          std::chrono::steady_clock::now() - start;
      if (round > 0) // the first one warms up
        c.least = std::min(c.least, spent.count() / double(repeats));
    }
  const Candidate &best = *std::min_element(
      candidates.begin(), candidates.end(),
      [](const Candidate &a, const Candidate &b) { return a.least < b.least; });
  double flops = 2.0 * double(s.m) * double(s.n) * double(s.k);
  std::fprintf(
      stderr,
      "%5lld x %5lld x %5lld: %6.1f GFLOP/s by the rule, %6.1f at most\n",
      (long long)s.m, (long long)s.n, (long long)s.k,
      flops / candidates.front().least * 1e-9, flops / best.least * 1e-9);
  if (best.least < (1 - noise) * candidates.front().least)
    std::printf("{%lld, %lld, %lld, %lld, %lld},\n", (long long)s.m,
                (long long)s.n, (long long)s.k, (long long)best.rowPieces,
                (long long)best.columnPieces);
}

int main() {
  ThreadPool pool;
  OneThread alone;
  if (pool.start(availableCpus(), OneThread::forever) != GRADC_OK)
    return 2;
  std::printf(
      "// Measured by bench/tune_matmul: m, n, k, pieces of m, pieces of n.\n");
  std::vector<Shape> shapes;
  struct Layer {
    int64_t batch, in, out;
  };
  for (Layer l : {Layer{512, 784, 2048},
                  {512, 2048, 2048},
                  {512, 2048, 10},
                  {128, 64, 256},
                  {128, 256, 256},
                  {128, 256, 10},
                  {128, 784, 512},
                  {128, 512, 512},
                  {128, 512, 10},
                  {512, 768, 2304},
                  {512, 768, 768},
                  {512, 768, 3072},
                  {512, 3072, 768}}) {
    shapes.push_back({l.batch, l.out, l.in, false, true});
    shapes.push_back({l.batch, l.in, l.out, false, false});
    shapes.push_back({l.out, l.in, l.batch, true, false});
  }
  for (const Shape &shape : shapes)
    tune(shape, pool);
}
