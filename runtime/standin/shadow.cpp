//===- shadow.cpp - Finding races between threads -------------------------===//

#include "standin/shadow.h"

#include "standin/device/interface.h"

#include <algorithm>
#include <cstdio>

namespace gradc::standin {

/// A kernel without a barrier races at every element; a few pairs of places
/// tell all.
constexpr size_t maxFindings = 8;

static bool sameThread(const Access &a, const Access &b) {
  return a.block == b.block && a.thread == b.thread;
}

static bool sameWarp(const Access &a, const Access &b) {
  return a.block == b.block &&
         a.thread / GRADC_STANDIN_WARP == b.thread / GRADC_STANDIN_WARP;
}

/// Whether `first`, the earlier one in this schedule, comes before `second` in
/// every schedule.
static bool isOrdered(const Access &first, const Access &second) {
  if (sameThread(first, second))
    return true;
  if (first.block == second.block && first.barriers < second.barriers)
    return true;
  return sameWarp(first, second) && first.warpSyncs < second.warpSyncs;
}

/// How hard it is for another access to be ordered after `a` and not after `b`.
static int distance(const Access &a, const Access &b) {
  if (a.block != b.block)
    return 3;
  if (!sameWarp(a, b))
    return 2;
  return a.thread != b.thread;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void Shadow::track(const void *data, size_t bytes, size_t elementBytes,
                   bool isShared) {
  const char *begin = static_cast<const char *>(data);
  size_t count = (bytes + elementBytes - 1) / elementBytes;
  regions.push_back({begin, begin + bytes, elementBytes, isShared,
                     std::vector<Element>(count)});
}

void Shadow::forgetShared() {
  regions.erase(std::remove_if(regions.begin(), regions.end(),
                               [](const Region &r) { return r.isShared; }),
                regions.end());
  last = 0;
}

Shadow::Region *Shadow::find(const char *address) {
  for (size_t i = 0; i < regions.size(); ++i) {
    size_t index =
        last + i < regions.size() ? last + i : last + i - regions.size();
    Region &region = regions[index];
    if (region.begin <= address && address < region.end) {
      last = index;
      return &region;
    }
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void Shadow::access(const void *pointer, size_t bytes, bool isWrite,
                    const Access &access) {
  const char *address = static_cast<const char *>(pointer);
  Region *region = find(address);
  if (!region)
    return;
  size_t first = (address - region->begin) / region->elementBytes;
  size_t end = (address - region->begin + bytes + region->elementBytes - 1) /
               region->elementBytes;
  end = std::min(end, region->elements.size());
  for (size_t i = first; i < end; ++i) {
    Element &element = region->elements[i];
    if (isWrite)
      write(element, access);
    else if (region->isShared && !element.write.pc)
      found("reads shared memory that nobody has written", access, access);
    else
      read(element, access);
  }
}

void Shadow::read(Element &element, const Access &access) {
  if (element.write.pc && !isOrdered(element.write, access))
    found("a write and a read", element.write, access);
  Access &newest = element.reads[0], &other = element.reads[1];
  // Whatever comes after this read comes after the reads before it too.
  if (other.pc && isOrdered(other, access))
    other = Access();
  if (newest.pc && !isOrdered(newest, access) &&
      (!other.pc || distance(newest, access) >= distance(other, access)))
    other = newest;
  newest = access;
}

void Shadow::write(Element &element, const Access &access) {
  if (element.write.pc && !isOrdered(element.write, access))
    found("two writes", element.write, access);
  for (const Access &read : element.reads)
    if (read.pc && !isOrdered(read, access))
      found("a read and a write", read, access);
  element = Element{access, {}};
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void Shadow::found(const char *what, const Access &first,
                   const Access &second) {
  if (findings.size() == maxFindings)
    return;
  for (const Finding &known : findings)
    if (known.first.pc == first.pc && known.second.pc == second.pc)
      return;
  findings.push_back({what, first, second});
}

static std::string describe(const Access &access) {
  char text[96];
  std::snprintf(text, sizeof text, "thread %u of block %u at @%p",
                access.thread, access.block, access.pc);
  return text;
}

std::string Shadow::report() const {
  std::string text;
  for (const Finding &finding : findings) {
    if (!text.empty())
      text += '\n';
    if (finding.first.pc == finding.second.pc &&
        sameThread(finding.first, finding.second))
      text += describe(finding.second) + " " + finding.what;
    else
      text += std::string(finding.what) +
              " of one element are not ordered: " + describe(finding.first) +
              ", " + describe(finding.second);
  }
  return text;
}

} // namespace gradc::standin
