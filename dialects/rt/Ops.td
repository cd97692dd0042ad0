//===- Ops.td - The rt dialect -------------------------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_RT_OPS_TD
#define GRADC_DIALECTS_RT_OPS_TD

include "dialects/interfaces/Interfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Rt_Dialect : Dialect {
  let name = "rt";
  let cppNamespace = "::gradc::rt";
  let summary = "The executable schedule";
}

class Rt_Op<string mnemonic, list<Trait> traits = []>
    : Op<Rt_Dialect, mnemonic, traits>;

#endif // GRADC_DIALECTS_RT_OPS_TD
