//===- Ops.td - The train dialect --------------------------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_TRAIN_OPS_TD
#define GRADC_DIALECTS_TRAIN_OPS_TD

include "dialects/interfaces/Interfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Train_Dialect : Dialect {
  let name = "train";
  let cppNamespace = "::gradc::train";
  let summary = "What only training has";
  let description = [{
    The gradient request, run-time scalars, batch sums, the recipe, the learning
    rate and the optimizers' updates. Every op but `train.recipe` is pure.

    The dialect owns these discardable attributes. On arguments of a function:

    | attribute | value |
    |---|---|
    | `train.role` | `"input"`, `"parameter"`, `"buffer"`, `"slot"`, `"counter"` or `"scalar"` |
    | `train.name` | the tensor's name, unique among the arguments |
    | `train.init` | of a parameter, buffer or slot: `{kind = "constant", value = 0.0}`, `{kind = "uniform", low = -0.1, high = 0.1}` or `{kind = "normal", mean = 0.0, std = 1.0}` |
    | `train.default` | of a scalar: the `f64` or `i64` it has until somebody sets it |
    | `train.batch` | `i64`: the leading dimension is the batch, of that many rows |

    On results: `train.role` = `"loss"`, `"metric"`, `"output"`, `"gradient"` or
    `"state"`, `train.name` and `train.batch`. On the module: `train.batch`, the
    rows of a full batch.
  }];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

def Train_Tensor : StaticShapeTensorOf<[AnyType]>;
/// What is summed over a batch: the sum of 16-bit floats is an `f32`.
def Train_AnyFloat : StaticShapeTensorOf<[F64, F32, F16, BF16]>;
/// Sums, means and everything an optimizer computes on.
def Train_Float : StaticShapeTensorOf<[F64, F32]>;

/// A scalar of one element type, which the assembly leaves out.
class Train_ScalarOf<Type element, string elementType>
    : Type<0DTensorOf<[element]>.predicate, element.summary # " scalar",
           "::mlir::RankedTensorType">,
      BuildableType<"::mlir::RankedTensorType::get({}, " # elementType # ")">;
def Train_F64 : Train_ScalarOf<F64, "$_builder.getF64Type()">;
def Train_I64 : Train_ScalarOf<I64, "$_builder.getI64Type()">;
def Train_I1 : Train_ScalarOf<I1, "$_builder.getI1Type()">;
def Train_Scalar : 0DTensorOf<[F64, I64]>;

class Train_Op<string mnemonic, list<Trait> traits = []>
    : Op<Train_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// all_finite
//===----------------------------------------------------------------------===//

def Train_AllFiniteOp : Train_Op<"all_finite", [Pure, Decomposable, NotDifferentiable]> {
  let summary = "Whether every element of every operand is finite";
  let description = [{
    `y = AND over all elements of all operands of is_finite(x)`; true where there
    is no element.

    Gradient: none, the result is a boolean.

    Example: `%ok = train.all_finite %loss, %dw : tensor<f32>, tensor<4xf32>`
  }];
  let arguments = (ins Variadic<Train_AnyFloat>:$xs);
  let results = (outs Train_I1:$y);
  let assemblyFormat = "($xs^ `:` type($xs))? attr-dict";
}

//===----------------------------------------------------------------------===//
// batch_mean, batch_sum
//===----------------------------------------------------------------------===//

def Train_BatchMeanOp
    : Train_Op<"batch_mean", [Pure, Decomposable, Differentiable,
                               AllTypesMatch<["sum", "count", "mean"]>]> {
  let summary = "A sum over the batch divided by a count over the batch";
  let description = [{
    `mean = sum / count`, and 0 where `count` is 0. It marks the place where a
    loss or a metric stops being a (sum, count) pair, so that the pair can be
    kept: an evaluation adds pairs up, accumulation and data parallelism sum the
    counts first.

    Constraints:
    * (C1) `sum`, `count` and `mean` have one type, a float scalar.

    Gradient: `dsum = dmean / count`, `dcount = -dmean * sum / count^2`, both 0
    where `count` is 0.

    Example: `%loss = train.batch_mean %sum, %count : tensor<f32>`
  }];
  let arguments = (ins 0DTensorOf<[F64, F32]>:$sum, 0DTensorOf<[F64, F32]>:$count);
  let results = (outs 0DTensorOf<[F64, F32]>:$mean);
  let assemblyFormat = "$sum `,` $count attr-dict `:` type($mean)";
}

