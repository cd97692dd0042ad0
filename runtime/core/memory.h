//===- memory.h - Memory of a step ------------------------------*- C++ -*-===//

#ifndef GRADC_RUNTIME_CORE_MEMORY_H
#define GRADC_RUNTIME_CORE_MEMORY_H

#include "core/status.h"

#include <cstddef>
#include <utility>

namespace gradc {

/// A block of zeroed memory that starts at a multiple of GRADC_ALIGNMENT. Large
/// ones ask for huge pages.
class Memory {
public:
  Memory() = default;
  Memory(Memory &&other) noexcept { swap(other); }
  Memory &operator=(Memory &&other) noexcept {
    swap(other);
    return *this;
  }
  ~Memory();

  /// Replaces the block. `what` names it in the sentence if it does not fit.
  gradc_status_t allocate(size_t bytes, const char *what);

  char *data() const { return start; }
  size_t size() const { return bytes; }

private:
  void swap(Memory &other) {
    std::swap(start, other.start);
    std::swap(bytes, other.bytes);
    std::swap(mapping, other.mapping);
    std::swap(mappingBytes, other.mappingBytes);
  }

  char *start = nullptr;
  size_t bytes = 0;
  void *mapping = nullptr; // what mmap gave, if it was mmap
  size_t mappingBytes = 0;
};

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_MEMORY_H
