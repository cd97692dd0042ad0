//===- npy.h - NumPy's file of one array ------------------------*- C++ -*-===//

#ifndef GRADC_RUN_NPY_H
#define GRADC_RUN_NPY_H

#include "tensor.h"

namespace gradc::run {

bool isNpy(const Bytes &file);

/// Reads the .npy file or .npz member `file`; `path` is for messages. The data
/// stays where it is mapped, unless it is big-endian or in Fortran's order.
/// NumPy has no bf16: two raw bytes ("V2", what ml_dtypes writes) are taken
/// for it.
Tensor readNpy(const Bytes &file, const std::string &path);

/// The header of a .npy file that holds `shape` elements of `dtype`; its size
/// is a multiple of 64. bf16 is written as "<V2".
std::string npyHeader(DType dtype, const Shape &shape);

} // namespace gradc::run

#endif // GRADC_RUN_NPY_H
