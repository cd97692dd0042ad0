//===- Passes.td - The phase 'model' -----------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_MODEL_PASSES_TD
#define GRADC_PASSES_MODEL_PASSES_TD

include "mlir/Pass/PassBase.td"

def InstantiatePass : Pass<"gradc-instantiate", "::mlir::ModuleOp"> {
  let summary = "Turns the model into one function of typed layers";
  let description = [{
    Inlines modules, names parameters by their path, gives names their values,
    infers every type, and writes means over the batch out as a (sum, count)
    pair. A program without `nn.model` stays as it is.

    Pre-conditions: at most one `nn.model`.
    Post-conditions: `nn.model` and `nn.module`s are gone; `@forward` takes the
    inputs in their order, then the parameters in the order of first use, and
    returns the loss, the metrics and the outputs; arguments and results carry
    `train.role`, `train.name`, `train.init`, `train.batch`; the module carries
    `train.batch` if an input has the dimension `B`.

    Example: `test/passes/model/instantiate.mlir`.
  }];
  let options = [
    ListOption<"dims", "dims", "std::string",
               "Values of names of the model, as NAME=N">,
  ];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::gradc::nn::NNDialect",
                           "::gradc::prim::PrimDialect",
                           "::gradc::train::TrainDialect"];
}

def VerifyModelPass : Pass<"gradc-verify-model", "::mlir::ModuleOp"> {
  let summary = "Closes the phase: typed ops and named arguments only";
  let description = [{
    Fails where an op is not of `nn`, `prim`, `train` or `func`, where a value
    has no type yet, or where an argument or a result of `@forward` lacks its
    role or its name, or shares its name with another.
  }];
}

#endif // GRADC_PASSES_MODEL_PASSES_TD
