//===- Layers.td - The layers ------------------------------*- tablegen -*-===//
//
// Part of Ops.td. Every layer has two forms of one assembly. As written in a
// model:
//
//   %y = nn.linear "fc1"(%x) {out = 512} : tensor<128x512xf32>
//
// where the type may be left out and is checked if it is there. And after
// gradc-instantiate, with the full path, the parameters and all types:
//
//   %y = nn.linear "fc1"(%x, %w, %b) {out = 512}
//       : (tensor<…>, tensor<…>, tensor<…>) -> tensor<128x512xf32>
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_DIALECTS_NN_LAYERS_TD
#define GRADC_DIALECTS_NN_LAYERS_TD

class NN_Layer<string mnemonic, dag inputs, dag options = (ins),
               list<Trait> traits = [Decomposable], dag kept = (outs),
               list<string> interfaceMethods = []>
    : NN_Op<mnemonic,
            !listconcat(traits,
                        [Pure, DeclareOpInterfaceMethods<NN_LayerOpInterface,
                                                         interfaceMethods>])> {
  let arguments = !con(inputs, options,
                       (ins OptionalAttr<StrAttr>:$path,
                            OptionalAttr<TypeAttr>:$result_type));
  let results = !con((outs NN_AnyValue:$result), kept);
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let builders = [
    // The typed form; the verifier infers the types again.
    OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::ValueRange":$operands,
               CArg<"::llvm::ArrayRef<::mlir::NamedAttribute>", "{}">:$attributes),
              [{
      $_state.addTypes(results);
      $_state.addOperands(operands);
      $_state.addAttributes(attributes);
    }]>,
  ];
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser,
                                         ::mlir::OperationState &result) {
      return ::gradc::nn::parseLayer(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      ::gradc::nn::printLayer(printer, *this);
    }
    ::llvm::LogicalResult $cppClass::verify() {
      return ::gradc::nn::verifyLayer(*this);
    }
  }];
}

// A layer with parameters: the operands after its one input.
class NN_ParametricLayer<string mnemonic, dag options,
                         list<Trait> traits = [Decomposable],
                         dag kept = (outs)>
    : NN_Layer<mnemonic,
               (ins NN_AnyValue:$x, Variadic<NN_AnyValue>:$parameters), options,
               traits, kept, ["getNumInputs"]> {
  let extraClassDeclaration = [{
    ::mlir::Value getWeight() { return getParameters()[0]; }
    /// Null where the layer has none.
    ::mlir::Value getBiasParameter() {
      return getParameters().size() > 1 ? getParameters()[1] : ::mlir::Value();
    }
  }];
}

class NN_Activation<string mnemonic, dag options = (ins)>
    : NN_Layer<mnemonic, (ins NN_AnyValue:$x), options,
               [Decomposable, Differentiable]>;

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

def NN_LinearOp : NN_ParametricLayer<"linear",
    (ins NN_Integer:$out, OptionalAttr<NN_String>:$act,
         OptionalAttr<NN_Bool>:$bias, OptionalAttr<NN_String>:$init,
         OptionalAttr<NN_String>:$bias_init)> {
  let summary = "Affine map of the last dimension, then an activation";
  let description = [{
    `y[…, o] = act(sum_i x[…, i] * weight[o, i] + bias[o])`.

    Parameters: `weight` of shape `[out, in]` and, unless `bias = false`, `bias`
    of shape `[out]`, both of x's element type. They start as PyTorch's:
    uniform within ±1/sqrt(in); `init` and `bias_init` say otherwise. `act` is
    one of relu, gelu, gelu_tanh, silu, sigmoid, tanh.

    Constraints:
    * (C1) x is of floats and has at least one dimension.
    * (C2) `out` is not negative.
    * (C3) `act` is one of those named.
    * (C4) a path is given.

    Gradient: that of what it is written out in.

    Example: `%y = nn.linear "fc1"(%x) {out = 512, act = "relu"}`
  }];
}

