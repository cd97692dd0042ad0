//===- npz.cpp - NumPy's archive of named arrays --------------------------===//

#include "npz.h"
#include "byteorder.h"
#include "fault.h"
#include "gzip.h"
#include "nearest.h"
#include "npy.h"

#include <fmt/ranges.h>

namespace gradc::run {

namespace {

constexpr uint32_t localMagic = 0x04034b50, centralMagic = 0x02014b50,
                   endMagic = 0x06054b50, end64Magic = 0x06064b50,
                   locator64Magic = 0x07064b50;
constexpr size_t localBytes = 30, centralBytes = 46, endBytes = 22,
                 end64Bytes = 56, locator64Bytes = 20;
constexpr uint16_t stored = 0, deflated = 8;
constexpr uint16_t zip64Tag = 1;

uint16_t load16(const uint8_t *p) { return loadLittle<uint16_t>(p); }
uint32_t load32(const uint8_t *p) { return loadLittle<uint32_t>(p); }
uint64_t load64(const uint8_t *p) { return loadLittle<uint64_t>(p); }

} // namespace

bool isZip(const Bytes &file) {
  return file.size >= 4 &&
         (load32(file.data) == localMagic || load32(file.data) == endMagic);
}

void NpzReader::damaged(const char *what) const {
  inputFault("{}: the .npz file is truncated or damaged: {}", path, what);
}

NpzReader::NpzReader(const Bytes &bytes, std::string name)
    : file(bytes), path(std::move(name)) {
  if (!isZip(file))
    inputFault("{}: expected a .npz file, found something else", path);
  if (file.size < endBytes)
    damaged("it has no directory");
  // The end record is last, but for a comment of up to 65535 bytes.
  size_t end = file.size - endBytes;
  size_t first = end > 0xffff ? end - 0xffff : 0;
  while (load32(file.data + end) != endMagic ||
         end + endBytes + load16(file.data + end + 20) != file.size) {
    if (end == first)
      damaged("it has no directory");
    --end;
  }
  const uint8_t *record = file.data + end;
  uint64_t count = load16(record + 10);
  uint64_t size = load32(record + 12), offset = load32(record + 16);
  if (end >= locator64Bytes &&
      load32(record - locator64Bytes) == locator64Magic) {
    uint64_t at = load64(record - locator64Bytes + 8);
    if (at > end || end - at < end64Bytes ||
        load32(file.data + at) != end64Magic)
      damaged("its directory is not where its end says");
    count = load64(file.data + at + 32);
    size = load64(file.data + at + 40);
    offset = load64(file.data + at + 48);
  }
  if (offset > end || size > end - offset)
    damaged("its directory is not where its end says");
  readDirectory(offset, size, count);
}

void NpzReader::readDirectory(uint64_t offset, uint64_t size, uint64_t count) {
  const uint8_t *entry = file.data + offset, *end = entry + size;
  for (uint64_t i = 0; i < count; ++i) {
    size_t left = static_cast<size_t>(end - entry);
    if (left < centralBytes || load32(entry) != centralMagic)
      damaged("its directory ends early");
    size_t nameBytes = load16(entry + 28), extraBytes = load16(entry + 30),
           commentBytes = load16(entry + 32);
    if (left - centralBytes < nameBytes + extraBytes + commentBytes)
      damaged("its directory ends early");
    Member member{load16(entry + 10), load32(entry + 16), load32(entry + 20),
                  load32(entry + 24), load32(entry + 42)};
    std::string name(reinterpret_cast<const char *>(entry + centralBytes),
                     nameBytes);

    // Sizes that do not fit 32 bits stand in an extra field, in this order.
    const uint8_t *extra = entry + centralBytes + nameBytes;
    const uint8_t *extraEnd = extra + extraBytes;
    while (extraEnd - extra >= 4) {
      uint16_t tag = load16(extra);
      const uint8_t *field = extra + 4;
      if (extraEnd - field < load16(extra + 2))
        damaged("its directory has a field that is too long");
      const uint8_t *fieldEnd = field + load16(extra + 2);
      if (tag == zip64Tag)
        for (uint64_t *value :
             {&member.bytes, &member.packedBytes, &member.headerOffset})
          if (*value == 0xffffffff && fieldEnd - field >= 8) {
            *value = load64(field);
            field += 8;
          }
      extra = fieldEnd;
    }

    constexpr std::string_view suffix = ".npy";
    if (name.size() > suffix.size() &&
        name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
      name.resize(name.size() - suffix.size());
    members[name] = member;
    entry += centralBytes + nameBytes + extraBytes + commentBytes;
  }
}

std::vector<std::string> NpzReader::names() const {
  std::vector<std::string> names;
  for (auto &[name, member] : members)
    names.push_back(name);
  return names;
}

Tensor NpzReader::read(const std::string &name) const {
  auto found = members.find(name);
  if (found == members.end())
    inputFault("{}: holds no array '{}'{}", path, name,
               hintAmong(name, names()));
  const Member &member = found->second;
  if (member.headerOffset > file.size ||
      file.size - member.headerOffset < localBytes ||
      load32(file.data + member.headerOffset) != localMagic)
    damaged("an array is not where its directory says");
  const uint8_t *header = file.data + member.headerOffset;
  uint64_t start = member.headerOffset + localBytes + load16(header + 26) +
                   load16(header + 28);
  if (start > file.size || file.size - start < member.packedBytes)
    damaged("an array is not where its directory says");
  if (load16(header + 6) & 1)
    inputFault("{}: the array '{}' is encrypted", path, name);

  Bytes data = file.slice(start, member.packedBytes);
  if (member.method == deflated) {
    constexpr uint64_t bestRatio = 1032;
    if (member.bytes > (member.packedBytes + 1) * bestRatio)
      damaged("an array claims an impossible size");
    Buffer content(member.bytes);
    if (!inflateRaw(data, content.data(), content.size()))
      damaged("an array cannot be decompressed");
    data = content.bytes();
  } else if (member.method != stored) {
    inputFault("{}: the array '{}' is compressed by method {}; only stored and "
               "deflated arrays are read",
               path, name, member.method);
  }
  if (data.size != member.bytes || crc32Of(data.data, data.size) != member.crc)
    damaged("an array's checksum does not fit");
  return readNpy(data, path + ":" + name);
}

void NpzWriter::add(const std::string &name, DType dtype, const Shape &shape,
                    const void *data) {
  std::string head = npyHeader(dtype, shape);
  uint64_t dataBytes = byteSize(shape, dtype).value_or(0);
  uint64_t bytes = head.size() + dataBytes;
  uint32_t crc = crc32Of(head.data(), head.size());
  if (dataBytes)
    crc = crc32Of(data, dataBytes, crc);
  std::string member = name + ".npy";
  uint64_t offset = file.size();

  // One form for all sizes: the 64-bit one.
  constexpr uint16_t version = 45, utf8 = 0x800, firstOfJanuary1980 = 0x21;
  auto common = [&](std::string &to) {
    appendLittle(to, version);
    appendLittle(to, utf8);
    appendLittle(to, stored);
    appendLittle(to, uint16_t(0));
    appendLittle(to, firstOfJanuary1980);
    appendLittle(to, crc);
    appendLittle(to, uint32_t(0xffffffff));
    appendLittle(to, uint32_t(0xffffffff));
    appendLittle(to, static_cast<uint16_t>(member.size()));
  };

  std::string local;
  appendLittle(local, localMagic);
  common(local);
  appendLittle(local, uint16_t(20));
  local += member;
  appendLittle(local, zip64Tag);
  appendLittle(local, uint16_t(16));
  appendLittle(local, bytes);
  appendLittle(local, bytes);
  file.write(local.data(), local.size());
  file.write(head.data(), head.size());
  file.write(data, dataBytes);

  appendLittle(directory, centralMagic);
  appendLittle(directory, version);
  common(directory);
  appendLittle(directory, uint16_t(28)); // extra
  appendLittle(directory, uint16_t(0));  // comment
  appendLittle(directory, uint16_t(0));  // disk
  appendLittle(directory, uint16_t(0));  // internal attributes
  appendLittle(directory, uint32_t(0));  // external attributes
  appendLittle(directory, uint32_t(0xffffffff));
  directory += member;
  appendLittle(directory, zip64Tag);
  appendLittle(directory, uint16_t(24));
  appendLittle(directory, bytes);
  appendLittle(directory, bytes);
  appendLittle(directory, offset);
  ++count;
}

void NpzWriter::commit() {
  uint64_t offset = file.size(), end64 = offset + directory.size();
  std::string end;
  appendLittle(end, end64Magic);
  appendLittle(end, uint64_t(end64Bytes - 12));
  appendLittle(end, uint16_t(45));
  appendLittle(end, uint16_t(45));
  appendLittle(end, uint32_t(0));
  appendLittle(end, uint32_t(0));
  appendLittle(end, count);
  appendLittle(end, count);
  appendLittle(end, uint64_t(directory.size()));
  appendLittle(end, offset);
  appendLittle(end, locator64Magic);
  appendLittle(end, uint32_t(0));
  appendLittle(end, end64);
  appendLittle(end, uint32_t(1));
  appendLittle(end, endMagic);
  appendLittle(end, uint16_t(0));
  appendLittle(end, uint16_t(0));
  appendLittle(end, uint16_t(0xffff));
  appendLittle(end, uint16_t(0xffff));
  appendLittle(end, uint32_t(0xffffffff));
  appendLittle(end, uint32_t(0xffffffff));
  appendLittle(end, uint16_t(0));
  file.write(directory.data(), directory.size());
  file.write(end.data(), end.size());
  file.commit();
}

} // namespace gradc::run
