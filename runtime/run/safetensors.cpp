//===- safetensors.cpp - The safetensors format ---------------------------===//

#include "safetensors.h"
#include "byteorder.h"
#include "fault.h"
#include "gzip.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

namespace gradc::run {

namespace {

using Json = nlohmann::json;

constexpr size_t lengthBytes = 8;
constexpr uint64_t maxHeaderBytes = 100'000'000; // the format's own limit
constexpr std::string_view noChecksum = "00000000";

struct TypeRecord {
  std::string_view name;
  DType dtype;
};

constexpr TypeRecord types[] = {
    {"F32", DType::F32},   {"F64", DType::F64}, {"F16", DType::F16},
    {"BF16", DType::BF16}, {"I8", DType::I8},   {"I16", DType::I16},
    {"I32", DType::I32},   {"I64", DType::I64}, {"U8", DType::U8},
    {"U16", DType::U16},   {"U32", DType::U32}, {"U64", DType::U64},
    {"BOOL", DType::Bool}};

/// Where a tensor's data begins and ends, from the start of all data.
struct Extent {
  uint64_t begin, end;
};

/// How the checksum stands in the header's text.
std::string checksumText(std::string_view digits) {
  return fmt::format("\"{}\":\"{}\"", checksumKey, digits);
}

[[noreturn]] void damaged(const std::string &path, const std::string &what) {
  inputFault("{}: the safetensors header is damaged: {}", path, what);
}

/// Reads the record of one tensor; `data` is all of the file's data.
Tensor readRecord(const Json &record, const std::string &name,
                  const Bytes &data, const std::string &path, Extent &extent) {
  std::string typeName = record.at("dtype").get<std::string>();
  Tensor tensor;
  const TypeRecord *type = nullptr;
  for (const TypeRecord &candidate : types)
    if (candidate.name == typeName)
      type = &candidate;
  if (!type)
    inputFault("{}: tensor '{}' has the type {}, which is not read here", path,
               name, typeName);
  tensor.dtype = type->dtype;
  for (const Json &size : record.at("shape")) {
    if (!size.is_number_unsigned() || size.get<uint64_t>() >> 62)
      damaged(path, "a size is no number of elements");
    tensor.shape.push_back(size.get<int64_t>());
  }
  const Json &offsets = record.at("data_offsets");
  if (offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
      !offsets[1].is_number_unsigned())
    damaged(path, "a place is no pair of offsets");
  extent = {offsets[0].get<uint64_t>(), offsets[1].get<uint64_t>()};
  auto bytes = byteSize(tensor.shape, tensor.dtype);
  if (extent.begin > extent.end || !bytes ||
      extent.end - extent.begin != *bytes)
    damaged(path, fmt::format("shape and place of '{}' disagree", name));
  if (extent.end > data.size)
    inputFault("{}: the file is truncated: expected at least {} bytes of data, "
               "found {}",
               path, extent.end, data.size);
  tensor.bytes = data.slice(extent.begin, *bytes);
  return tensor;
}

/// Compares the checksum over the file with the one in its header.
void checkChecksum(const Bytes &file, std::string header,
                   const std::string &expected, const std::string &path) {
  size_t place = header.find(checksumText(expected));
  bool fits = place != std::string::npos;
  if (fits) {
    header.replace(place, checksumText(expected).size(),
                   checksumText(noChecksum));
    uint32_t crc = crc32Of(file.data, lengthBytes);
    crc = crc32Of(header.data(), header.size(), crc);
    size_t start = lengthBytes + header.size();
    crc = crc32Of(file.data + start, file.size - start, crc);
    fits = fmt::format("{:08x}", crc) == expected;
  }
  if (!fits)
    inputFault("{}: the file was edited or damaged: its checksum does not fit",
               path);
}

Safetensors parse(const Bytes &file, const std::string &path) {
  if (file.size < lengthBytes)
    inputFault("{}: the file is truncated: it ends within the length of the "
               "safetensors header",
               path);
  uint64_t headerBytes = loadLittle<uint64_t>(file.data);
  if (headerBytes > maxHeaderBytes || headerBytes < 2 ||
      (file.size > lengthBytes && file.data[lengthBytes] != '{'))
    inputFault("{}: expected a safetensors file, found something else", path);
  if (headerBytes > file.size - lengthBytes)
    inputFault("{}: the file is truncated: it ends within the safetensors "
               "header",
               path);
  const char *text = reinterpret_cast<const char *>(file.data + lengthBytes);
  std::string header(text, headerBytes);
  Json json = Json::parse(header);
  size_t start = lengthBytes + headerBytes;
  Bytes data = file.slice(start, file.size - start);

  Safetensors result;
  std::vector<Extent> extents;
  for (auto &[name, record] : json.items()) {
    if (name == "__metadata__") {
      for (auto &[key, value] : record.items())
        result.metadata[key] = value.get<std::string>();
      continue;
    }
    Extent extent = {};
    result.tensors[name] = readRecord(record, name, data, path, extent);
    extents.push_back(extent);
  }
  std::sort(extents.begin(), extents.end(),
            [](const Extent &a, const Extent &b) {
              return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
            });
  uint64_t covered = 0;
  for (const Extent &extent : extents) {
    if (extent.begin != covered)
      damaged(path, "the places of its tensors overlap or leave a hole");
    covered = extent.end;
  }
  if (covered != data.size)
    inputFault("{}: bytes stand after the end of the data: expected {} bytes "
               "of data, found {}",
               path, covered, data.size);
  if (auto found = result.metadata.find(checksumKey);
      found != result.metadata.end())
    checkChecksum(file, std::move(header), found->second, path);
  return result;
}

} // namespace

Safetensors readSafetensors(const std::string &path) {
  Bytes file = mapFile(path);
  try {
    return parse(file, path);
  } catch (const Json::exception &) {
    damaged(path, "it is not the JSON that the format asks for");
  }
}

SafetensorsWriter::SafetensorsWriter(const std::string &path, Metadata metadata,
                                     const std::vector<TensorPlan> &plan)
    : file(path) {
  // Written in the plan's order, so that a person finds things.
  nlohmann::ordered_json json;
  metadata[checksumKey] = noChecksum;
  for (auto &[key, value] : metadata)
    json["__metadata__"][key] = value;
  uint64_t offset = 0;
  for (const TensorPlan &tensor : plan) {
    std::string_view typeName;
    for (const TypeRecord &type : types)
      if (type.dtype == tensor.dtype)
        typeName = type.name;
    uint64_t end = offset + byteSize(tensor.shape, tensor.dtype).value_or(0);
    json[tensor.name] = {{"dtype", typeName},
                         {"shape", tensor.shape},
                         {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string header =
      json.dump(-1, ' ', false, Json::error_handler_t::replace);
  constexpr size_t alignment = 64;
  size_t padded =
      (lengthBytes + header.size() + alignment - 1) / alignment * alignment;
  header.resize(padded - lengthBytes, ' ');
  std::string head;
  appendLittle(head, static_cast<uint64_t>(header.size()));
  head += header;
  checksumOffset = head.find(checksumText(noChecksum)) +
                   checksumText(noChecksum).size() - 1 - noChecksum.size();
  crc = crc32Of(head.data(), head.size());
  file.write(head.data(), head.size());
}

void SafetensorsWriter::write(const void *data, size_t bytes) {
  if (bytes == 0)
    return;
  crc = crc32Of(data, bytes, crc);
  file.write(data, bytes);
}

void SafetensorsWriter::commit() {
  std::string digits = fmt::format("{:08x}", crc);
  file.overwrite(checksumOffset, digits.data(), digits.size());
  file.commit();
}

} // namespace gradc::run