def NN_MatmulOp : NN_Layer<"matmul", (ins NN_AnyValue:$a, NN_AnyValue:$b)> {
  let summary = "Product of matrices, in batches";
  let description = [{
    The product over the last dimension of `a` and the last but one of `b`; the
    dimensions before the last two are a batch and are equal.

    Constraints:
    * (C1) both are of one float type and rank, which is at least 2.
    * (C2) leading dimensions are equal, and `dim(a, -1) = dim(b, -2)`.

    Gradient: that of what it is written out in.

    Example: `%y = nn.matmul(%a, %b)`
  }];
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

def NN_ReluOp : NN_Activation<"relu"> {
  let summary = "max(x, 0)";
  let description = [{
    `y = x <= 0 ? 0 : x`, so NaN stays NaN.

    Constraints:
    * (C1) x is of floats.

    Gradient: `dx = y > 0 ? dy : 0`; 0 at 0, as in jax.nn.relu.

    Example: `%y = nn.relu(%x)`
  }];
}

def NN_GeluOp : NN_Activation<"gelu", (ins OptionalAttr<NN_String>:$approximate)> {
  let summary = "Gaussian error linear unit";
  let description = [{
    `y = x/2 * (1 + erf(x / sqrt(2)))`, or with `approximate = "tanh"`
    `y = x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3)))`. At -infinity y is
    -0, its limit.

    Constraints:
    * (C1) x is of floats.
    * (C2) `approximate` is "none" (the default) or "tanh".

    Gradient: the derivative, and its limits 0 and 1 at the infinities.

    Example: `%y = nn.gelu(%x) {approximate = "tanh"}`
  }];
}

def NN_SiluOp : NN_Activation<"silu"> {
  let summary = "x * sigmoid(x)";
  let description = [{
    `y = x / (1 + exp(-x))`; at -infinity y is -0, its limit.

    Constraints:
    * (C1) x is of floats.

    Gradient: `dx = dy * s * (1 + x * (1 - s))` with `s = sigmoid(x)`, and the
    limits 0 and 1 at the infinities.

    Example: `%y = nn.silu(%x)`
  }];
}

def NN_SigmoidOp : NN_Layer<"sigmoid", (ins NN_AnyValue:$x)> {
  let summary = "1 / (1 + exp(-x))";
  let description = [{
    Constraints:
    * (C1) x is of floats.

    Gradient: that of `prim.logistic`.

    Example: `%y = nn.sigmoid(%x)`
  }];
}

def NN_TanhOp : NN_Layer<"tanh", (ins NN_AnyValue:$x)> {
  let summary = "Hyperbolic tangent";
  let description = [{
    Constraints:
    * (C1) x is of floats.

    Gradient: that of `prim.tanh`.

    Example: `%y = nn.tanh(%x)`
  }];
}

def NN_SoftmaxOp : NN_Activation<"softmax", (ins OptionalAttr<NN_Integer>:$dim)> {
  let summary = "exp(x) / sum(exp(x)) along a dimension";
  let description = [{
    Along `dim`, the last one unless given; a negative one counts from the end.
    f16 and bf16 are computed in f32. Where all of x is -infinity, y is 0.

    Constraints:
    * (C1) x is of floats.
    * (C2) `dim` is a dimension of x.

    Gradient: `dx = y * (dy - sum(dy * y))`.

    Example: `%y = nn.softmax(%x) {dim = 1}`
  }];
}

def NN_LogSoftmaxOp
    : NN_Activation<"log_softmax", (ins OptionalAttr<NN_Integer>:$dim)> {
  let summary = "x - log(sum(exp(x))) along a dimension";
  let description = [{
    As `nn.softmax`, of which it is the logarithm. Where all of x is -infinity,
    y is -infinity.

    Constraints:
    * (C1) x is of floats.
    * (C2) `dim` is a dimension of x.

    Gradient: `dx = dy - exp(y) * sum(dy)`.

    Example: `%y = nn.log_softmax(%x)`
  }];
}

//===----------------------------------------------------------------------===//
// Regularisation and norms
//===----------------------------------------------------------------------===//

def NN_DropoutOp : NN_Layer<"dropout", (ins NN_AnyValue:$x),
    (ins NN_Number:$p, OptionalAttr<I64Attr>:$stream)> {
  let summary = "Zeroes a part p of x at random";
  let description = [{
    An element is kept where its 32 random bits, as a number, are at least
    `p * 2^32`, and is then multiplied by `1 / (1 - p)`; others are 0. So p = 0
    is the identity, and p = 1 gives zeros. Only training has it:
    `gradc-build-entries` removes it from eval and predict.

    The rate is the run-time scalar `dropout.<path>`, whose default is `p`. The
    bits are `prim.philox` of the scalars `seed` and `step`; `stream`, which
    gradc-instantiate sets, is a hash of the path and of how many dropouts of
    that path came before.

    Constraints:
    * (C1) x is of floats.
    * (C2) `0 <= p <= 1`.

    Gradient: that of what it is written out in, with the same bits.

    Example: `%y = nn.dropout "drop"(%x) {p = 0.1}`
  }];
}

def NN_LayerNormOp : NN_ParametricLayer<"layer_norm",
    (ins OptionalAttr<NN_Number>:$eps, OptionalAttr<NN_Bool>:$bias,
         OptionalAttr<NN_String>:$init, OptionalAttr<NN_String>:$bias_init),
    [Decomposable, Differentiable, SameVariadicResultSize],
    (outs Optional<AnyStaticShapeTensor>:$mean, Optional<AnyStaticShapeTensor>:$rstd)> {
  let summary = "Normalises the last dimension to mean 0 and variance 1";
  let description = [{
    `y = (x - mean) * rstd * weight + bias` with `rstd = 1 / sqrt(var + eps)`
    and the population variance, computed in two passes and in f32 where x is
    f16 or bf16. `eps` is 1e-5 unless given. The typed form also yields `mean`
    and `rstd`, of x's shape without the last dimension, for the gradient.

    Parameters: `weight`, ones at the start, and unless `bias = false` `bias`,
    zeros; both of shape `[dim(x, -1)]` and of x's element type.

    Constraints:
    * (C1) x is of floats and has at least one dimension.
    * (C2) `eps` is not negative.
    * (C3) a path is given.

    Gradient: with `n = (x - mean) * rstd` and `g = dy * weight`,
    `dx = rstd * (g - avg(g) - n * avg(g * n))`, `dweight = sum(dy * n)`,
    `dbias = sum(dy)`. None flows from `mean` and `rstd`.

    Example: `%y = nn.layer_norm "ln_1"(%x)`
  }];
}

def NN_RmsNormOp : NN_ParametricLayer<"rms_norm",
    (ins OptionalAttr<NN_Number>:$eps, OptionalAttr<NN_String>:$init),
    [Decomposable, Differentiable],
    (outs Optional<AnyStaticShapeTensor>:$rstd)> {
  let summary = "Divides the last dimension by its root mean square";
  let description = [{
    `y = x * rstd * weight` with `rstd = 1 / sqrt(avg(x^2) + eps)`, computed in
    f32 where x is f16 or bf16. `eps` is the distance from 1 to the next number
    of the type it is computed in unless given. The typed form also yields
    `rstd`, of x's shape without the last dimension, for the gradient.

    Parameter: `weight`, ones at the start, of shape `[dim(x, -1)]` and of x's
    element type.

    Constraints:
    * (C1) x is of floats and has at least one dimension.
    * (C2) `eps` is not negative.
    * (C3) a path is given.

    Gradient: with `n = x * rstd` and `g = dy * weight`,
    `dx = rstd * (g - n * avg(g * n))`, `dweight = sum(dy * n)`. None flows from
    `rstd`.

    Example: `%y = nn.rms_norm "norm"(%x)`
  }];
}

//===----------------------------------------------------------------------===//
// Losses and metrics
//===----------------------------------------------------------------------===//

def NN_CrossEntropyOp : NN_Layer<"cross_entropy",
    (ins NN_AnyValue:$logits, NN_AnyValue:$labels),
    (ins OptionalAttr<NN_Integer>:$ignore_index, OptionalAttr<I64Attr>:$batch),
    [Decomposable, NN_BatchMean]> {
  let summary = "Mean cross-entropy of classes";
  let description = [{
    The mean over all valid targets of `nn.cross_entropy_rows`: those in valid
    rows of the batch whose label is not `ignore_index` (-100 unless given). 0
    if there is none. Of f32, or f64 if the logits are.

    `batch`, which gradc-instantiate sets, is the batch size that leads in the
    logits; without it the mean is over all there is.

    Constraints:
    * (C1) logits `[…, K]` are of floats, labels `[…]` of integers.
    * (C2) `shape(labels)` is the logits' without the last dimension, and
      `ignore_index` a 32-bit number.
    * (C3) the leading dimension is a multiple of `batch`.

    Example: `%l = nn.cross_entropy(%z, %labels)`
  }];
}

def NN_CrossEntropyRowsOp : NN_Layer<"cross_entropy_rows",
    (ins NN_AnyValue:$logits, NN_AnyValue:$labels),
    (ins OptionalAttr<NN_Integer>:$ignore_index),
    [Decomposable, Differentiable, SameVariadicResultSize],
    (outs Optional<AnyStaticShapeTensor>:$max, Optional<AnyStaticShapeTensor>:$log_sum)> {
  let summary = "Cross-entropy of each row";
  let description = [{
    `y[…] = log(sum_k exp(z[…, k])) - z[…, label]`; 0 where the label is
    `ignore_index` (-100 unless given), NaN where it is another value outside
    `[0, K)`. Computed in f32 where the logits are f16 or bf16, and then of f32.
    The typed form also yields the row's maximum (0 if that is -infinity) and
    `log_sum = log(sum exp(z - max))` (0 if all of the row is -infinity): two
    numbers, because their sum would lose the digits that the gradient needs.

    Constraints:
    * (C1) logits `[…, K]` are of floats, labels `[…]` of integers.
    * (C2) `shape(labels)` is the logits' without the last dimension, and
      `ignore_index` a 32-bit number.

    Gradient: `dz = (exp(z - max - log_sum) - (k == label)) * dy`, 0 for ignored
    rows. None flows from `max` and `log_sum`.

    Example: `%l = nn.cross_entropy_rows(%z, %labels)`
  }];
}

def NN_MseOp : NN_Layer<"mse", (ins NN_AnyValue:$prediction, NN_AnyValue:$target),
    (ins OptionalAttr<I64Attr>:$batch), [Decomposable, NN_BatchMean]> {
  let summary = "Mean squared error";
  let description = [{
    The mean of `(prediction - target)^2` over all elements of the batch's valid
    rows. Of f32, or f64 if the operands are. `batch` as in `nn.cross_entropy`.

    Constraints:
    * (C1) both are of one float type and shape.
    * (C2) the leading dimension is a multiple of `batch`.

    Example: `%l = nn.mse(%y, %target)`
  }];
}

def NN_AccuracyOp : NN_Layer<"accuracy",
    (ins NN_AnyValue:$logits, NN_AnyValue:$labels),
    (ins OptionalAttr<NN_Integer>:$ignore_index, OptionalAttr<I64Attr>:$batch),
    [Decomposable, NotDifferentiable, NN_BatchMean]> {
  let summary = "Part of the rows whose largest logit is the label's";
  let description = [{
    The mean, over the valid targets as in `nn.cross_entropy`, of whether the
    first of the largest logits is that of the label. A row with a NaN is wrong.
    Of f32.

    Constraints:
    * (C1) logits `[…, K]` are of floats, labels `[…]` of integers.
    * (C2) `shape(labels)` is the logits' without the last dimension, and
      `ignore_index` a 32-bit number.
    * (C3) the leading dimension is a multiple of `batch`.

    Example: `%a = nn.accuracy(%z, %labels)`
  }];
}

def NN_MeanOp : NN_Layer<"mean", (ins NN_AnyValue:$x),
    (ins OptionalAttr<I64Attr>:$batch), [Decomposable, NN_BatchMean]> {
  let summary = "Mean of all elements";
  let description = [{
    The mean over all elements of the batch's valid rows, a scalar of f32, or of
    f64 if x is. `batch` as in `nn.cross_entropy`.

    Constraints:
    * (C1) x is of floats.
    * (C2) the leading dimension is a multiple of `batch`.

    Example: `%l = nn.mean(%x)`
  }];
}

//===----------------------------------------------------------------------===//
// Arithmetic and shapes
//===----------------------------------------------------------------------===//

class NN_Binary<string mnemonic, string sign>
    : NN_Layer<mnemonic, (ins NN_AnyValue:$a, NN_AnyValue:$b)> {
  let summary = "a " # sign # " b";
  let description = [{
    Elementwise. Shapes broadcast as in NumPy: aligned at the last dimension, a
    size of 1 is repeated.

    Constraints:
    * (C1) both have one element type.
    * (C2) the shapes broadcast.

    Gradient: that of what it is written out in.
  }];
}
def NN_AddOp : NN_Binary<"add", "+">;
def NN_SubOp : NN_Binary<"sub", "-">;
def NN_MulOp : NN_Binary<"mul", "*">;

def NN_ScaleOp : NN_Layer<"scale", (ins NN_AnyValue:$x), (ins NN_Number:$factor)> {
  let summary = "x times a constant";
  let description = [{
    Constraints:
    * (C1) x is of floats.

    Gradient: `dx = dy * factor`.

    Example: `%y = nn.scale(%x) {factor = 0.5}`
  }];
}

def NN_ConvertOp : NN_Layer<"convert", (ins NN_AnyValue:$x),
    (ins NN_ElementType:$dtype, OptionalAttr<NN_Number>:$scale)> {
  let summary = "x with another element type, scaled";
  let description = [{
    Values are converted as `prim.convert` does, then multiplied by `scale`.

    Constraints:
    * (C1) `dtype` is an element type that tensors may have.
    * (C2) `scale` is given only where `dtype` is a float.

    Gradient: that of what it is written out in.

    Example: `%x = nn.convert(%image) {dtype = f32, scale = 0.00392156862745098}`
  }];
}

def NN_FlattenOp : NN_Layer<"flatten", (ins NN_AnyValue:$x),
                            (ins OptionalAttr<NN_Integer>:$start)> {
  let summary = "Makes one dimension of all from `start` on";
  let description = [{
    `start` is 1 unless given.

    Constraints:
    * (C1) `0 <= start < rank(x)`.

    Example: `%y = nn.flatten(%x)`
  }];
}

def NN_ReshapeOp
    : NN_Layer<"reshape", (ins NN_AnyValue:$x), (ins NN_Integers:$shape)> {
  let summary = "The same elements in another shape";
  let description = [{
    One size may be -1: it is what remains.

    Constraints:
    * (C1) at most one size is -1, none is less.
    * (C2) the number of elements stays the same.

    Example: `%y = nn.reshape(%x) {shape = [@B, -1, 64]}`
  }];
}

def NN_TransposeOp : NN_Layer<"transpose", (ins NN_AnyValue:$x),
                              (ins NN_Integers:$permutation)> {
  let summary = "Dimensions in another order";
  let description = [{
    Dimension i of the result is dimension `permutation[i]` of x.

    Constraints:
    * (C1) `permutation` holds each dimension of x once.

    Example: `%y = nn.transpose(%x) {permutation = [0, 2, 1]}`
  }];
}

#endif // GRADC_DIALECTS_NN_LAYERS_TD
