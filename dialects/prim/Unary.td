//===- Unary.td - Elementwise ops of one operand -----------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_PRIM_UNARY_TD
#define GRADC_DIALECTS_PRIM_UNARY_TD

include "dialects/prim/Base.td"

def Prim_AbsOp
    : Prim_UnaryOp<"abs", Prim_SignedOrFloatTensor,
                   Prim_Scalar<"::mlir::math::AbsFOp", "::mlir::math::AbsIOp">,
                   [Differentiable]> {
  let summary = "Absolute value";
  let description = [{
    `y = |x|`. The smallest signed integer stays itself.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy` where `x >= 0`, else `-dy`; so `dy` at 0.

    Example: `%y = prim.abs %x : tensor<4xf32>`
  }];
  let foldByHand = 1;
}

def Prim_CbrtOp : Prim_UnaryOp<"cbrt", Prim_FloatTensor,
                               Prim_Scalar<"::mlir::math::CbrtOp">,
                               [Differentiable]> {
  let summary = "Cube root";
  let description = [{
    `y = x^(1/3)`, negative where `x` is.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy / (3 * y * y)`, infinite at 0.

    Example: `%y = prim.cbrt %x : tensor<4xf32>`
  }];
}

def Prim_CeilOp
    : Prim_UnaryOp<"ceil", Prim_FloatTensor,
                   Prim_Scalar<"::mlir::math::CeilOp">, [NotDifferentiable]> {
  let summary = "Rounds towards plus infinity";
  let description = [{
    The smallest integral value that is not below `x`.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: zero.

    Example: `%y = prim.ceil %x : tensor<4xf32>`
  }];
}

def Prim_CosineOp : Prim_UnaryOp<"cosine", Prim_FloatTensor,
                                 Prim_Scalar<"::mlir::math::CosOp">,
                                 [Differentiable]> {
  let summary = "Cosine";
  let description = [{
    `y = cos(x)`, `x` in radians.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = -dy * sin(x)`.

    Example: `%y = prim.cosine %x : tensor<4xf32>`
  }];
}

def Prim_CountLeadingZerosOp
    : Prim_UnaryOp<"count_leading_zeros", Prim_IntTensor,
                   Prim_Scalar<"", "::mlir::math::CountLeadingZerosOp",
                               "::mlir::math::CountLeadingZerosOp">,
                   [NotDifferentiable]> {
  let summary = "Number of leading zero bits";
  let description = [{
    The number of zero bits above the highest set bit; the width if `x` is 0.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: none.

    Example: `%y = prim.count_leading_zeros %x : tensor<4xi32>`
  }];
}

def Prim_ErfOp
    : Prim_UnaryOp<"erf", Prim_FloatTensor, Prim_Scalar<"::mlir::math::ErfOp">,
                   [Differentiable]> {
  let summary = "Error function";
  let description = [{
    `y = 2 / sqrt(pi) * integral from 0 to x of exp(-t * t) dt`. StableHLO has
    no such op; CHLO's has this name.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy * 2 / sqrt(pi) * exp(-x * x)`.

    Example: `%y = prim.erf %x : tensor<4xf32>`
  }];
}

def Prim_ExponentialOp : Prim_UnaryOp<"exponential", Prim_FloatTensor,
                                      Prim_Scalar<"::mlir::math::ExpOp">,
                                      [Differentiable]> {
  let summary = "Exponential";
  let description = [{
    `y = e^x`.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy * y`.

    Example: `%y = prim.exponential %x : tensor<4xf32>`
  }];
}

def Prim_ExponentialMinusOneOp
    : Prim_UnaryOp<"exponential_minus_one", Prim_FloatTensor,
                   Prim_Scalar<"::mlir::math::ExpM1Op">, [Differentiable]> {
  let summary = "Exponential minus one";
  let description = [{
    `y = e^x - 1`, exact to the last places near 0 too.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy * (y + 1)`.

    Example: `%y = prim.exponential_minus_one %x : tensor<4xf32>`
  }];
}

