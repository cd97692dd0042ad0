//===- Ops.td - The train dialect ----------------------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_TRAIN_OPS_TD
#define GRADC_DIALECTS_TRAIN_OPS_TD

include "dialects/interfaces/Interfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Train_Dialect : Dialect {
  let name = "train";
  let cppNamespace = "::gradc::train";
  let summary = "What only training has";
}

class Train_Op<string mnemonic, list<Trait> traits = []>
    : Op<Train_Dialect, mnemonic, traits>;

#endif // GRADC_DIALECTS_TRAIN_OPS_TD
