//===- validate.h - Checks of a library's tables ----------------*- C++ -*-===//

#ifndef GRADC_RUNTIME_CORE_VALIDATE_H
#define GRADC_RUNTIME_CORE_VALIDATE_H

#include "core/status.h"
#include "gradc/library.h"

namespace gradc {

/// Checks that the tables hold together, so that nothing that follows has to:
/// every index is in range, every view lies inside its segment (in every turn
/// of the loops it is used in), every tensor inside its view, loops are closed,
/// library calls touch nothing outside their views. What only the compiler can
/// know (that a kernel stays inside its views) is taken on trust.
gradc_status_t validateLibrary(const gradc_library_t &library,
                               const char *path);

/// How many tasks `launch`, a launch of `kernel`, is cut into.
int64_t countTasks(const gradc_kernel_desc_t &kernel,
                   const gradc_command_t &launch);

/// Bytes of a tensor, or false if the product passes 2^63 or a size is
/// negative.
bool tensorBytes(const gradc_tensor_desc_t &tensor, uint64_t &bytes);

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_VALIDATE_H
