//===- Ops.td - The prim dialect ---------------------------*- tablegen -*-===//
//
// The ops stand in four files: Unary, Binary and Mixed are elementwise (Mixed:
// between types), Structural is the rest.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_DIALECTS_PRIM_OPS_TD
#define GRADC_DIALECTS_PRIM_OPS_TD

include "dialects/prim/Base.td"
include "dialects/prim/Unary.td"
include "dialects/prim/Binary.td"
include "dialects/prim/Mixed.td"
include "dialects/prim/Structural.td"

#endif // GRADC_DIALECTS_PRIM_OPS_TD
