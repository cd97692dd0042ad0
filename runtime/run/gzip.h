//===- gzip.h - Streaming out of a gzip'd file ------------------*- C++ -*-===//

#ifndef GRADC_RUN_GZIP_H
#define GRADC_RUN_GZIP_H

#include "file.h"

#include <zlib.h>

namespace gradc::run {

bool isGzip(const Bytes &file);

/// Reads the content of a gzip'd file front to back, so that a reader which
/// knows its size inflates straight into place. Damage throws an input fault.
class GzipReader {
public:
  GzipReader(Bytes file, std::string path);
  GzipReader(const GzipReader &) = delete;
  GzipReader &operator=(const GzipReader &) = delete;
  ~GzipReader();

  /// Reads up to `size` bytes; fewer only at the end of the content.
  size_t read(uint8_t *target, size_t size);
  /// Whether no content is left. Checks the file's own checksum.
  bool atEnd();
  /// More than the content can possibly have: deflate's best is 1032 to 1.
  uint64_t mostBytes() const;

private:
  Bytes file;
  std::string path;
  z_stream stream = {};
  size_t consumed = 0;
  bool ended = false;
};

/// Inflates a raw deflate stream of exactly `size` bytes of content; false if
/// it is damaged or of another size.
bool inflateRaw(const Bytes &compressed, uint8_t *target, size_t size);

/// The CRC-32 of zip and gzip, continued from `crc`.
uint32_t crc32Of(const void *data, size_t size, uint32_t crc = 0);

} // namespace gradc::run

#endif // GRADC_RUN_GZIP_H
