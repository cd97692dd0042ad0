//===- Binary.td - Elementwise ops of two operands ---------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_PRIM_BINARY_TD
#define GRADC_DIALECTS_PRIM_BINARY_TD

include "dialects/prim/Base.td"

def Prim_AddOp
    : Prim_BinaryOp<"add", Prim_Tensor,
                    Prim_Scalar<"::mlir::arith::AddFOp",
                                "::mlir::arith::AddIOp",
                                "::mlir::arith::AddIOp",
                                "::mlir::arith::OrIOp">,
                    [Commutative, Differentiable]> {
  let summary = "Addition";
  let description = [{
    `y = lhs + rhs`; integers wrap around; of booleans the logical or.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: `dlhs = dy`, `drhs = dy`.

    Example: `%y = prim.add %a, %b : tensor<4xf32>`
  }];
  let foldByHand = 1;
}

def Prim_AndOp
    : Prim_BinaryOp<"and", Prim_IntOrBoolTensor,
                    Prim_Scalar<"", "::mlir::arith::AndIOp",
                                "::mlir::arith::AndIOp",
                                "::mlir::arith::AndIOp">,
                    [Commutative, NotDifferentiable]> {
  let summary = "Bitwise or logical and";
  let description = [{
    Integers: bit by bit. Booleans: true where both are.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: none.

    Example: `%y = prim.and %a, %b : tensor<4xi1>`
  }];
  let foldByHand = 1;
}

def Prim_Atan2Op : Prim_BinaryOp<"atan2", Prim_FloatTensor,
                                 Prim_Scalar<"::mlir::math::Atan2Op">,
                                 [Differentiable]> {
  let summary = "Angle of a point";
  let description = [{
    The angle in `[-pi, pi]` of the point whose abscissa is `rhs` and whose
    ordinate is `lhs`, with IEEE 754's values at zeros and infinities.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: `dlhs = dy * rhs / r`, `drhs = -dy * lhs / r` with
    `r = lhs * lhs + rhs * rhs`, computed without overflow; NaN at the origin.

    Example: `%y = prim.atan2 %a, %b : tensor<4xf32>`
  }];
}

def Prim_DivideOp
    : Prim_BinaryOp<"divide", Prim_NumberTensor, Prim_ScalarByHand,
                    [Differentiable]> {
  let summary = "Division";
  let description = [{
    `y = lhs / rhs`. Integers: rounded towards zero; a division by zero gives
    the value with all bits set (-1); the smallest signed integer divided by -1
    is itself.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: `dlhs = dy / rhs`, `drhs = -(dy / rhs) * y`.

    Example: `%y = prim.divide %a, %b : tensor<4xf32>`
  }];
  let foldByHand = 1;
}

def Prim_MaximumOp
    : Prim_BinaryOp<"maximum", Prim_Tensor,
                    Prim_Scalar<"::mlir::arith::MaximumFOp",
                                "::mlir::arith::MaxSIOp",
                                "::mlir::arith::MaxUIOp",
                                "::mlir::arith::OrIOp">,
                    [Commutative, Differentiable]> {
  let summary = "The larger of two values";
  let description = [{
    The larger value; NaN if either is; 0 is larger than -0; of booleans the
    logical or.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: `dy` goes to the larger operand, half to each at a tie, nowhere
    where `y` is NaN.

    Example: `%y = prim.maximum %a, %b : tensor<4xf32>`
  }];
  let foldByHand = 1;
}

def Prim_MinimumOp
    : Prim_BinaryOp<"minimum", Prim_Tensor,
                    Prim_Scalar<"::mlir::arith::MinimumFOp",
                                "::mlir::arith::MinSIOp",
                                "::mlir::arith::MinUIOp",
                                "::mlir::arith::AndIOp">,
                    [Commutative, Differentiable]> {
  let summary = "The smaller of two values";
  let description = [{
    The smaller value; NaN if either is; -0 is smaller than 0; of booleans the
    logical and.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: `dy` goes to the smaller operand, half to each at a tie, nowhere
    where `y` is NaN.

    Example: `%y = prim.minimum %a, %b : tensor<4xf32>`
  }];
  let foldByHand = 1;
}

def Prim_MultiplyOp
    : Prim_BinaryOp<"multiply", Prim_Tensor,
                    Prim_Scalar<"::mlir::arith::MulFOp",
                                "::mlir::arith::MulIOp",
                                "::mlir::arith::MulIOp",
                                "::mlir::arith::AndIOp">,
                    [Commutative, Differentiable]> {
  let summary = "Multiplication";
  let description = [{
    `y = lhs * rhs`; integers wrap around; of booleans the logical and.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: `dlhs = dy * rhs`, `drhs = dy * lhs`.

    Example: `%y = prim.multiply %a, %b : tensor<4xf32>`
  }];
  let foldByHand = 1;
}

