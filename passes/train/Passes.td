//===- Passes.td - The phase 'train' --------------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_TRAIN_PASSES_TD
#define GRADC_PASSES_TRAIN_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // GRADC_PASSES_TRAIN_PASSES_TD
