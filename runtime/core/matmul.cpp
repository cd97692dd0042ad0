//===- matmul.cpp - Matrix products of a step -----------------------------===//

#include "core/matmul.h"
#include "core/dtype.h"
#include "core/packed_matmul.h"

#include <algorithm>

namespace gradc {

/// Products below this many multiplications are not worth oneDNN's call.
constexpr int64_t tinyProduct = 4096;

/// Multiplications that are worth sharing, and what a point of an epilogue
/// counts as.
constexpr int64_t sharedWork = int64_t(1) << 17, epilogueWork = 64;

/// a * b * c, or a large number if that is larger.
static int64_t work(int64_t a, int64_t b, int64_t c) {
  constexpr int64_t most = int64_t(1) << 60;
  return int64_t(std::min<__int128>(__int128(a) * b * c, most));
}

void Matmul::create(const int64_t *parameters, Epilogue after, int threads,
                    OneDnn &library, Workspace &workspace) {
  dtype = uint32_t(parameters[GRADC_MATMUL_DTYPE]);
  productDtype = uint32_t(parameters[GRADC_MATMUL_PRODUCT_DTYPE]);
  batch = parameters[GRADC_MATMUL_BATCH];
  m = parameters[GRADC_MATMUL_M];
  n = parameters[GRADC_MATMUL_N];
  k = parameters[GRADC_MATMUL_K];
  std::copy_n(parameters + GRADC_MATMUL_LHS_STRIDES, 3, lhs);
  std::copy_n(parameters + GRADC_MATMUL_RHS_STRIDES, 3, rhs);
  std::copy_n(parameters + GRADC_MATMUL_PRODUCT_STRIDES, 3, product);
  groups = Cut(batch, parameters[GRADC_MATMUL_TILE]);
  rows = Cut(m, parameters[GRADC_MATMUL_TILE + 1]);
  columns = Cut(n, parameters[GRADC_MATMUL_TILE + 2]);
  epilogue = after;

  bool suits = isFloat(dtype) && dtype != GRADC_F64 &&
               productDtype != GRADC_F64 && batch &&
               work(m, n, k) >= tinyProduct;
  if (!suits || !createPrimitives(threads, library))
    primitives.clear();
  layOutScratch(workspace);
}

bool Matmul::createPrimitives(int threads, OneDnn &library) {
  primitives.assign(8, nullptr);
  for (int which = 0; which < 8; ++which) {
    const Cut *cuts[] = {&groups, &rows, &columns};
    int64_t sizes[3];
    for (int i = 0; i < 3; ++i) {
      bool last = which >> (2 - i) & 1;
      sizes[i] = cuts[i]->sizeAt(last ? cuts[i]->count - 1 : 0);
    }
    TileShape shape = {};
    shape.dtype = dtype, shape.outDtype = productDtype;
    shape.batch = sizes[0], shape.m = sizes[1], shape.n = sizes[2];
    shape.k = k;
    std::copy_n(lhs, 3, shape.lhs);
    std::copy_n(rhs, 3, shape.rhs);
    std::copy_n(product, 3, shape.out);
    primitives[which] = library.find(shape, threads);
    if (!primitives[which])
      return false;
  }
  return true;
}

void Matmul::layOutScratch(Workspace &workspace) {
  auto align = [](size_t bytes) {
    return (bytes + GRADC_ALIGNMENT - 1) & -size_t(GRADC_ALIGNMENT);
  };
  if (epilogue.function) {
    int64_t elements = (groups.size - 1) * product[0] +
                       (rows.size - 1) * product[1] + columns.size;
    argumentsOffset = align(size_t(elements) * dtypeSize(productDtype));
    multiplyOffset =
        align(argumentsOffset + (epilogue.numTensors + 1) * sizeof(void *));
  }
  size_t needed = packedScratchBytes();
  if (usesLibrary()) {
    needed = 0;
    for (TilePrimitive *primitive : primitives)
      needed = std::max(needed, OneDnn::scratchBytes(*primitive));
  }
  workspace.require(multiplyOffset + needed);
}

/// The address of element [i, j, 0] or [i, 0, j] with the strides given.
static char *at(void *base, uint32_t dtype, int64_t i, int64_t iStride,
                int64_t j, int64_t jStride) {
  return static_cast<char *>(base) +
         (i * iStride + j * jStride) * int64_t(dtypeSize(dtype));
}

bool Matmul::runTask(int64_t task, void *const *addresses, int thread,
                     char *scratch) const {
  // Neighbouring tasks share their columns: the piece of rhs stays in the
  // cache.
  int64_t row = task % rows.count;
  int64_t column = task / rows.count % columns.count;
  int64_t group = task / rows.count / columns.count;
  int64_t b = group * groups.size, i = row * rows.size,
          j = column * columns.size;
  char *left = at(addresses[0], dtype, b, lhs[0], i, lhs[1]);
  char *right = at(addresses[1], dtype, b, rhs[0], j, rhs[2]);
  char *result = scratch;
  if (!epilogue.function)
    result = at(addresses[2], productDtype, b, product[0], i, product[1]) +
             j * int64_t(dtypeSize(productDtype));

  if (usesLibrary()) {
    int which = (group + 1 == groups.count) << 2 |
                (row + 1 == rows.count) << 1 | (column + 1 == columns.count);
    if (!OneDnn::execute(*primitives[which], thread, left, right, result,
                         scratch + multiplyOffset))
      return false;
  } else {
    PackedProduct packed = {dtype,
                            productDtype,
                            rows.sizeAt(row),
                            columns.sizeAt(column),
                            k,
                            left,
                            {lhs[1], lhs[2]},
                            right,
                            {rhs[1], rhs[2]},
                            result,
                            product[1]};
    for (int64_t count = groups.sizeAt(group); count > 0; --count) {
      packedMatmul(packed, scratch + multiplyOffset);
      packed.lhs = at(const_cast<char *>(packed.lhs), dtype, 1, lhs[0], 0, 0);
      packed.rhs = at(const_cast<char *>(packed.rhs), dtype, 1, rhs[0], 0, 0);
      packed.out = at(packed.out, productDtype, 1, product[0], 0, 0);
    }
  }

  if (epilogue.function) {
    void **arguments = reinterpret_cast<void **>(scratch + argumentsOffset);
    arguments[0] = result;
    std::copy_n(addresses + 2, epilogue.numTensors, arguments + 1);
    epilogue.function(arguments, task, task + 1);
  }
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
  int64_t depth = k + (epilogue.function ? epilogueWork : 0);
  if (work(work(batch, m, n), depth, 1) < sharedWork)
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
