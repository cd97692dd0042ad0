//===- Passes.td - The phase 'model' --------------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_MODEL_PASSES_TD
#define GRADC_PASSES_MODEL_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // GRADC_PASSES_MODEL_PASSES_TD
