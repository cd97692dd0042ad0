//===- shadow.h - Finding races between threads -----------------*- C++ -*-===//
//
// Kernels compiled with -fsanitize=thread tell of every access; instead of the
// sanitizer's library this file listens. Threads of a GPU meet in two ways
// only, the whole block or a whole warp, so what is ordered can be told
// exactly: two threads of a block by a barrier between the accesses, two of a
// warp by a
// __syncwarp as well, two of different blocks by nothing. Neither the schedule
// nor the number of threads changes what is found.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUNTIME_STANDIN_SHADOW_H
#define GRADC_RUNTIME_STANDIN_SHADOW_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gradc::standin {

/// Who accessed memory, and after how many meetings.
struct Access {
  uint32_t block = 0, thread = 0;
  uint32_t barriers = 0;    // of the block so far
  uint32_t warpSyncs = 0;   // of the warp so far
  const void *pc = nullptr; // null: there was no access
};

class Shadow {
public:
  /// Watches elements of memory; `isShared` ones are uninitialised.
  void track(const void *data, size_t bytes, size_t elementBytes,
             bool isShared);

  /// Forgets the shared arrays, for a new block.
  void forgetShared();

  /// An access by a kernel. What is not watched, such as a thread's own stack,
  /// can't be a race.
  void access(const void *address, size_t bytes, bool isWrite,
              const Access &access);

  /// What was found, a line a pair of places; empty if nothing. Places are
  /// addresses of code, written as @0x401234.
  std::string report() const;

private:
  /// An element: its last write and two of the reads since then. Of several
  /// reads those are kept that the fewest later writes are ordered after.
  struct Element {
    Access write, reads[2];
  };
  struct Region {
    const char *begin, *end;
    size_t elementBytes;
    bool isShared;
    std::vector<Element> elements;
  };
  struct Finding {
    const char *what;
    Access first, second;
  };

  Region *find(const char *address);
  void read(Element &element, const Access &access);
  void write(Element &element, const Access &access);
  void found(const char *what, const Access &first, const Access &second);

  std::vector<Region> regions;
  size_t last = 0; // index of the region found last
  std::vector<Finding> findings;
};

} // namespace gradc::standin

#endif // GRADC_RUNTIME_STANDIN_SHADOW_H
