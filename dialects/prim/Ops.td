//===- Ops.td - The prim dialect -----------------------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_PRIM_OPS_TD
#define GRADC_DIALECTS_PRIM_OPS_TD

include "dialects/interfaces/Interfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Prim_Dialect : Dialect {
  let name = "prim";
  let cppNamespace = "::gradc::prim";
  let summary = "Pure tensor primitives";
}

class Prim_Op<string mnemonic, list<Trait> traits = []>
    : Op<Prim_Dialect, mnemonic, traits>;

#endif // GRADC_DIALECTS_PRIM_OPS_TD
