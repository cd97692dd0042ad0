//===- Mixed.td - Elementwise ops between types ------------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_PRIM_MIXED_TD
#define GRADC_DIALECTS_PRIM_MIXED_TD

include "dialects/prim/Base.td"

def Prim_ComparisonDirectionEnum
    : I32EnumAttr<"ComparisonDirection", "What a comparison asks", [
        I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
        I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
        I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]> {
  let cppNamespace = "::gradc::prim";
  let genSpecializedAttr = 0;
}
def Prim_ComparisonDirection
    : EnumAttr<Prim_Dialect, Prim_ComparisonDirectionEnum,
               "comparison_direction">;

def Prim_ComparisonTypeEnum
    : I32EnumAttr<"ComparisonType", "The order a comparison means", [
        I32EnumAttrCase<"FLOAT", 0>, I32EnumAttrCase<"TOTALORDER", 1>,
        I32EnumAttrCase<"SIGNED", 2>, I32EnumAttrCase<"UNSIGNED", 3>]> {
  let cppNamespace = "::gradc::prim";
  let genSpecializedAttr = 0;
}
def Prim_ComparisonType
    : EnumAttr<Prim_Dialect, Prim_ComparisonTypeEnum, "comparison_type">;

def Prim_BitcastConvertOp
    : Prim_ElementwiseOp<"bitcast_convert", Prim_ScalarByHand,
                         [NotDifferentiable, SameOperandsAndResultShape]> {
  let summary = "The same bits as another type";
  let description = [{
    Every element's bits, read as the result's element type. Unlike
    StableHLO's, it does not change the number of elements.

    Constraints:
    * (C1) `shape(y) = shape(x)`.
    * (C2) The two element types have the same width.

    Gradient: none.

    Example:
    `%y = prim.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>`
  }];
  let arguments = (ins Prim_Tensor:$operand);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat =
      "$operand attr-dict `:` functional-type(operands, results)";
  let foldByHand = 1;
  let hasVerifier = 1;
}

def Prim_ClampOp : Prim_ElementwiseOp<"clamp", Prim_ScalarByHand,
                                      [Differentiable, Prim_InfersType]> {
  let summary = "Limits a value to a range";
  let description = [{
    `y = minimum(maximum(x, min), max)`. `min` and `max` have the shape of `x`
    or rank 0. Where `min > max` the result is `max`; NaN where any is.

    Constraints:
    * (C1) `rank(min) = 0` or `shape(min) = shape(x)`.
    * (C2) `rank(max) = 0` or `shape(max) = shape(x)`.
    * (C3) `min`, `x` and `max` have one element type.
    * (C4) `type(y) = type(x)`.

    Gradient: `dx = dy` where `min < x < max`, else 0; `dmin = dy` where
    `x < min < max`, else 0; `dmax = dy` where `max < x`, else 0; summed where
    the limit has rank 0.

    Example: `%y = prim.clamp %lo, %x, %hi :
    (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>`; where all
    types are one, just `: tensor<4xf32>`.
  }];
  let arguments = (ins Prim_Tensor:$min, Prim_Tensor:$operand,
                       Prim_Tensor:$max);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<SameOrFunctionType>(type($min), type($operand), type($max),
                               type($result))
  }];
  let hasVerifier = 1;
}

