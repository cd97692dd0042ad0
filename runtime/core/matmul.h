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

/// `total` things cut into pieces of `size`, the last one smaller.
struct Cut {
  int64_t total = 0, size = 1, count = 0;

  Cut() = default;
  Cut(int64_t total, int64_t size)
      : total(total), size(size), count((total + size - 1) / size) {}

  int64_t sizeAt(int64_t i) const {
    return i + 1 < count ? size : total - i * size;
  }
};

/// The kernel that follows each tile of a product on the thread that made it.
struct Epilogue {
  gradc_kernel_fn function = nullptr; // null: there is none
  uint32_t numTensors = 0;            // of the kernel, the product left out
};

/// One product of the schedule.
class Matmul {
public:
  /// `parameters` are those of library.h and were validated.
  void create(const int64_t *parameters, Epilogue epilogue, int threads,
              OneDnn &library, Workspace &workspace);

  /// Computes the product, with the addresses of the command's views.
  gradc_status_t run(void *const *addresses, ThreadPool &pool,
                     const Workspace &workspace) const;

  bool usesLibrary() const { return !primitives.empty(); }
  int64_t numTasks() const { return groups.count * rows.count * columns.count; }

private:
  bool createPrimitives(int threads, OneDnn &library);
  void layOutScratch(Workspace &workspace);
  bool runTask(int64_t task, void *const *addresses, int thread,
               char *scratch) const;

  uint32_t dtype = 0, productDtype = 0;
  int64_t batch = 0, m = 0, n = 0, k = 0;
  int64_t lhs[3] = {}, rhs[3] = {}, product[3] = {}; // strides in elements
  Epilogue epilogue;

  Cut groups, rows, columns; // of batch, m and n; a task has one of each
  /// Indexed by whether the group, the rows and the columns are their last;
  /// empty if oneDNN does not do this product.
  std::vector<TilePrimitive *> primitives;
  /// A thread's scratch memory: the tile and the epilogue's arguments, if there
  /// is one, then what the multiplication needs.
  size_t argumentsOffset = 0, multiplyOffset = 0;
};

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_MATMUL_H
