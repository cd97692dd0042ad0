//===- Passes.td - The phase 'schedule' --------------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_SCHEDULE_PASSES_TD
#define GRADC_PASSES_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

#endif // GRADC_PASSES_SCHEDULE_PASSES_TD