def Prim_CompareOp
    : Prim_ElementwiseOp<"compare", Prim_ScalarByHand,
                         [NotDifferentiable, SameTypeOperands,
                          Prim_InfersType]> {
  let summary = "Comparison";
  let description = [{
    `y = lhs DIRECTION rhs`, where DIRECTION is one of EQ, NE, GE, GT, LE, LT.
    Floats compare as IEEE 754 says: with NaN only NE holds, and `-0 = 0`. With
    TOTALORDER as the type, floats are ordered
    `-NaN < -inf < … < -0 < 0 < … < inf < NaN`. Booleans: false < true.

    Constraints:
    * (C1) `type(lhs) = type(rhs)`.
    * (C2) The type of the comparison, if given, is FLOAT or TOTALORDER for
      floats, SIGNED for signed integers, UNSIGNED for unsigned ones and
      booleans.
    * (C3) `y` has the shape of `lhs` and element type i1.

    Gradient: none.

    Example: `%y = prim.compare LT, %a, %b :
    (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>`
  }];
  let arguments = (ins Prim_ComparisonDirection:$comparison_direction,
                       Prim_Tensor:$lhs, Prim_Tensor:$rhs,
                       OptionalAttr<Prim_ComparisonType>:$compare_type);
  let results = (outs Prim_BoolTensor:$result);
  let builders = [
    OpBuilder<(ins "ComparisonDirection":$direction, "::mlir::Value":$lhs,
                   "::mlir::Value":$rhs), [{
      build($_builder, $_state, direction, lhs, rhs, ComparisonTypeAttr());
    }]>,
  ];
  let assemblyFormat = [{
    `` $comparison_direction `,` $lhs `,` $rhs (`,` `` $compare_type^)?
    attr-dict `:` functional-type(operands, results)
  }];
  let foldByHand = 1;
  let hasVerifier = 1;
}

def Prim_ConvertOp
    : Prim_ElementwiseOp<"convert", Prim_ScalarByHand,
                         [Differentiable, SameOperandsAndResultShape]> {
  let summary = "The same values as another type";
  let description = [{
    Every element's value in the result's element type:
    * to a float: rounded to nearest, ties to even;
    * float to integer: rounded towards zero, then limited to the type's range;
      NaN gives 0;
    * integer to integer: modulo 2^width;
    * to a boolean: whether it is not 0 (NaN is not); from a boolean: 0 or 1.

    Constraints:
    * (C1) `shape(y) = shape(x)`.

    Gradient: `dx = convert(dy)` between floats, else none.

    Example: `%y = prim.convert %x : (tensor<4xf32>) -> tensor<4xbf16>`
  }];
  let arguments = (ins Prim_Tensor:$operand);
  let results = (outs Prim_Tensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$operand, "::mlir::Type":$elementType), [{
      auto type = ::mlir::cast<::mlir::RankedTensorType>(operand.getType());
      build($_builder, $_state, type.clone(elementType), operand);
    }]>,
  ];
  let assemblyFormat =
      "$operand attr-dict `:` functional-type(operands, results)";
  let foldByHand = 1;
}

def Prim_IsFiniteOp
    : Prim_ElementwiseOp<"is_finite", Prim_ScalarByHand,
                         [NotDifferentiable, Prim_InfersType]> {
  let summary = "Whether a value is neither infinite nor NaN";
  let description = [{
    True where `x` is a finite number.

    Constraints:
    * (C1) `y` has the shape of `x` and element type i1.

    Gradient: none.

    Example: `%y = prim.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>`
  }];
  let arguments = (ins Prim_FloatTensor:$operand);
  let results = (outs Prim_BoolTensor:$result);
  let assemblyFormat =
      "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Prim_SelectOp
    : Prim_ElementwiseOp<"select", Prim_ScalarByHand,
                         [Differentiable,
                          AllTypesMatch<["on_true", "on_false", "result"]>]> {
  let summary = "One of two values";
  let description = [{
    `y = pred ? on_true : on_false` at every point. `pred` has the shape of the
    others or rank 0.

    Constraints:
    * (C1) `type(on_true) = type(on_false) = type(y)`.
    * (C2) `rank(pred) = 0` or `shape(pred) = shape(y)`.

    Gradient: `dy` goes to the operand that was taken, 0 to the other.

    Example: `%y = prim.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>`
  }];
  let arguments = (ins Prim_BoolTensor:$pred, Prim_Tensor:$on_true,
                       Prim_Tensor:$on_false);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:` type($pred) `,`
    type($result)
  }];
  let foldByHand = 1;
  let hasVerifier = 1;
}

#endif // GRADC_DIALECTS_PRIM_MIXED_TD
