//===- tensor.h - Element types and tensors of host memory ------*- C++ -*-===//

#ifndef GRADC_RUN_TENSOR_H
#define GRADC_RUN_TENSOR_H

#include "file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gradc::run {

/// The numbers are those of gradc_dtype_t.
enum class DType {
  F32,
  F64,
  F16,
  BF16,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  Bool
};

constexpr int numDTypes = 13;

/// Bytes of one element.
size_t itemSize(DType type);

/// The name a model file has for it: "f32", "i32", "ui8", "i1" for bool.
std::string_view nameOf(DType type);

bool isFloat(DType type);

using Shape = std::vector<int64_t>;

/// "[60000, 28, 28]".
std::string toString(const Shape &shape);

/// Bytes that `shape` takes, or nothing if that passes 2^62 or a size is
/// negative. What a file claims about itself goes through here.
std::optional<uint64_t> byteSize(const Shape &shape, DType type);

/// A row-major tensor. `bytes` has exactly the size that shape and type give
/// and need not be aligned: elements are read with memcpy.
struct Tensor {
  DType dtype = DType::F32;
  Shape shape;
  Bytes bytes;

  int64_t elements() const {
    return static_cast<int64_t>(bytes.size / itemSize(dtype));
  }
};

} // namespace gradc::run

#endif // GRADC_RUN_TENSOR_H
