//===- file.h - Reading by mapping, writing aside ---------------*- C++ -*-===//

#ifndef GRADC_RUN_FILE_H
#define GRADC_RUN_FILE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace gradc::run {

/// A piece of read-only memory together with what keeps it alive.
struct Bytes {
  const uint8_t *data = nullptr;
  size_t size = 0;
  std::shared_ptr<const void> owner;

  /// The `length` bytes from `offset`, which the caller has checked to exist.
  Bytes slice(size_t offset, size_t length) const {
    return {data + offset, length, owner};
  }
};

/// Memory that is still being filled; `bytes()` hands it on.
class Buffer {
public:
  explicit Buffer(size_t size)
      : storage(new uint8_t[size ? size : 1]), length(size) {}
  uint8_t *data() const { return storage.get(); }
  size_t size() const { return length; }
  Bytes bytes() const { return {storage.get(), length, storage}; }

private:
  std::shared_ptr<uint8_t[]> storage;
  size_t length;
};

/// Maps the regular file `path`. Nothing is read before it is looked at.
Bytes mapFile(const std::string &path);

/// A file that appears under its name whole or not at all: it is written as
/// `path.tmp`, synced, then renamed. Whatever fails throws a machine fault; a
/// file that was not committed is removed by the destructor.
class AsideFile {
public:
  explicit AsideFile(std::string path);
  AsideFile(const AsideFile &) = delete;
  AsideFile &operator=(const AsideFile &) = delete;
  ~AsideFile();

  /// Appends `size` bytes.
  void write(const void *data, size_t size);
  /// Replaces bytes that were written before.
  void overwrite(uint64_t offset, const void *data, size_t size);
  /// Bytes appended so far.
  uint64_t size() const { return written; }
  /// Syncs the file, gives it its name and syncs the folder.
  void commit();

private:
  [[noreturn]] void fail(const char *what);

  std::string path, temporary;
  int descriptor = -1;
  uint64_t written = 0;
  bool committed = false;
};

} // namespace gradc::run

#endif // GRADC_RUN_FILE_H
