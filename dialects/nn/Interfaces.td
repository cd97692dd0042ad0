//===- Interfaces.td - What a layer can say about itself ---*- tablegen -*-===//

#ifndef GRADC_DIALECTS_NN_INTERFACES_TD
#define GRADC_DIALECTS_NN_INTERFACES_TD

include "mlir/IR/OpBase.td"

def NN_LayerOpInterface : OpInterface<"LayerOpInterface"> {
  let cppNamespace = "::gradc::nn";
  let description = [{
    An op of the model language. Its operands are its inputs, followed, once it
    has its types, by its parameters. The one description of what it needs
    serves twice: `gradc-instantiate` creates parameters and results from it,
    and the verifier checks the typed form against it.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        Given `signature.inputs`, says which parameters the layer owns and which
        types it yields. Where the inputs or the options do not fit, an error
        has been emitted at the op.
      }],
      /*retTy=*/"::llvm::LogicalResult",
      /*methodName=*/"inferSignature",
      /*args=*/(ins "::gradc::nn::LayerSignature &":$signature)
    >,
    InterfaceMethod<
      /*desc=*/"How many operands are inputs; those after them are parameters.",
      /*retTy=*/"unsigned",
      /*methodName=*/"getNumInputs",
      /*args=*/(ins),
      /*methodBody=*/"",
      /*defaultImplementation=*/"return $_op->getNumOperands();"
    >,
  ];
}

#endif // GRADC_DIALECTS_NN_INTERFACES_TD
