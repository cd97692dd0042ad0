//===- sort.cpp - Sorting rows --------------------------------------------===//
//
// A merge sort of (key, position) pairs, a row at a time; then every operand is
// carried to its new place. Keys that are ordered totally become integers
// first.
//
//===----------------------------------------------------------------------===//

#include "core/sort.h"
#include "core/dtype.h"
#include "gradc/library.h"

#include <algorithm>
#include <cstring>

namespace gradc {
namespace {

template <typename Key>
struct Item {
  Key key;
  int64_t position;
};

/// Sorts `items` stably by `<` of the keys; returns where they then stand, in
/// `items` or in `other`.
template <typename Key>
Item<Key> *mergeSort(Item<Key> *items, Item<Key> *other, int64_t length) {
  auto less = [](const Item<Key> &a, const Item<Key> &b) {
    return a.key < b.key;
  };
  constexpr int64_t run = 16;
  for (int64_t first = 0; first < length; first += run) {
    int64_t end = std::min(first + run, length);
    for (int64_t i = first + 1; i < end; ++i) {
      Item<Key> item = items[i];
      int64_t j = i;
      for (; j > first && less(item, items[j - 1]); --j)
        items[j] = items[j - 1];
      items[j] = item;
    }
  }
  for (int64_t width = run; width < length; width *= 2) {
    for (int64_t first = 0; first < length; first += 2 * width) {
      int64_t middle = std::min(first + width, length);
      int64_t end = std::min(first + 2 * width, length);
      int64_t left = first, right = middle;
      for (int64_t to = first; to < end; ++to) {
        bool takeRight =
            right < end && (left == middle || less(items[right], items[left]));
        other[to] = items[takeRight ? right++ : left++];
      }
    }
    std::swap(items, other);
  }
  return items;
}

template <typename T>
T load(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Bits of a float as an integer that orders as
/// -NaN < -inf < ... < -0 < +0 < ... < inf < NaN.
template <typename Bits>
uint64_t orderBits(Bits bits) {
  constexpr Bits sign = Bits(1) << (8 * sizeof(Bits) - 1);
  return bits & sign ? Bits(~bits) : Bits(bits | sign);
}

/// An integer that orders as the element does.
uint64_t totalKey(uint32_t dtype, const char *from) {
  constexpr uint64_t sign = uint64_t(1) << 63;
  switch (dtype) {
  case GRADC_F64:
    return orderBits(load<uint64_t>(from));
  case GRADC_F32:
    return orderBits(load<uint32_t>(from));
  case GRADC_F16:
  case GRADC_BF16:
    return orderBits(load<uint16_t>(from));
  case GRADC_I8:
    return uint64_t(int64_t(load<int8_t>(from))) ^ sign;
  case GRADC_I16:
    return uint64_t(int64_t(load<int16_t>(from))) ^ sign;
  case GRADC_I32:
    return uint64_t(int64_t(load<int32_t>(from))) ^ sign;
  case GRADC_I64:
    return load<uint64_t>(from) ^ sign;
  case GRADC_U16:
    return load<uint16_t>(from);
  case GRADC_U32:
    return load<uint32_t>(from);
  case GRADC_U64:
    return load<uint64_t>(from);
  default: // ui8 and i1
    return load<uint8_t>(from);
  }
}

double floatKey(uint32_t dtype, const char *from) {
  switch (dtype) {
  case GRADC_F64:
    return load<double>(from);
  case GRADC_F32:
    return load<float>(from);
  case GRADC_F16:
    return f16ToFloat(load<uint16_t>(from));
  default:
    return bf16ToFloat(load<uint16_t>(from));
  }
}

struct Sort {
  explicit Sort(const int64_t *parameters)
      : operands(parameters[GRADC_SORT_OPERANDS]),
        outer(parameters[GRADC_SORT_OUTER]),
        length(parameters[GRADC_SORT_LENGTH]),
        inner(parameters[GRADC_SORT_INNER]),
        descending(parameters[GRADC_SORT_DESCENDING] != 0),
        dtypes(parameters + GRADC_SORT_DTYPES),
        byIntegers(parameters[GRADC_SORT_TOTAL_ORDER] ||
                   !isFloat(uint32_t(dtypes[0]))) {}

  template <typename Key>
  void sortRow(int64_t row, void *const *addresses, char *scratch) const;

  int64_t operands, outer, length, inner;
  bool descending;
  const int64_t *dtypes;
  bool byIntegers;
};

template <typename Key>
void Sort::sortRow(int64_t row, void *const *addresses, char *scratch) const {
  auto *items = reinterpret_cast<Item<Key> *>(scratch);
  Item<Key> *other = items + length;
  char *carried = reinterpret_cast<char *>(other + length);

  uint32_t keyType = uint32_t(dtypes[0]);
  size_t size = dtypeSize(keyType);
  int64_t start = row / inner * length * inner + row % inner;
  const char *from = static_cast<const char *>(addresses[0]) + start * size;
  for (int64_t i = 0; i < length; ++i, from += inner * size) {
    items[i].position = i;
    if constexpr (sizeof(Key) == sizeof(uint64_t) && Key(0.5) == 0) {
      uint64_t key = totalKey(keyType, from);
      items[i].key = descending ? ~key : key;
    } else {
      // Negation turns the order round and leaves NaN unordered.
      double key = floatKey(keyType, from);
      items[i].key = descending ? -key : key;
    }
  }
  const Item<Key> *sorted = mergeSort(items, other, length);

  for (int64_t operand = 0; operand < operands; ++operand) {
    size = dtypeSize(uint32_t(dtypes[operand]));
    from = static_cast<const char *>(addresses[operand]) + start * size;
    char *to =
        static_cast<char *>(addresses[operands + operand]) + start * size;
    // By way of the scratch, for the output may be the input.
    for (int64_t i = 0; i < length; ++i)
      std::memcpy(carried + i * size, from + sorted[i].position * inner * size,
                  size);
    for (int64_t i = 0; i < length; ++i)
      std::memcpy(to + i * inner * size, carried + i * size, size);
  }
}

} // namespace

void prepareSort(const int64_t *parameters, Workspace &workspace) {
  size_t length = size_t(parameters[GRADC_SORT_LENGTH]);
  workspace.require(length * (2 * sizeof(Item<uint64_t>) + sizeof(uint64_t)));
}

void runSort(const int64_t *parameters, void *const *addresses,
             ThreadPool &pool, const Workspace &workspace) {
  Sort sort(parameters);
  if (sort.length == 0)
    return;
  auto body = [&](int64_t begin, int64_t end, int thread) {
    for (int64_t row = begin; row < end; ++row)
      if (sort.byIntegers)
        sort.sortRow<uint64_t>(row, addresses, workspace.of(thread));
      else
        sort.sortRow<double>(row, addresses, workspace.of(thread));
  };
  pool.parallelFor(sort.outer * sort.inner, body);
}

} // namespace gradc
