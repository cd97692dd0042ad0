//===- Prelude.h - What the text of kernels begins with ---------*- C++ -*-===//

#ifndef GRADC_COMPILER_CUDA_PRELUDE_H
#define GRADC_COMPILER_CUDA_PRELUDE_H

#include "llvm/Support/raw_ostream.h"

namespace gradc::cuda {

/// Writes those definitions that `kernels` uses.
void printPrelude(llvm::StringRef kernels, llvm::raw_ostream &stream);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_PRELUDE_H
