//===- Ops.td - The nn dialect -------------------------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_NN_OPS_TD
#define GRADC_DIALECTS_NN_OPS_TD

include "dialects/interfaces/Interfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def NN_Dialect : Dialect {
  let name = "nn";
  let cppNamespace = "::gradc::nn";
  let summary = "The model as a person writes it";
}

class NN_Op<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic, traits>;

#endif // GRADC_DIALECTS_NN_OPS_TD
