//===- shared_memory.cpp - The shared arrays of a block -------------------===//

#include "standin/shared_memory.h"

#include "standin/sanitizers.h"
#include "standin/shadow.h"

#include <cstring>
#include <new>
#include <sys/mman.h>

namespace gradc::standin {

/// As large as the longest vector access, rounded up to a cache line.
constexpr size_t redzoneBytes = 64;

/// Room for maxBytes in arrays of one element each.
constexpr size_t memoryBytes = SharedMemory::maxBytes * 2 * redzoneBytes;

SharedMemory::SharedMemory() {
  void *mapped = mmap(nullptr, memoryBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    throw std::bad_alloc();
  memory = static_cast<char *>(mapped);
}

SharedMemory::~SharedMemory() {
  unpoison(memory, used);
  munmap(memory, memoryBytes);
}

void SharedMemory::reset() {
  arrays.clear();
  used = declared = 0;
}

void *SharedMemory::find(size_t elementBytes, size_t count, const char *name,
                         const char *file, int line, Shadow *shadow) {
  for (const Array &array : arrays)
    if (array.line == line && !std::strcmp(array.name, name) &&
        !std::strcmp(array.file, file))
      return array.data;

  size_t bytes = elementBytes * count;
  if (bytes > maxBytes - declared)
    return nullptr;
  declared += bytes;
  size_t padded = (bytes + redzoneBytes - 1) / redzoneBytes * redzoneBytes;
  char *data = memory + used + redzoneBytes;
  poison(memory + used, redzoneBytes + padded + redzoneBytes);
  unpoison(data, bytes);
  used += redzoneBytes + padded;
  std::memset(data, 0xff, bytes);
  if (shadow)
    shadow->track(data, bytes, elementBytes, /*isShared=*/true);
  arrays.push_back({name, file, line, data, bytes});
  return data;
}

} // namespace gradc::standin
