//===- Passes.td - The phase 'train' ---------------------------*- tablegen -*-===//

#ifndef GRADC_PASSES_TRAIN_PASSES_TD
#define GRADC_PASSES_TRAIN_PASSES_TD

include "mlir/Pass/PassBase.td"

def BuildEntriesPass : Pass<"gradc-build-entries", "::mlir::ModuleOp"> {
  let summary = "Makes the entries of the library from the model's function";
  let description = [{
    Takes `@forward` (or `@main`, or the only function there is) and the
    `train.recipe` beside it, and replaces the function by:

    * `@init(seed)`: every state from the initial values that the parameters
      name, zeros for the optimizer's slots;
    * `@step`: loss, gradients (a `train.gradient`), the optimizer's update, all
      of it left out by selects where the loss, or if the recipe says so a
      gradient, is not finite;
    * `@eval`: the loss and the metrics as (sum, count) pairs, and the outputs,
      without dropout;
    * `@predict`: the outputs, from the inputs that they depend on.

    With `entry=value_and_grad`: `@init`, and `@value_and_grad` with the loss, the
    metrics, the outputs and the gradient of every parameter and float input.

    Arguments stand in the order states (parameters, buffers, slots, counters),
    inputs; results in the order states, loss, metrics, outputs, gradients. An
    argument without `train.role` is an input, called `arg<index>` if it has no
    name; the first result without a role is the loss if it is a float scalar,
    any other an output, called `result<index>`.

    Pre-conditions: the function has one block; a recipe unless
    `entry=value_and_grad`. Post-conditions: the function is gone; every argument
    and result has its `train.role` and `train.name`.

    Example: `test/passes/train/build-entries.mlir`.
  }];
  let options = [
    Option<"entry", "entry", "std::string", "\"step\"",
           "What to build: step or value_and_grad">,
  ];
  let dependentDialects = ["::gradc::prim::PrimDialect",
                           "::gradc::train::TrainDialect"];
}

def BindScalarsPass : Pass<"gradc-bind-scalars", "::mlir::func::FuncOp"> {
  let summary = "Makes every scalar of a function one of its arguments";
  let description = [{
    Each name that a `train.scalar` reads becomes one argument, appended in the
    order of first appearance, with the role `scalar`, the name and the default.
    Where the function has a state or a scalar of that name already (`seed` and
    `step`), the op is replaced by that argument.

    Pre-conditions: readings of one name agree in type and default; otherwise an
    error. Post-conditions: no `train.scalar` is left.

    Example: `test/passes/train/bind-scalars.mlir`.
  }];
}

def VerifyTrainPass : Pass<"gradc-verify-train", "::mlir::ModuleOp"> {
  let summary = "Checks what the phases after the train floor rely on";
  let description = [{
    Every function holds ops of `prim` and its return only; every argument and
    result has a role and a name; the names are unique; a result of the role
    `state` has the name and type of an argument that is a state, in the same
    order, unless the function is `@init`.

    Example: `test/passes/train/verify-train.mlir`.
  }];
}

#endif // GRADC_PASSES_TRAIN_PASSES_TD