def Prim_FloorOp
    : Prim_UnaryOp<"floor", Prim_FloatTensor,
                   Prim_Scalar<"::mlir::math::FloorOp">, [NotDifferentiable]> {
  let summary = "Rounds towards minus infinity";
  let description = [{
    The largest integral value that is not above `x`.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: zero.

    Example: `%y = prim.floor %x : tensor<4xf32>`
  }];
}

def Prim_LogOp
    : Prim_UnaryOp<"log", Prim_FloatTensor, Prim_Scalar<"::mlir::math::LogOp">,
                   [Differentiable]> {
  let summary = "Natural logarithm";
  let description = [{
    `y = ln(x)`: minus infinity at 0, NaN below.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy / x`.

    Example: `%y = prim.log %x : tensor<4xf32>`
  }];
}

def Prim_LogPlusOneOp : Prim_UnaryOp<"log_plus_one", Prim_FloatTensor,
                                     Prim_Scalar<"::mlir::math::Log1pOp">,
                                     [Differentiable]> {
  let summary = "Natural logarithm of one plus a value";
  let description = [{
    `y = ln(1 + x)`, exact to the last places near 0 too.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy / (1 + x)`.

    Example: `%y = prim.log_plus_one %x : tensor<4xf32>`
  }];
}

def Prim_LogisticOp : Prim_UnaryOp<"logistic", Prim_FloatTensor,
                                   Prim_ScalarByHand, [Differentiable]> {
  let summary = "Logistic function (sigmoid)";
  let description = [{
    `y = 1 / (1 + e^-x)`; neither large nor small `x` overflows on the way, so
    that the result is `e^x` to the last places where `x` is far below 0.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy * y * (1 - y)`.

    Example: `%y = prim.logistic %x : tensor<4xf32>`
  }];
}

def Prim_NegateOp : Prim_UnaryOp<"negate", Prim_NumberTensor, Prim_ScalarByHand,
                                 [Differentiable]> {
  let summary = "Negation";
  let description = [{
    `y = -x`; integers wrap around, unsigned ones included.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = -dy`.

    Example: `%y = prim.negate %x : tensor<4xf32>`
  }];
  let foldByHand = 1;
}

def Prim_NormalCdfOp
    : Prim_UnaryOp<"normal_cdf", Prim_FloatTensor, Prim_ScalarByHand,
                   [Differentiable]> {
  let summary = "Standard normal distribution function";
  let description = [{
    The probability that a standard normal number is at most `x`,
    `y = (1 + erf(x / sqrt(2))) / 2`, or with `by_tanh` its approximation
    `y = (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3))) / 2`: what gelu multiplies
    `x` with. StableHLO has no such op.

    From -1 up the result is relatively exact, as that of other functions is;
    below, its absolute error is less than 1e-7 in `f32` and 1e-15 in `f64`.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy * exp(-x * x / 2) / sqrt(2 * pi)`, or with `by_tanh`
    `dx = dy * 2 * y * (1 - y) * sqrt(2/pi) * (1 + 3 * 0.044715 * x * x)`.

    Example: `%y = prim.normal_cdf %x : tensor<4xf32>`
  }];
  let arguments = (ins Prim_FloatTensor:$operand, UnitAttr:$by_tanh);
}

def Prim_NotOp : Prim_UnaryOp<"not", Prim_IntOrBoolTensor, Prim_ScalarByHand,
                              [NotDifferentiable]> {
  let summary = "Bitwise or logical negation";
  let description = [{
    Integers: every bit flipped. Booleans: the other one.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: none.

    Example: `%y = prim.not %x : tensor<4xi1>`
  }];
  let foldByHand = 1;
}

def Prim_PopcntOp
    : Prim_UnaryOp<"popcnt", Prim_IntTensor,
                   Prim_Scalar<"", "::mlir::math::CtPopOp",
                               "::mlir::math::CtPopOp">,
                   [NotDifferentiable]> {
  let summary = "Number of set bits";
  let description = [{
    The number of bits of `x` that are one.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: none.

    Example: `%y = prim.popcnt %x : tensor<4xi32>`
  }];
}

def Prim_RoundNearestAfzOp
    : Prim_UnaryOp<"round_nearest_afz", Prim_FloatTensor,
                   Prim_Scalar<"::mlir::math::RoundOp">, [NotDifferentiable]> {
  let summary = "Rounds to nearest, ties away from zero";
  let description = [{
    The integral value nearest to `x`; of two, the one farther from zero.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: zero.

    Example: `%y = prim.round_nearest_afz %x : tensor<4xf32>`
  }];
}

def Prim_RoundNearestEvenOp
    : Prim_UnaryOp<"round_nearest_even", Prim_FloatTensor,
                   Prim_Scalar<"::mlir::math::RoundEvenOp">,
                   [NotDifferentiable]> {
  let summary = "Rounds to nearest, ties to even";
  let description = [{
    The integral value nearest to `x`; of two, the even one.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: zero.

    Example: `%y = prim.round_nearest_even %x : tensor<4xf32>`
  }];
}

def Prim_RsqrtOp : Prim_UnaryOp<"rsqrt", Prim_FloatTensor,
                                Prim_Scalar<"::mlir::math::RsqrtOp">,
                                [Differentiable]> {
  let summary = "Reciprocal square root";
  let description = [{
    `y = 1 / sqrt(x)`: infinite at 0, NaN below.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy * -0.5 * (y / x)`.

    Example: `%y = prim.rsqrt %x : tensor<4xf32>`
  }];
}

