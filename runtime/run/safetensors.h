//===- safetensors.h - The safetensors format -------------------*- C++ -*-===//
//
// Eight bytes with the length of a JSON header, the header (for each tensor its
// type, shape and place; strings under "__metadata__"), then the data. Files
// are written with the data at a multiple of 64 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUN_SAFETENSORS_H
#define GRADC_RUN_SAFETENSORS_H

#include "tensor.h"

#include <map>

namespace gradc::run {

using Metadata = std::map<std::string, std::string>;

/// The metadata key of the CRC-32 (eight hexadecimal digits) over the whole
/// file, computed with zeros in the place of its digits.
inline constexpr const char *checksumKey = "gradc.checksum";

struct Safetensors {
  Metadata metadata;
  std::map<std::string, Tensor> tensors;
};

/// Reads `path`. Every byte of the data must belong to exactly one tensor. If
/// the metadata has a checksum it must fit.
Safetensors readSafetensors(const std::string &path);

/// What a file to be written holds.
struct TensorPlan {
  std::string name;
  DType dtype;
  Shape shape;
};

/// Writes a file tensor by tensor; it appears whole or not at all.
class SafetensorsWriter {
public:
  /// Writes the header. Other safetensors readers want no tensor at an odd
  /// address of its type; the caller orders the plan if it cares.
  SafetensorsWriter(const std::string &path, Metadata metadata,
                    const std::vector<TensorPlan> &plan);

  /// Appends the data of the next tensor of the plan.
  void write(const void *data, size_t bytes);
  /// Fills in the checksum and gives the file its name.
  void commit();

private:
  AsideFile file;
  size_t checksumOffset = 0;
  uint32_t crc = 0;
};

} // namespace gradc::run

#endif // GRADC_RUN_SAFETENSORS_H
