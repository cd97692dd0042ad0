//===- Passes.td - The phase 'lowering' --------------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_LOWERING_PASSES_TD
#define GRADC_PASSES_LOWERING_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // GRADC_PASSES_LOWERING_PASSES_TD
