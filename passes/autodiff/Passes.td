//===- Passes.td - The phase 'autodiff' --------------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_AUTODIFF_PASSES_TD
#define GRADC_PASSES_AUTODIFF_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // GRADC_PASSES_AUTODIFF_PASSES_TD
