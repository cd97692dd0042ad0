//===- idx.cpp - The IDX format of MNIST and its kin ----------------------===//

#include "idx.h"
#include "byteorder.h"
#include "fault.h"
#include "gzip.h"

namespace gradc::run {

namespace {

struct Header {
  DType dtype = DType::U8;
  Shape shape;
  uint64_t dataBytes = 0;
};

std::optional<DType> idxType(uint8_t code) {
  switch (code) {
  case 0x08:
    return DType::U8;
  case 0x09:
    return DType::I8;
  case 0x0B:
    return DType::I16;
  case 0x0C:
    return DType::I32;
  case 0x0D:
    return DType::F32;
  case 0x0E:
    return DType::F64;
  }
  return std::nullopt;
}

constexpr size_t prefixBytes = 4;

size_t sizesBytes(const uint8_t *prefix) { return size_t(prefix[3]) * 4; }

Header parseHeader(const uint8_t *prefix, const uint8_t *sizes,
                   const std::string &path) {
  auto dtype = idxType(prefix[2]);
  if (prefix[0] || prefix[1] || !dtype)
    inputFault("{}: expected an IDX file, whose first bytes are 00 00, a type "
               "and a rank, found {:02x} {:02x} {:02x} {:02x}",
               path, prefix[0], prefix[1], prefix[2], prefix[3]);
  Header header;
  header.dtype = *dtype;
  for (int i = 0; i < prefix[3]; ++i)
    header.shape.push_back(loadBig32(sizes + 4 * i));
  auto bytes = byteSize(header.shape, header.dtype);
  if (!bytes)
    inputFault("{}: its header claims the impossible shape {}", path,
               toString(header.shape));
  header.dataBytes = *bytes;
  return header;
}

[[noreturn]] void truncated(const std::string &path) {
  inputFault("{}: the file is truncated: it ends within the IDX header", path);
}

[[noreturn]] void wrongSize(const std::string &path, const Header &header,
                            uint64_t found, bool more) {
  inputFault("{}: {}: expected {} bytes of data for shape {} of {}, found {}{}",
             path,
             found < header.dataBytes ? "the file is truncated"
                                      : "bytes stand after the end of the data",
             header.dataBytes, toString(header.shape), nameOf(header.dtype),
             found, more ? " or more" : "");
}

} // namespace

bool isIdx(const Bytes &file) {
  return file.size >= prefixBytes && file.data[0] == 0 && file.data[1] == 0 &&
         idxType(file.data[2]);
}

Tensor readIdx(const Bytes &file, const std::string &path) {
  if (file.size < prefixBytes ||
      file.size - prefixBytes < sizesBytes(file.data))
    truncated(path);
  Header header = parseHeader(file.data, file.data + prefixBytes, path);
  size_t start = prefixBytes + sizesBytes(file.data);
  if (file.size - start != header.dataBytes)
    wrongSize(path, header, file.size - start, false);
  Bytes data = file.slice(start, header.dataBytes);
  if (size_t item = itemSize(header.dtype); item > 1) {
    Buffer swapped(data.size);
    if (data.size)
      std::memcpy(swapped.data(), data.data, data.size);
    swapElements(swapped.data(), data.size / item, item);
    data = swapped.bytes();
  }
  return {header.dtype, header.shape, data};
}

Tensor readIdxGzip(const Bytes &file, const std::string &path) {
  GzipReader reader(file, path);
  uint8_t prefix[prefixBytes], sizes[4 * 255];
  if (reader.read(prefix, prefixBytes) != prefixBytes)
    truncated(path);
  size_t wanted = sizesBytes(prefix);
  // Looked at before the sizes are read: another format has none.
  if (prefix[0] == 0 && prefix[1] == 0 && reader.read(sizes, wanted) != wanted)
    truncated(path);
  Header header = parseHeader(prefix, sizes, path);
  if (header.dataBytes > reader.mostBytes())
    inputFault("{}: the file is truncated: shape {} of {} cannot come out of "
               "{} compressed bytes",
               path, toString(header.shape), nameOf(header.dtype), file.size);
  Buffer data(header.dataBytes);
  size_t found = reader.read(data.data(), data.size());
  if (found != data.size())
    wrongSize(path, header, found, false);
  if (!reader.atEnd())
    wrongSize(path, header, found + 1, true);
  if (size_t item = itemSize(header.dtype); item > 1)
    swapElements(data.data(), data.size() / item, item);
  return {header.dtype, header.shape, data.bytes()};
}

} // namespace gradc::run
