//===- Arena.cpp - Offsets for values that come and go --------------------===//

#include "passes/schedule/Arena.h"

#include "dialects/rt/Rt.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace gradc::schedule;

void Arena::take(int64_t offset) {
  auto it = freeByOffset.find(offset);
  freeBySize.erase({it->second, offset});
  freeByOffset.erase(it);
}

void Arena::put(int64_t offset, int64_t bytes) {
  freeByOffset[offset] = bytes;
  freeBySize.insert({bytes, offset});
}

int64_t Arena::allocate(int64_t bytes) {
  bytes = llvm::alignTo(bytes, rt::kAlignment);
  if (bytes == 0)
    return 0;
  live += bytes;
  peak = std::max(peak, live);
  auto fit = freeBySize.lower_bound({bytes, 0});
  if (fit != freeBySize.end()) {
    auto [found, offset] = *fit;
    take(offset);
    if (found > bytes)
      put(offset + bytes, found - bytes);
    return offset;
  }
  // A hole that touches the end only has to grow.
  int64_t offset = size;
  if (!freeByOffset.empty()) {
    auto [last, found] = *freeByOffset.rbegin();
    if (last + found == size) {
      take(last);
      offset = last;
    }
  }
  size = offset + bytes;
  return offset;
}

void Arena::release(int64_t offset, int64_t bytes) {
  bytes = llvm::alignTo(bytes, rt::kAlignment);
  if (bytes == 0)
    return;
  live -= bytes;
  auto next = freeByOffset.lower_bound(offset);
  if (next != freeByOffset.end() && next->first == offset + bytes) {
    bytes += next->second;
    take(next->first);
    next = freeByOffset.lower_bound(offset);
  }
  if (next != freeByOffset.begin()) {
    auto previous = std::prev(next);
    if (previous->first + previous->second == offset) {
      offset = previous->first;
      bytes += previous->second;
      take(offset);
    }
  }
  put(offset, bytes);
}
