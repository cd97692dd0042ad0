//===- Rows.h - Which rows of a batch count ---------------------*- C++ -*-===//

#ifndef GRADC_DIALECTS_TRAIN_ROWS_H
#define GRADC_DIALECTS_TRAIN_ROWS_H

#include "dialects/interfaces/Vjp.h"

namespace gradc::train {

/// Whether an element of `x` stands in a valid row, as an i1 tensor of its
/// shape. `validRows` is an i64 scalar; the leading dimension of `x` is a
/// multiple of `batch`.
Expr isValidRow(Expr x, Expr validRows, int64_t batch);

} // namespace gradc::train

#endif // GRADC_DIALECTS_TRAIN_ROWS_H
