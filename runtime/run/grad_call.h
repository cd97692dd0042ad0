//===- grad_call.h - Calling a value_and_grad library -----------*- C++ -*-===//

#ifndef GRADC_RUN_GRAD_CALL_H
#define GRADC_RUN_GRAD_CALL_H

#include "step_library.h"

namespace gradc::run {

/// Runs the entry "value_and_grad" once on the arrays of the .npz file
/// `inputs` (the inputs; parameters, of which missing ones come from the seed;
/// `seed`, `step`, `valid_rows`) and writes `loss`, `metric.<name>`,
/// `output.<name>` and `grad.<name>` to the .npz file `outputs`.
void callValueAndGrad(StepLibrary &library, const std::string &inputs,
                      const std::string &outputs);

} // namespace gradc::run

#endif // GRADC_RUN_GRAD_CALL_H
