//===- npz.h - NumPy's archive of named arrays ------------------*- C++ -*-===//
//
// An .npz file is a zip archive with one .npy file for each array, stored or
// deflated. Stored arrays are used where the archive is mapped.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUN_NPZ_H
#define GRADC_RUN_NPZ_H

#include "tensor.h"

#include <map>

namespace gradc::run {

bool isZip(const Bytes &file);

class NpzReader {
public:
  /// Reads the archive's directory; `path` is for messages.
  NpzReader(const Bytes &file, std::string path);

  bool has(const std::string &name) const { return members.count(name); }
  /// Names of the arrays, sorted.
  std::vector<std::string> names() const;
  /// The array called `name`; an input fault that lists the names if there is
  /// none. Checks the archive's checksum.
  Tensor read(const std::string &name) const;

private:
  struct Member {
    uint16_t method;
    uint32_t crc;
    uint64_t packedBytes, bytes, headerOffset;
  };
  void readDirectory(uint64_t offset, uint64_t bytes, uint64_t count);
  [[noreturn]] void damaged(const char *what) const;

  Bytes file;
  std::string path;
  std::map<std::string, Member> members;
};

/// Writes an archive of stored arrays, which appears whole or not at all.
class NpzWriter {
public:
  explicit NpzWriter(const std::string &path) : file(path) {}

  void add(const std::string &name, DType dtype, const Shape &shape,
           const void *data);
  /// Writes the directory and gives the file its name.
  void commit();

private:
  AsideFile file;
  std::string directory;
  uint64_t count = 0;
};

} // namespace gradc::run

#endif // GRADC_RUN_NPZ_H
