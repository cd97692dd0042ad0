//===- workspace.h - Scratch memory of the threads --------------*- C++ -*-===//

#ifndef GRADC_RUNTIME_CORE_WORKSPACE_H
#define GRADC_RUNTIME_CORE_WORKSPACE_H

#include "core/memory.h"
#include "gradc/library.h"

#include <algorithm>
#include <vector>

namespace gradc {

/// One block for each thread, as large as the neediest command wants it. Known
/// when a step is opened, so that a run allocates nothing.
class Workspace {
public:
  void require(size_t bytes) { needed = std::max(needed, bytes); }

  gradc_status_t allocate(int threads) {
    blocks.resize(threads);
    for (Memory &block : blocks)
      GRADC_RETURN_IF_ERROR(block.allocate(needed, "the scratch memory"));
    return GRADC_OK;
  }

  char *of(int thread) const { return blocks[thread].data(); }
  size_t size() const { return needed * blocks.size(); }

private:
  size_t needed = 0;
  std::vector<Memory> blocks;
};

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_WORKSPACE_H
