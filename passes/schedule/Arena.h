//===- Arena.h - Offsets for values that come and go ------------*- C++ -*-===//

#ifndef GRADC_PASSES_SCHEDULE_ARENA_H
#define GRADC_PASSES_SCHEDULE_ARENA_H

#include <cstdint>
#include <map>
#include <set>

namespace gradc::schedule {

/// Places blocks in a growing piece of memory, in the order of time: best fit
/// among what is free, else at the end. Logarithmic in the number of blocks.
class Arena {
public:
  /// The offset of `bytes` bytes, which stay taken until released. Sizes and
  /// offsets are multiples of the alignment.
  int64_t allocate(int64_t bytes);
  void release(int64_t offset, int64_t bytes);

  /// The most that was ever taken, holes included.
  int64_t getBytes() const { return size; }
  /// The most that was ever taken at once, without holes: what no placement
  /// can go below for this order.
  int64_t getLowerBound() const { return peak; }

private:
  void take(int64_t offset);
  void put(int64_t offset, int64_t bytes);

  std::map<int64_t, int64_t> freeByOffset;
  std::set<std::pair<int64_t, int64_t>> freeBySize; // (bytes, offset)
  int64_t size = 0;
  int64_t live = 0;
  int64_t peak = 0;
};

} // namespace gradc::schedule

#endif // GRADC_PASSES_SCHEDULE_ARENA_H