def Prim_OrOp
    : Prim_BinaryOp<"or", Prim_IntOrBoolTensor,
                    Prim_Scalar<"", "::mlir::arith::OrIOp",
                                "::mlir::arith::OrIOp",
                                "::mlir::arith::OrIOp">,
                    [Commutative, NotDifferentiable]> {
  let summary = "Bitwise or logical or";
  let description = [{
    Integers: bit by bit. Booleans: true where either is.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: none.

    Example: `%y = prim.or %a, %b : tensor<4xi1>`
  }];
  let foldByHand = 1;
}

def Prim_PowerOp : Prim_BinaryOp<"power", Prim_NumberTensor, Prim_ScalarByHand,
                                 [Differentiable]> {
  let summary = "Power";
  let description = [{
    `y = lhs ^ rhs`. Floats: as IEEE 754's pow, so `x ^ 0 = 1` for every `x`.
    Integers: the product wraps around; `x ^ 0 = 1`; with a negative exponent 1
    stays 1, -1 alternates and everything else gives 0.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: `dlhs = dy * rhs * lhs ^ (rhs - 1)`, 0 where `rhs = 0`;
    `drhs = dy * ln(lhs) * y` with 0 for the logarithm where `lhs = 0`.

    Example: `%y = prim.power %a, %b : tensor<4xf32>`
  }];
}

def Prim_RemainderOp
    : Prim_BinaryOp<"remainder", Prim_NumberTensor, Prim_ScalarByHand,
                    [Differentiable]> {
  let summary = "Remainder of a division rounded towards zero";
  let description = [{
    `y = lhs - rhs * trunc(lhs / rhs)`, exact (C's fmod); it has the sign of
    `lhs`. Integers: the remainder by 0 is `lhs`; that of the smallest signed
    integer by -1 is 0.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: `dlhs = dy`, `drhs = -dy * trunc(lhs / rhs)`.

    Example: `%y = prim.remainder %a, %b : tensor<4xf32>`
  }];
}

def Prim_ShiftLeftOp : Prim_BinaryOp<"shift_left", Prim_IntTensor,
                                     Prim_ScalarByHand, [NotDifferentiable]> {
  let summary = "Left shift";
  let description = [{
    `lhs` shifted left by `rhs` bits, zeros coming in; 0 where `rhs` is
    negative or at least the width.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: none.

    Example: `%y = prim.shift_left %a, %b : tensor<4xi32>`
  }];
}

def Prim_ShiftRightArithmeticOp
    : Prim_BinaryOp<"shift_right_arithmetic", Prim_IntTensor, Prim_ScalarByHand,
                    [NotDifferentiable]> {
  let summary = "Right shift that keeps the sign";
  let description = [{
    `lhs` shifted right by `rhs` bits, copies of the top bit coming in; only
    copies of the top bit where `rhs` is negative or at least the width.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: none.

    Example: `%y = prim.shift_right_arithmetic %a, %b : tensor<4xi32>`
  }];
}

def Prim_ShiftRightLogicalOp
    : Prim_BinaryOp<"shift_right_logical", Prim_IntTensor, Prim_ScalarByHand,
                    [NotDifferentiable]> {
  let summary = "Right shift that fills with zeros";
  let description = [{
    `lhs` shifted right by `rhs` bits, zeros coming in; 0 where `rhs` is
    negative or at least the width.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: none.

    Example: `%y = prim.shift_right_logical %a, %b : tensor<4xi32>`
  }];
}

def Prim_SubtractOp
    : Prim_BinaryOp<"subtract", Prim_NumberTensor,
                    Prim_Scalar<"::mlir::arith::SubFOp",
                                "::mlir::arith::SubIOp",
                                "::mlir::arith::SubIOp">,
                    [Differentiable]> {
  let summary = "Subtraction";
  let description = [{
    `y = lhs - rhs`; integers wrap around.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: `dlhs = dy`, `drhs = -dy`.

    Example: `%y = prim.subtract %a, %b : tensor<4xf32>`
  }];
  let foldByHand = 1;
}

def Prim_XorOp
    : Prim_BinaryOp<"xor", Prim_IntOrBoolTensor,
                    Prim_Scalar<"", "::mlir::arith::XOrIOp",
                                "::mlir::arith::XOrIOp",
                                "::mlir::arith::XOrIOp">,
                    [Commutative, NotDifferentiable]> {
  let summary = "Bitwise or logical exclusive or";
  let description = [{
    Integers: bit by bit. Booleans: true where just one is.

    Constraints:
    * (C1) `type(lhs) = type(rhs) = type(y)`.

    Gradient: none.

    Example: `%y = prim.xor %a, %b : tensor<4xi1>`
  }];
  let foldByHand = 1;
}

#endif // GRADC_DIALECTS_PRIM_BINARY_TD
