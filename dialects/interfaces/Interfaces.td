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

def Gradc_RegionDifferentiableOpInterface
    : OpInterface<"RegionDifferentiableOpInterface"> {
  let cppNamespace = "::gradc";
  let description = [{
    An op with regions that can state its VJP: control flow.

    The caller owns the same as for an op without regions; activity counts the
    values that the regions use from above like operands. The rule builds the
    reverse op and lets the engine differentiate straight-line code by
    `c.pullback`. Where the reverse op needs values of the forward op's inside, it
    recomputes them, or builds a forward op that returns them too and replaces
    the uses of the old one, which it leaves in place.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        Returns one cotangent per value of `c.inputs()`, in that order, each of
        exactly that value's type, or null where no gradient flows. On failure
        an error has been emitted.
      }],
      /*retTy=*/"::llvm::FailureOr<::gradc::Cotangents>",
      /*methodName=*/"regionVjp",
      /*args=*/(ins "::gradc::RegionVjpContext &":$c)
    >,
  ];
}

def RegionDifferentiable
    : DeclareOpInterfaceMethods<Gradc_RegionDifferentiableOpInterface>;

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
