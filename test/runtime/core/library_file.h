//===- library_file.h - step.so files for the tests -------------*- C++ -*-===//

#ifndef GRADC_TEST_LIBRARY_FILE_H
#define GRADC_TEST_LIBRARY_FILE_H

#include "gradc/gradc.h"
#include "gradc/library.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>
#include <zlib.h>

#define EXPECT_OK(expression)                                                  \
  EXPECT_EQ(expression, GRADC_OK) << gradc_last_error()
#define ASSERT_OK(expression)                                                  \
  ASSERT_EQ(expression, GRADC_OK) << gradc_last_error()

/// Expects a status and a part of its sentence.
#define EXPECT_FAILS(expression, status, sentence)                             \
  EXPECT_EQ(expression, status);                                               \
  EXPECT_NE(std::string(gradc_last_error()).find(sentence), std::string::npos) \
      << gradc_last_error()

namespace gradc {

inline std::string readFile(const std::string &path) {
  std::string bytes;
  std::FILE *file = std::fopen(path.c_str(), "rb");
  EXPECT_NE(file, nullptr) << path;
  char buffer[4096];
  while (size_t count = file ? std::fread(buffer, 1, sizeof buffer, file) : 0)
    bytes.append(buffer, count);
  if (file)
    std::fclose(file);
  return bytes;
}

inline void writeFile(const std::string &path, const std::string &bytes) {
  // A new file each time: the old one may be mapped.
  std::remove(path.c_str());
  std::FILE *file = std::fopen(path.c_str(), "wb");
  ASSERT_NE(file, nullptr) << path;
  ASSERT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), file), bytes.size());
  std::fclose(file);
}

inline std::string temporaryPath(const std::string &name) {
  return testing::TempDir() + "gradc-" + std::to_string(getpid()) + "-" + name;
}

/// A trailer that fits `image`; the checksum is set by `finishTrailer`.
inline gradc_trailer_t makeTrailer(const std::string &image) {
  gradc_trailer_t trailer = {};
  std::memcpy(trailer.magic, "GRADCLIB", 8);
  trailer.version = GRADC_LIBRARY_VERSION;
  trailer.image_bytes = image.size();
  std::strcpy(trailer.target, "cpu-x86_64");
  std::strcpy(trailer.cpu, "x86-64");
  return trailer;
}

/// The whole file: the image and the trailer with its checksum.
inline std::string finishTrailer(const std::string &image,
                                 gradc_trailer_t trailer) {
  trailer.checksum = 0;
  std::string file = image;
  file.append(reinterpret_cast<char *>(&trailer), sizeof trailer);
  trailer.checksum = uint32_t(crc32(
      0, reinterpret_cast<const Bytef *>(file.data()), uInt(file.size())));
  std::memcpy(&file[image.size()], &trailer, sizeof trailer);
  return file;
}

/// The bytes of the library written by hand (step_library.c).
inline std::string handWrittenImage() { return readFile(GRADC_STEP_LIBRARY); }

inline std::string handWrittenFile() {
  std::string image = handWrittenImage();
  return finishTrailer(image, makeTrailer(image));
}

/// Its tables, to be copied and spoilt. Stays mapped.
inline const gradc_library_t &handWrittenTables() {
  static void *handle = dlopen(GRADC_STEP_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  auto query =
      reinterpret_cast<gradc_library_query_fn>(dlsym(handle, "gradc_library"));
  return *query(GRADC_LIBRARY_VERSION);
}

inline gradc_status_t openStep(const std::string &path, gradc_step_t **step,
                               int threads = 2) {
  gradc_open_args_t args = {};
  args.struct_size = sizeof args;
  args.path = path.c_str();
  args.num_threads = threads;
  return gradc_open(&args, step);
}

/// A file that is removed at the end of the test.
struct TemporaryFile {
  std::string path;
  TemporaryFile(const std::string &name, const std::string &bytes)
      : path(temporaryPath(name)) {
    writeFile(path, bytes);
  }
  ~TemporaryFile() { std::remove(path.c_str()); }
};

} // namespace gradc

#endif // GRADC_TEST_LIBRARY_FILE_H
