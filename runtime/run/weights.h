//===- weights.h - Starting from given weights ------------------*- C++ -*-===//

#ifndef GRADC_RUN_WEIGHTS_H
#define GRADC_RUN_WEIGHTS_H

#include "step_library.h"

namespace gradc::run {

/// Writes the parameters and running statistics of the safetensors file `path`
/// into the state, by name. A missing, surplus or misshapen tensor throws an
/// input fault that lists them; of a checkpoint of gradc the optimizer's state
/// is left alone.
void loadWeights(StepLibrary &library, const std::string &path);

} // namespace gradc::run

#endif // GRADC_RUN_WEIGHTS_H
