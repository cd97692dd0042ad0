//===- tensor.cpp - Element types and tensors of host memory --------------===//

#include "tensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gradc::run {

namespace {

struct TypeRecord {
  std::string_view name;
  size_t bytes;
};

/// In the order of DType.
constexpr TypeRecord types[numDTypes] = {
    {"f32", 4},  {"f64", 8},  {"f16", 2}, {"bf16", 2}, {"i8", 1},
    {"i16", 2},  {"i32", 4},  {"i64", 8}, {"ui8", 1},  {"ui16", 2},
    {"ui32", 4}, {"ui64", 8}, {"i1", 1}};

const TypeRecord &record(DType type) { return types[static_cast<int>(type)]; }

} // namespace

size_t itemSize(DType type) { return record(type).bytes; }

std::string_view nameOf(DType type) { return record(type).name; }

bool isFloat(DType type) {
  return type == DType::F32 || type == DType::F64 || type == DType::F16 ||
         type == DType::BF16;
}

std::string toString(const Shape &shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

std::optional<uint64_t> byteSize(const Shape &shape, DType type) {
  constexpr uint64_t limit = uint64_t(1) << 62;
  // A zero anywhere makes the whole zero, whatever the other sizes claim.
  uint64_t product = itemSize(type);
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return std::nullopt;
    if (size == 0)
      empty = true;
    else if (product > limit / static_cast<uint64_t>(size))
      return std::nullopt;
    else
      product *= static_cast<uint64_t>(size);
  }
  return empty ? 0 : product;
}

} // namespace gradc::run
