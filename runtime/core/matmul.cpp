//===- matmul.cpp - Matrix products of a step -----------------------------===//

#include "core/matmul.h"
#include "core/dtype.h"
#include "core/packed_matmul.h"

#include <algorithm>

namespace gradc {

/// Products below this many multiplications are not worth oneDNN's call.
constexpr int64_t tinyProduct = 4096;

/// Tiles up to this size run at full speed: what they share stays in the cache.
constexpr int64_t tileRows = 256, tileColumns = 384;

/// Tiles with a shorter side pack more than they multiply.
constexpr int64_t leastSide = 128;

/// Multiplications that a task should keep: about 20 microseconds.
constexpr int64_t taskWork = int64_t(1) << 21;

/// Tasks that a large enough product should have, for the threads to share.
constexpr int64_t wantedTasks = 8;

static int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

Cut::Cut(int64_t total, int64_t pieces, int64_t granule) : total(total) {
  size = divideUp(divideUp(total, std::max<int64_t>(pieces, 1)), granule) *
         granule;
  count = total ? divideUp(total, size) : 0;
}

/// a * b * c, or a large number if that is larger.
static int64_t work(int64_t a, int64_t b, int64_t c) {
  constexpr int64_t most = int64_t(1) << 60;
  return int64_t(std::min<__int128>(__int128(a) * b * c, most));
}

void Matmul::create(const int64_t *parameters, int threads, OneDnn &library,
                    Workspace &workspace) {
  dtype = uint32_t(parameters[GRADC_MATMUL_DTYPE]);
  outDtype = uint32_t(parameters[GRADC_MATMUL_OUT_DTYPE]);
  batch = parameters[GRADC_MATMUL_BATCH];
  m = parameters[GRADC_MATMUL_M];
  n = parameters[GRADC_MATMUL_N];
  k = parameters[GRADC_MATMUL_K];
  std::copy_n(parameters + GRADC_MATMUL_LHS_STRIDES, 3, lhs);
  std::copy_n(parameters + GRADC_MATMUL_RHS_STRIDES, 3, rhs);
  std::copy_n(parameters + GRADC_MATMUL_OUT_STRIDES, 3, out);

  bool suits = isFloat(dtype) && dtype != GRADC_F64 && outDtype != GRADC_F64 &&
               batch && work(m, n, k) >= tinyProduct;
  if (suits) {
    cutForLibrary();
    if (createPrimitives(threads, library, workspace))
      return;
    primitives.clear();
  }
  cutForPacked();
  workspace.require(packedScratchBytes());
}

/// Whether the first stride passes over all of the other two dimensions.
static bool isOutermost(const int64_t (&strides)[3], int64_t size1,
                        int64_t size2) {
  return strides[0] > (size1 - 1) * strides[1] + (size2 - 1) * strides[2];
}

void Matmul::cutForLibrary() {
  // Small products of a batch share a call, if they lie one after another.
  int64_t product = work(m, n, k);
  bool inOrder = isOutermost(lhs, m, k) && isOutermost(rhs, k, n) &&
                 isOutermost(out, m, n);
  int64_t together =
      inOrder ? std::clamp<int64_t>(taskWork / product, 1, batch) : 1;
  groups = Cut(batch, divideUp(batch, together), 1);
  int64_t rowTiles = divideUp(m, tileRows);
  int64_t columnTiles = divideUp(n, tileColumns);
  // More tiles while there are few tasks and each has enough to do. Columns
  // first: every tile packs its whole piece of rhs, so that rows cost more.
  while (groups.count * rowTiles * columnTiles < wantedTasks &&
         product / (rowTiles * columnTiles) >= 2 * taskWork) {
    if (n / columnTiles >= 2 * leastSide)
      columnTiles *= 2;
    else if (m / rowTiles >= 2 * leastSide)
      rowTiles *= 2;
    else
      break;
  }
  rows = Cut(m, rowTiles, 16);
  columns = Cut(n, columnTiles, 16);
}

void Matmul::cutForPacked() {
  groups = Cut(batch, batch, 1);
  rows = Cut(m, divideUp(m, packedTileM), packedTileM);
  columns = Cut(n, divideUp(n, packedTileN), packedTileN);
}

bool Matmul::createPrimitives(int threads, OneDnn &library,
                              Workspace &workspace) {
  primitives.assign(8, nullptr);
  for (int which = 0; which < 8; ++which) {
    const Cut *cuts[] = {&groups, &rows, &columns};
    int64_t sizes[3];
    for (int i = 0; i < 3; ++i) {
      bool last = which >> (2 - i) & 1;
      sizes[i] = cuts[i]->sizeAt(last ? cuts[i]->count - 1 : 0);
    }
    TileShape shape = {};
    shape.dtype = dtype, shape.outDtype = outDtype;
    shape.batch = sizes[0], shape.m = sizes[1], shape.n = sizes[2];
    shape.k = k;
    std::copy_n(lhs, 3, shape.lhs);
    std::copy_n(rhs, 3, shape.rhs);
    std::copy_n(out, 3, shape.out);
    primitives[which] = library.find(shape, threads, workspace);
    if (!primitives[which])
      return false;
  }
  return true;
}

/// The address of element [i, j, 0] or [i, 0, j] with the strides given.
static char *at(void *base, uint32_t dtype, int64_t i, int64_t iStride,
                int64_t j, int64_t jStride) {
  return static_cast<char *>(base) +
         (i * iStride + j * jStride) * int64_t(dtypeSize(dtype));
}

bool Matmul::runTask(int64_t task, void *const *addresses, int thread,
                     void *scratch) const {
  // Neighbouring tasks share their columns: the piece of rhs stays in the
  // cache.
  int64_t row = task % rows.count;
  int64_t column = task / rows.count % columns.count;
  int64_t group = task / rows.count / columns.count;
  int64_t b = group * groups.size, i = row * rows.size,
          j = column * columns.size;
  char *left = at(addresses[0], dtype, b, lhs[0], i, lhs[1]);
  char *right = at(addresses[1], dtype, b, rhs[0], j, rhs[2]);
  char *result = at(addresses[2], outDtype, b, out[0], i, out[1]) +
                 j * int64_t(dtypeSize(outDtype));
  if (!primitives.empty()) {
    int which = (group + 1 == groups.count) << 2 |
                (row + 1 == rows.count) << 1 | (column + 1 == columns.count);
    return OneDnn::execute(*primitives[which], thread, left, right, result,
                           scratch);
  }
  packedMatmul({dtype,
                outDtype,
                rows.sizeAt(row),
                columns.sizeAt(column),
                k,
                left,
                {lhs[1], lhs[2]},
                right,
                {rhs[1], rhs[2]},
                result,
                out[1]},
               scratch);
  return true;
}

gradc_status_t Matmul::run(void *const *addresses, ThreadPool &pool,
                           const Workspace &workspace) const {
  int64_t count = numTasks();
  std::atomic<bool> failed{false};
  auto body = [&](int64_t begin, int64_t end, int thread) {
    for (int64_t task = begin; task < end; ++task)
      if (!runTask(task, addresses, thread, workspace.of(thread)))
        failed.store(true, std::memory_order_relaxed);
  };
  if (work(work(batch, m, n), k, 1) < taskWork / 16)
    body(0, count, 0); // sharing it would take longer
  else
    pool.parallelFor(count, body);
  if (failed.load())
    return fail(GRADC_INTERNAL,
                "oneDNN failed in a matrix product of "
                "%lld x %lld x %lld",
                (long long)m, (long long)n, (long long)k);
  return GRADC_OK;
}

} // namespace gradc
