//===- Ops.td - The kernel dialect ---------------------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_KERNEL_OPS_TD
#define GRADC_DIALECTS_KERNEL_OPS_TD

include "dialects/interfaces/Interfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kernel_Dialect : Dialect {
  let name = "kernel";
  let cppNamespace = "::gradc::kernel";
  let summary = "Fused kernels and library calls on tensors";
}

class Kernel_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kernel_Dialect, mnemonic, traits>;

#endif // GRADC_DIALECTS_KERNEL_OPS_TD
