//===- idx.h - The IDX format of MNIST and its kin --------------*- C++ -*-===//
//
// Two zero bytes, a type, the rank, the sizes (u32), the elements; everything
// big-endian. Files of one-byte elements are used where they are mapped.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUN_IDX_H
#define GRADC_RUN_IDX_H

#include "tensor.h"

namespace gradc::run {

/// Whether `file` begins as IDX files do.
bool isIdx(const Bytes &file);

/// Reads an IDX file; `path` is for messages.
Tensor readIdx(const Bytes &file, const std::string &path);

/// Reads a gzip'd IDX file.
Tensor readIdxGzip(const Bytes &file, const std::string &path);

} // namespace gradc::run

#endif // GRADC_RUN_IDX_H
