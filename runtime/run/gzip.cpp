//===- gzip.cpp - Streaming out of a gzip'd file --------------------------===//

#include "gzip.h"
#include "fault.h"

#include <algorithm>
#include <limits>

namespace gradc::run {

namespace {

/// zlib counts in unsigned int; larger pieces go in turns of this size.
constexpr size_t turn = std::numeric_limits<int>::max();

} // namespace

bool isGzip(const Bytes &file) {
  return file.size >= 2 && file.data[0] == 0x1f && file.data[1] == 0x8b;
}

GzipReader::GzipReader(Bytes bytes, std::string name)
    : file(std::move(bytes)), path(std::move(name)) {
  constexpr int gzipOnly = 16 + MAX_WBITS;
  if (inflateInit2(&stream, gzipOnly) != Z_OK)
    machineFault("{}: no memory to decompress it", path);
}

GzipReader::~GzipReader() { inflateEnd(&stream); }

uint64_t GzipReader::mostBytes() const {
  return (static_cast<uint64_t>(file.size) + 1) * 1032;
}

size_t GzipReader::read(uint8_t *target, size_t size) {
  size_t done = 0;
  while (done < size && !ended) {
    size_t room = std::min(size - done, turn);
    size_t left = std::min(file.size - consumed, turn);
    stream.next_out = target + done;
    stream.avail_out = static_cast<uInt>(room);
    stream.next_in = const_cast<Bytef *>(file.data + consumed);
    stream.avail_in = static_cast<uInt>(left);
    int result = inflate(&stream, Z_NO_FLUSH);
    done += room - stream.avail_out;
    consumed += left - stream.avail_in;
    if (result == Z_STREAM_END) {
      // A gzip file may be several, one behind the other.
      Bytes rest = file.slice(consumed, file.size - consumed);
      if (isGzip(rest))
        inflateReset(&stream);
      else if (rest.size == 0)
        ended = true;
      else
        inputFault("{}: {} bytes stand after the end of its gzip data", path,
                   rest.size);
    } else if (result == Z_MEM_ERROR) {
      machineFault("{}: no memory to decompress it", path);
    } else if (result == Z_BUF_ERROR && consumed == file.size) {
      inputFault("{}: the file is truncated: its gzip data ends early", path);
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      inputFault("{}: its gzip data is damaged: {}", path,
                 stream.msg ? stream.msg : "no such block");
    }
  }
  return done;
}

bool GzipReader::atEnd() {
  uint8_t byte;
  return read(&byte, 1) == 0;
}

bool inflateRaw(const Bytes &compressed, uint8_t *target, size_t size) {
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return false;
  size_t in = 0, out = 0;
  int result = Z_OK;
  uint8_t beyond; // room for the byte too many that a wrong size would give
  while (result == Z_OK) {
    size_t left = std::min(compressed.size - in, turn);
    size_t room = out < size ? std::min(size - out, turn) : 1;
    stream.next_in = const_cast<Bytef *>(compressed.data + in);
    stream.avail_in = static_cast<uInt>(left);
    stream.next_out = out < size ? target + out : &beyond;
    stream.avail_out = static_cast<uInt>(room);
    result = inflate(&stream, Z_NO_FLUSH);
    in += left - stream.avail_in;
    size_t produced = room - stream.avail_out;
    if (out == size && produced > 0)
      result = Z_DATA_ERROR;
    out += produced;
  }
  inflateEnd(&stream);
  return result == Z_STREAM_END && out == size && in == compressed.size;
}

uint32_t crc32Of(const void *data, size_t size, uint32_t crc) {
  return static_cast<uint32_t>(
      crc32_z(crc, static_cast<const Bytef *>(data), size));
}

} // namespace gradc::run
