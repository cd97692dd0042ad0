//===- Interfaces.td - What a primitive can say about itself -*- tablegen -*-===//

#ifndef GRADC_DIALECTS_PRIM_INTERFACES_TD
#define GRADC_DIALECTS_PRIM_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Prim_ElementwiseOpInterface : OpInterface<"ElementwiseOpInterface"> {
  let cppNamespace = "::gradc::prim";
  let description = [{
    An op whose result at a point depends on its operands at that point only
    (an operand of rank 0 counts at every point). It can say what one point is,
    so fusion needs no knowledge of the op.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        Builds the value of one point from the operands' values there, one
        scalar an operand, with `arith` and `math` ops only.

        A tensor's element type and its scalar's type:
        * f64, f32: the same; f16, bf16: f32, in and out; the caller rounds the
          result to the tensor's element type;
        * i8 to i64 and ui8 to ui64: signless of the same width; i1: i1.

        Every scalar may be a `vector` of the said type; they then all have one
        shape, except that the predicate of a select may stay an `i1`.
        Never traps and never yields poison, whatever the values are.
      }],
      /*retTy=*/"::mlir::Value",
      /*methodName=*/"emitScalar",
      /*args=*/(ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
                    "::mlir::ValueRange":$scalars)
    >,
  ];
}

#endif // GRADC_DIALECTS_PRIM_INTERFACES_TD