def Prim_SignOp : Prim_UnaryOp<"sign", Prim_SignedOrFloatTensor,
                               Prim_ScalarByHand, [NotDifferentiable]> {
  let summary = "Sign";
  let description = [{
    -1 where `x < 0`, 1 where `x > 0`; zeros (of either sign) and NaN stay as
    they are.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: zero.

    Example: `%y = prim.sign %x : tensor<4xf32>`
  }];
}

def Prim_SineOp
    : Prim_UnaryOp<"sine", Prim_FloatTensor, Prim_Scalar<"::mlir::math::SinOp">,
                   [Differentiable]> {
  let summary = "Sine";
  let description = [{
    `y = sin(x)`, `x` in radians.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy * cos(x)`.

    Example: `%y = prim.sine %x : tensor<4xf32>`
  }];
}

def Prim_SqrtOp : Prim_UnaryOp<"sqrt", Prim_FloatTensor,
                               Prim_Scalar<"::mlir::math::SqrtOp">,
                               [Differentiable]> {
  let summary = "Square root";
  let description = [{
    `y = sqrt(x)`: NaN below 0; minus zero stays itself.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy * (0.5 / y)`, infinite at 0.

    Example: `%y = prim.sqrt %x : tensor<4xf32>`
  }];
}

def Prim_StopGradientOp : Prim_UnaryOp<"stop_gradient", Prim_Tensor,
                                       Prim_ScalarByHand, [NotDifferentiable]> {
  let summary = "Identity that no gradient passes";
  let description = [{
    `y = x`. Not an op of StableHLO. It is not folded into its operand, so that
    gradients of gradients see it too; fusion makes it free.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: zero.

    Example: `%y = prim.stop_gradient %x : tensor<4xf32>`
  }];
}

def Prim_TanOp
    : Prim_UnaryOp<"tan", Prim_FloatTensor, Prim_Scalar<"::mlir::math::TanOp">,
                   [Differentiable]> {
  let summary = "Tangent";
  let description = [{
    `y = tan(x)`, `x` in radians.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy * (1 + y * y)`.

    Example: `%y = prim.tan %x : tensor<4xf32>`
  }];
}

def Prim_TanhOp : Prim_UnaryOp<"tanh", Prim_FloatTensor,
                               Prim_Scalar<"::mlir::math::TanhOp">,
                               [Differentiable]> {
  let summary = "Hyperbolic tangent";
  let description = [{
    `y = tanh(x)`.

    Constraints:
    * (C1) `type(y) = type(x)`.

    Gradient: `dx = dy * (1 - y * y)`, computed as `(dy + dy * y) * (1 - y)`,
    which keeps its last places where `y` is near 1.

    Example: `%y = prim.tanh %x : tensor<4xf32>`
  }];
}

#endif // GRADC_DIALECTS_PRIM_UNARY_TD
