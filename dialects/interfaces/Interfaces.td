//===- Interfaces.td - What an op can say about itself -----*- tablegen -*-===//

#ifndef GRADC_DIALECTS_INTERFACES_INTERFACES_TD
#define GRADC_DIALECTS_INTERFACES_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Gradc_DifferentiableOpInterface
    : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::gradc";
  let description = [{
    An op that can state its own vector-Jacobian product (VJP).

    The caller (`gradc-differentiate`) owns zero cotangents, accumulation over
    several uses, reachability and activity. A rule does none of that: it is a
    pure expression over the cotangents, the operands and the results.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        Returns one cotangent per operand, in operand order, each of exactly its
        operand's type. A null cotangent means "no gradient flows here"; the
        rule may leave one out where `c.isActive(operand)` is false.
      }],
      /*retTy=*/"::gradc::Cotangents",
      /*methodName=*/"vjp",
      /*args=*/(ins "::gradc::VjpContext &":$c)
    >,
  ];
}

/// The op has a rule. Being declared here and not written is a link error.
def Differentiable
    : DeclareOpInterfaceMethods<Gradc_DifferentiableOpInterface>;

/// No gradient flows through the op: its result is an integer, a boolean or
/// constant in its operands.
def NotDifferentiable : NativeOpTrait<"NotDifferentiable"> {
  let cppNamespace = "::gradc";
}

def Gradc_DecomposableOpInterface : OpInterface<"DecomposableOpInterface"> {
  let cppNamespace = "::gradc";
  let description = [{
    An op that can be written out in ops of lower floors.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        Builds the op's meaning at the insertion point of `builder`, with the
        op's own location, and returns one value per result, each of exactly
        that result's type. Does not erase or replace the op. On failure an
        error has been emitted.
      }],
      /*retTy=*/"::llvm::FailureOr<::llvm::SmallVector<::mlir::Value>>",
      /*methodName=*/"decompose",
      /*args=*/(ins "::mlir::OpBuilder &":$builder)
    >,
  ];
}

def Decomposable : DeclareOpInterfaceMethods<Gradc_DecomposableOpInterface>;

#endif // GRADC_DIALECTS_INTERFACES_INTERFACES_TD
