//===- Passes.td - The phase 'fusion' --------------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_FUSION_PASSES_TD
#define GRADC_PASSES_FUSION_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // GRADC_PASSES_FUSION_PASSES_TD
