//===- memory.cpp - Memory of a step --------------------------------------===//

#include "core/memory.h"
#include "gradc/library.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace gradc {

constexpr size_t hugePage = size_t(2) << 20;

Memory::~Memory() {
  if (mapping)
    munmap(mapping, mappingBytes);
  else
    std::free(start);
}

gradc_status_t Memory::allocate(size_t size, const char *what) {
  Memory block;
  block.bytes = size;
  bool tooLarge = size > SIZE_MAX / 2;
  if (!tooLarge && size >= hugePage) {
    // One huge page more than needed, so that the block can start at one.
    block.mappingBytes = size + hugePage;
    void *mapped = mmap(nullptr, block.mappingBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped != MAP_FAILED) {
      block.mapping = mapped;
      uintptr_t aligned =
          (reinterpret_cast<uintptr_t>(mapped) + hugePage - 1) & -hugePage;
      block.start = reinterpret_cast<char *>(aligned);
      // Advice only: without huge pages everything works, a little slower.
      (void)madvise(block.start, size, MADV_HUGEPAGE);
    }
  } else if (!tooLarge) {
    size_t rounded = (size + GRADC_ALIGNMENT) & -size_t(GRADC_ALIGNMENT);
    block.start =
        static_cast<char *>(std::aligned_alloc(GRADC_ALIGNMENT, rounded));
    if (block.start)
      std::memset(block.start, 0, rounded);
  }
  if (!block.start)
    return fail(GRADC_OUT_OF_MEMORY, "out of memory: %s needs %zu bytes", what,
                size);
  swap(block);
  return GRADC_OK;
}

} // namespace gradc
