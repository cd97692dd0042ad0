//===- data_file.h - A tensor out of whatever file the user has -*- C++ -*-===//

#ifndef GRADC_RUN_DATA_FILE_H
#define GRADC_RUN_DATA_FILE_H

#include "tensor.h"

namespace gradc::run {

/// Reads the tensor that `where` names: an IDX file, gzip'd or not, a .npy
/// file, or an array of an .npz file, which is "FILE.npz:array" or, without the
/// colon, the array called `name`. The format is told by the content.
Tensor readDataFile(const std::string &where, const std::string &name);

} // namespace gradc::run

#endif // GRADC_RUN_DATA_FILE_H
