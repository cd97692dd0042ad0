//===- image.h - The file of a step -----------------------------*- C++ -*-===//
//
// A step.so is checked whole before any of it is mapped: its trailer tells what
// it is, what it was made for and what its bytes add up to.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUNTIME_CORE_IMAGE_H
#define GRADC_RUNTIME_CORE_IMAGE_H

#include "core/status.h"
#include "gradc/library.h"

#include <memory>

namespace gradc {

/// A mapped step.so. Steps opened from the same file share it.
class Image {
public:
  /// Checks and maps the file. Its tables are still to be validated.
  static gradc_status_t open(const char *path, std::shared_ptr<Image> &image);

  ~Image();

  const gradc_library_t *library() const { return tables; }

private:
  friend class ImageRegistry;

  void *handle = nullptr;
  const gradc_library_t *tables = nullptr;
};

/// Checks the trailer and the bytes of an open file.
gradc_status_t checkFile(int file, const char *path, gradc_trailer_t &trailer);

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_IMAGE_H
