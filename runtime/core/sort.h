//===- sort.h - Sorting rows ------------------------------------*- C++ -*-===//

#ifndef GRADC_RUNTIME_CORE_SORT_H
#define GRADC_RUNTIME_CORE_SORT_H

#include "core/parallel.h"
#include "core/workspace.h"

#include <cstdint>

namespace gradc {

/// Asks for the scratch of a sort; `parameters` are those of library.h and were
/// validated.
void prepareSort(const int64_t *parameters, Workspace &workspace);

/// Sorts, stably. `addresses` are the operands' inputs, then their outputs; an
/// output may be its own operand's input, and overlaps nothing else.
void runSort(const int64_t *parameters, void *const *addresses,
             ThreadPool &pool, const Workspace &workspace);

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_SORT_H
