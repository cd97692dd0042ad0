//===- compress.h - Compressed test files -----------------------*- C++ -*-===//

#ifndef GRADC_TEST_RUN_COMPRESS_H
#define GRADC_TEST_RUN_COMPRESS_H

#include <string>
#include <zlib.h>

namespace gradc::run {

/// `text` compressed; `windowBits` chooses the format as in zlib.
inline std::string compressed(const std::string &text, int windowBits) {
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
  std::string packed(text.size() + 100, '\0');
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef *>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string gzipped(const std::string &text) {
  return compressed(text, 16 + MAX_WBITS);
}

inline std::string deflated(const std::string &text) {
  return compressed(text, -MAX_WBITS);
}

} // namespace gradc::run

#endif // GRADC_TEST_RUN_COMPRESS_H
