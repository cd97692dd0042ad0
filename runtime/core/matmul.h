//===- matmul.h - Matrix products of a step ---------------------*- C++ -*-===//

#ifndef GRADC_RUNTIME_CORE_MATMUL_H
#define GRADC_RUNTIME_CORE_MATMUL_H

#include "core/onednn.h"
#include "core/parallel.h"
#include "core/status.h"
#include "core/workspace.h"
#include "gradc/library.h"

#include <cstdint>
#include <vector>

namespace gradc {

/// `total` things cut into `count` pieces of `size`, the last one smaller.
struct Cut {
  int64_t total = 0, size = 0, count = 0;

  Cut() = default;
  /// At most `pieces`, each a multiple of `granule` but the last.
  Cut(int64_t total, int64_t pieces, int64_t granule);

  int64_t sizeAt(int64_t i) const {
    return i + 1 < count ? size : total - i * size;
  }
};

/// One product of the schedule, cut into tiles by its shape alone.
class Matmul {
public:
  /// `parameters` are those of library.h and were validated.
  void create(const int64_t *parameters, int threads, OneDnn &library,
              Workspace &workspace);

  /// out := lhs * rhs, with their addresses in this order.
  gradc_status_t run(void *const *addresses, ThreadPool &pool,
                     const Workspace &workspace) const;

  bool usesLibrary() const { return !primitives.empty(); }
  int64_t numTasks() const { return groups.count * rows.count * columns.count; }

private:
  void cutForLibrary();
  void cutForPacked();
  bool createPrimitives(int threads, OneDnn &library, Workspace &workspace);
  bool runTask(int64_t task, void *const *addresses, int thread,
               void *scratch) const;

  uint32_t dtype = 0, outDtype = 0;
  int64_t batch = 0, m = 0, n = 0, k = 0;
  int64_t lhs[3] = {}, rhs[3] = {}, out[3] = {}; // strides in elements

  Cut groups, rows, columns; // of batch, m and n; a task has one of each
  /// Indexed by whether the group, the rows and the columns are their last;
  /// empty if oneDNN does not do this product.
  std::vector<TilePrimitive *> primitives;
};

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_MATMUL_H