def Train_BatchSumOp
    : Train_Op<"batch_sum", [Pure, Decomposable, Differentiable,
                             InferTypeOpAdaptor]> {
  let summary = "The sum over the valid rows of a batch";
  let description = [{
    The sum of all elements of those rows of `x` that belong to one of the first
    `valid_rows` of the batch's `batch` rows. With `R = dim(x, 0)`, row `i`
    belongs to batch row `i / (R / batch)`. What the other rows hold, NaN
    included, has no influence: they are left out by a select.

    Constraints:
    * (C1) `rank(x) >= 1`.
    * (C2) `batch >= 1`, and `R` is a multiple of it.
    * (C3) `sum` is an `f64` scalar where `x` is `f64`, else an `f32` scalar.

    Gradient: `dx` is `dsum` in the rows that are summed, else 0.

    Example:
    `%sum = train.batch_sum %x, %valid_rows {batch = 4 : i64} : (tensor<8x3xf32>, tensor<i64>) -> tensor<f32>`
  }];
  let arguments = (ins Train_AnyFloat:$x, Train_I64:$valid_rows, I64Attr:$batch);
  let results = (outs 0DTensorOf<[F64, F32]>:$sum);
  let assemblyFormat = [{
    $x `,` $valid_rows attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// gradient
//===----------------------------------------------------------------------===//

def Train_GradientOp : Train_Op<"gradient", [Pure, InferTypeOpAdaptor]> {
  let summary = "The gradient of a scalar with respect to values it depends on";
  let description = [{
    One result for each of `wrt`, of its type: the derivative of `loss` with
    respect to it, everything that `loss` does not get from it held fixed. Zeros
    where `loss` does not depend on it. `gradc-differentiate` replaces the op.

    Constraints:
    * (C1) At least one value is asked for.

    Gradient: by differentiating what the op has been replaced by; of nested
    requests the inner one is replaced first.

    Example:
    `%da, %db = train.gradient %loss wrt(%a, %b) : tensor<f32>, tensor<4xf32>, tensor<2xf32>`
  }];
  let arguments = (ins 0DTensorOf<[F64, F32, F16, BF16]>:$loss,
                       Variadic<Train_AnyFloat>:$wrt);
  let results = (outs Variadic<Train_AnyFloat>:$gradients);
  let assemblyFormat = [{
    $loss `wrt` `(` $wrt `)` attr-dict `:` type($loss) `,` type($wrt)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// recipe
//===----------------------------------------------------------------------===//

def Train_RecipeOp : Train_Op<"recipe"> {
  let summary = "How the model beside it is trained";
  let description = [{
    A dictionary of settings; docs/training.md lists them. Numbers may be written
    as `3.0e-4`, `3e-4` or `1`. Those that are no part of the program's structure
    become run-time scalars of the compiled library, with the value given here as
    their default.

    Constraints:
    * (C1) Every key is known, and its value has the key's type and range.
    * (C2) `optimizer` is given.
    * (C3) A key that only some optimizers have is given with one of those.
    * (C4) There is one recipe in a module.

    Example:
    ```mlir
    train.recipe {optimizer = "adamw", lr = 1.0e-3, weight_decay = 0.1,
                  groups = {"*.bias" = {weight_decay = 0.0}},
                  schedule = ["warmup 2%", "cosine to 10%"]}
    ```
  }];
  let arguments = (ins DictionaryAttr:$settings);
  let assemblyFormat = "custom<Settings>($settings) attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// scalar
//===----------------------------------------------------------------------===//

def Train_ScalarOp : Train_Op<"scalar", [Pure, NotDifferentiable]> {
  let summary = "A number that the compiled library reads at run time";
  let description = [{
    The value of the scalar of that name: an `f64` hyperparameter, which a user
    may set between steps, or one of the `i64` scalars that the runtime sets at
    each call (`valid_rows`, and `seed` in `@init`). The optional attribute
    `default` is its value until somebody sets it. `gradc-bind-scalars` makes it
    an argument of the function.

    Constraints:
    * (C1) The name is not empty.
    * (C2) `default`, if given, is an attribute of the result's element type.

    Gradient: none; it is no function of a value.

    Example: `%lr = train.scalar "lr" {default = 1.0e-3 : f64} : tensor<f64>`
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Train_Scalar:$value);
  let assemblyFormat = "$name attr-dict `:` type($value)";
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Type":$type, "::llvm::StringRef":$name,
                   CArg<"::mlir::TypedAttr", "{}">:$defaultValue)>,
  ];
  let extraClassDeclaration = [{
    /// The name of the optional attribute, which is a keyword of C++.
    static ::llvm::StringRef getDefaultAttrName() { return "default"; }
    /// Null if the scalar has none.
    ::mlir::TypedAttr getDefault() {
      return (*this)->getAttrOfType<::mlir::TypedAttr>(getDefaultAttrName());
    }
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// schedule
//===----------------------------------------------------------------------===//

def Train_ScheduleOp : Train_Op<"schedule", [Pure, Decomposable]> {
  let summary = "The learning rate of a step";
  let description = [{
    `rate = lr * factor(step, total_steps)`, where the factor is given by
    `phases`, each a line of these forms:

    | phase | factor at its step `i`, 0-based, of its `n` steps |
    |---|---|
    | `"warmup N"` | `(i + 1) / n` |
    | `"constant [N]"` | `s` |
    | `"linear [N] to T"` | `s + (t - s) * i / n` |
    | `"cosine [N] to T"` | `t + (s - t) * (1 + cos(pi * i / n)) / 2` |

    `s` is where the phase before ended, 1 at first, and `t` the phase's own end:
    `0` or per cents of `lr`. `N` is a number of steps, or per cents of
    `total_steps`, rounded to the nearest. Without `N` a phase goes on to
    `total_steps`; after the last phase its end is kept. `step` counts applied
    updates, so a skipped one does not move the schedule. Where `total_steps` is
    not positive it is not known: a warm-up in per cents is left out, and the
    factor stays at `s` from the first other phase on that needs it.

    Constraints:
    * (C1) Every phase has one of the forms above, with `N` positive.
    * (C2) Only the first phase is a warm-up, and only the last has no `N`.

    Gradient: none; asking for one is an error.

    Example:
    `%rate = train.schedule %lr, %step, %total ["warmup 2%", "cosine to 10%"]`
  }];
  let arguments = (ins Train_F64:$lr, Train_I64:$step, Train_F64:$total_steps,
                       StrArrayAttr:$phases);
  let results = (outs Train_F64:$rate);
  let assemblyFormat = [{
    $lr `,` $step `,` $total_steps $phases attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Optimizers
//===----------------------------------------------------------------------===//

def Train_AdamOp
    : Train_Op<"adam", [Pure, Decomposable,
        AllTypesMatch<["param", "grad", "exp_avg", "exp_avg_sq", "new_param",
                       "new_exp_avg", "new_exp_avg_sq"]>]> {
  let summary = "One update of Adam, or of AdamW";
  let description = [{
    With `t = step + 1`, `b1 = beta1`, `b2 = beta2`:

        g  = grad + weight_decay * param            // unless decoupled
        p  = param * (1 - lr * weight_decay)        // if decoupled, else param
        m' = m + (1 - b1) * (g - m)                 // m = exp_avg
        v' = b2 * v + (1 - b2) * g * g              // v = exp_avg_sq
        p' = p - lr / (1 - b1^t) * m' / (sqrt(v') / sqrt(1 - b2^t) + eps)

    Scalars are combined in `f64` and then rounded to the parameter's element
    type, in which everything else is computed. `step` counts the updates that
    were applied before this one.

    Gradient: none; asking for one is an error.

    Example:
    `%p1, %m1, %v1 = train.adam %p, %g, %m, %v lr %lr betas %b1, %b2 eps %e weight_decay %wd step %t {decoupled} : tensor<4xf32>`
  }];
  let arguments = (ins Train_Float:$param, Train_Float:$grad,
                       Train_Float:$exp_avg, Train_Float:$exp_avg_sq,
                       Train_F64:$lr, Train_F64:$beta1, Train_F64:$beta2,
                       Train_F64:$eps, Train_F64:$weight_decay, Train_I64:$step,
                       UnitAttr:$decoupled);
  let results = (outs Train_Float:$new_param, Train_Float:$new_exp_avg,
                      Train_Float:$new_exp_avg_sq);
  let assemblyFormat = [{
    $param `,` $grad `,` $exp_avg `,` $exp_avg_sq `lr` $lr `betas` $beta1 `,`
    $beta2 `eps` $eps `weight_decay` $weight_decay `step` $step attr-dict
    `:` type($param)
  }];
}

def Train_SgdOp
    : Train_Op<"sgd", [Pure, Decomposable, AttrSizedOperandSegments, InferTypeOpAdaptor]> {
  let summary = "One update of stochastic gradient descent";
  let description = [{
    With `mu = momentum`:

        g = grad + weight_decay * param
        b = step == 0 ? g : mu * buffer + (1 - dampening) * g
        d = nesterov ? g + mu * b : b               // g without momentum
        p' = param - lr * d

    The results are `p'` and, with momentum, `b`. The rate is outside of the
    buffer, so a change of it acts at once. Scalars are combined in `f64` and
    then rounded to the parameter's element type. `step` counts the updates that
    were applied before this one.

    Constraints:
    * (C1) `momentum`, `dampening` and `buffer` are given together or not at all.
    * (C2) `nesterov` needs momentum.
    * (C3) `grad`, `buffer` and the results have the type of `param`.

    Gradient: none; asking for one is an error.

    Example:
    `%p1, %b1 = train.sgd %p, %g lr %lr weight_decay %wd step %t momentum %mu dampening %d buffer %b : tensor<4xf32> {nesterov} : tensor<4xf32>, tensor<4xf32>`
  }];
  let arguments = (ins Train_Float:$param, Train_Float:$grad, Train_F64:$lr,
                       Train_F64:$weight_decay, Train_I64:$step,
                       Optional<Train_F64>:$momentum,
                       Optional<Train_F64>:$dampening,
                       Optional<Train_Float>:$buffer, UnitAttr:$nesterov);
  let results = (outs Train_Float:$new_param, Optional<Train_Float>:$new_buffer);
  let assemblyFormat = [{
    $param `,` $grad `lr` $lr `weight_decay` $weight_decay `step` $step
    (`momentum` $momentum^ `dampening` $dampening `buffer` $buffer `:` type($buffer))?
    attr-dict `:` type($param) `,` type($grad)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// valid_input
//===----------------------------------------------------------------------===//

def Train_ValidInputOp
    : Train_Op<"valid_input", [Pure, Decomposable, Differentiable,
                               AllTypesMatch<["x", "y"]>]> {
  let summary = "An input whose rows past the valid ones hold something harmless";
  let description = [{
    Row `i` of `y` is row `i` of `x` where `i < valid_rows`, else row 0 of `x`,
    or zeros where `valid_rows` is 0. `gradc-build-entries` puts one on every
    input of an entry that has the batch as its leading dimension, so that
    nothing odd is computed on. The rows are chosen by a select.

    Constraints:
    * (C1) `rank(x) >= 1`, and `dim(x, 0) = batch`.

    Gradient: `dx` is `dy` in the valid rows, with the sum of the other rows of
    `dy` added to row 0, and 0 elsewhere.

    Example:
    `%y = train.valid_input %x, %valid_rows {batch = 4 : i64} : tensor<4x3xf32>`
  }];
  let arguments = (ins Train_Tensor:$x, Train_I64:$valid_rows, I64Attr:$batch);
  let results = (outs Train_Tensor:$y);
  let assemblyFormat = "$x `,` $valid_rows attr-dict `:` type($x)";
  let hasVerifier = 1;
}

#endif // GRADC_DIALECTS_TRAIN_OPS_TD
