//===- shared_memory.h - The shared arrays of a block -----------*- C++ -*-===//

#ifndef GRADC_RUNTIME_STANDIN_SHARED_MEMORY_H
#define GRADC_RUNTIME_STANDIN_SHARED_MEMORY_H

#include <cstddef>
#include <vector>

namespace gradc::standin {

class Shadow;

/// Arrays by their declarations. Each is filled with 0xff, a NaN, for every
/// block anew, and has a redzone on either side.
class SharedMemory {
public:
  /// What a block of any GPU may declare.
  static constexpr size_t maxBytes = 48 << 10;

  SharedMemory();
  SharedMemory(const SharedMemory &) = delete;
  ~SharedMemory();

  /// The arrays of a new block: none yet.
  void reset();

  /// The array of the declaration of `name` at this place; null if the block's
  /// arrays would have more than maxBytes. `shadow` gets to know new ones.
  void *find(size_t elementBytes, size_t count, const char *name,
             const char *file, int line, Shadow *shadow);

private:
  struct Array {
    const char *name, *file;
    int line;
    char *data;
    size_t bytes;
  };

  std::vector<Array> arrays;
  char *memory;
  size_t used = 0;
  size_t declared = 0;
};

} // namespace gradc::standin

#endif // GRADC_RUNTIME_STANDIN_SHARED_MEMORY_H
