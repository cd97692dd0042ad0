//===- byteorder.h - Numbers as files spell them ----------------*- C++ -*-===//

#ifndef GRADC_RUN_BYTEORDER_H
#define GRADC_RUN_BYTEORDER_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace gradc::run {

// The host is little-endian, as every target of gradc is.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "gradc runs on little-endian machines"
#endif

/// The little-endian number at `from`.
template <typename T>
T loadLittle(const uint8_t *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Appends `value`, little-endian.
template <typename T>
void appendLittle(std::string &to, T value) {
  to.append(reinterpret_cast<const char *>(&value), sizeof value);
}

/// The big-endian u32 at `from`.
inline uint32_t loadBig32(const uint8_t *from) {
  return uint32_t(from[0]) << 24 | uint32_t(from[1]) << 16 |
         uint32_t(from[2]) << 8 | uint32_t(from[3]);
}

/// Turns the bytes of each of `count` elements round.
inline void swapElements(uint8_t *data, size_t count, size_t itemSize) {
  for (size_t i = 0; i < count; ++i, data += itemSize)
    std::reverse(data, data + itemSize);
}

} // namespace gradc::run

#endif // GRADC_RUN_BYTEORDER_H
