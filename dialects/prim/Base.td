//===- Base.td - Types and op classes of prim --------------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_PRIM_BASE_TD
#define GRADC_DIALECTS_PRIM_BASE_TD

include "dialects/interfaces/Interfaces.td"
include "dialects/prim/Interfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Prim_Dialect : Dialect {
  let name = "prim";
  let cppNamespace = "::gradc::prim";
  let summary = "Pure tensor primitives";
  let description = [{
    Values are ranked tensors of static shape. Names, semantics and assembly
    are those of the StableHLO specification wherever it has the op; what
    differs is said in the op's description. Elements are floats (f64, f32, f16,
    bf16), signed integers (i8, i16, i32, i64; written signless), unsigned
    integers (ui8, ui16, ui32, ui64) and booleans (i1).

    An elementwise op on f16 or bf16 computes in f32 and rounds once. No op
    traps: where the hardware would, the description says what the result is.

    "Gradient" lines give the cotangent of each operand, with `dy` that of the
    result `y`; at ties and edges they follow JAX.
  }];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::gradc::kernel::KernelDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

defvar Prim_Floats = [F64, F32, F16, BF16];
defvar Prim_SignedInts = [I8, I16, I32, I64];
defvar Prim_UnsignedInts = [UI8, UI16, UI32, UI64];
defvar Prim_Ints = !listconcat(Prim_SignedInts, Prim_UnsignedInts);

def Prim_FloatTensor : StaticShapeTensorOf<Prim_Floats>;
def Prim_IntTensor : StaticShapeTensorOf<Prim_Ints>;
def Prim_BoolTensor : StaticShapeTensorOf<[I1]>;
def Prim_IntOrBoolTensor : StaticShapeTensorOf<!listconcat(Prim_Ints, [I1])>;
def Prim_SignedOrFloatTensor
    : StaticShapeTensorOf<!listconcat(Prim_Floats, Prim_SignedInts)>;
def Prim_NumberTensor
    : StaticShapeTensorOf<!listconcat(Prim_Floats, Prim_Ints)>;
def Prim_Tensor
    : StaticShapeTensorOf<!listconcat(Prim_Floats, Prim_Ints, [I1])>;
def Prim_IndexScalar : 0DTensorOf<[I64]>;

//===----------------------------------------------------------------------===//
// Op classes
//===----------------------------------------------------------------------===//

class Prim_Op<string mnemonic, list<Trait> traits = []>
    : Op<Prim_Dialect, mnemonic, !listconcat([Pure], traits)>;

/// The op's types follow from its operands and attributes (Infer.cpp).
defvar Prim_InfersType = InferTypeOpAdaptor;

/// The `arith` or `math` op that computes one point, for each kind of element
/// the op takes; "" where it does not take the kind.
class Prim_Scalar<string floatOp, string signedOp = "", string unsignedOp = "",
                  string boolOp = ""> {
  list<string> ops = [floatOp, signedOp, unsignedOp, boolOp];
}
/// The op writes its emitScalar by hand (Elementwise.cpp).
def Prim_ScalarByHand : Prim_Scalar<"">;

class Prim_ElementwiseOp<string mnemonic, Prim_Scalar scalar,
                         list<Trait> traits>
    : Prim_Op<mnemonic, !listconcat(
          [DeclareOpInterfaceMethods<Prim_ElementwiseOpInterface>], traits)> {
  /// Set where the op has algebra of its own (Fold.cpp). All others fold splat
  /// constants only.
  bit foldByHand = 0;
  let hasFolder = 1;
  defvar scalarOps = !interleave(
      !foreach(op, scalar.ops, !if(!empty(op), "NoScalarOp", op)), ", ");
  let extraClassDefinition =
      !if(!eq(scalarOps, "NoScalarOp, NoScalarOp, NoScalarOp, NoScalarOp"), "", [{
  ::mlir::Value $cppClass::emitScalar(::mlir::OpBuilder &builder,
                                      ::mlir::Location loc,
                                      ::mlir::ValueRange scalars) {
    return emitScalarOp<}] # scalarOps # [{>(*this, builder, loc, scalars);
  }
      }]) # !if(foldByHand, "", [{
  ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor) {
    return foldSplats(*this, adaptor.getOperands());
  }
      }]);
}

class Prim_UnaryOp<string mnemonic, Type type, Prim_Scalar scalar,
                   list<Trait> traits = []>
    : Prim_ElementwiseOp<mnemonic, scalar,
                         !listconcat([SameOperandsAndResultType], traits)> {
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

class Prim_BinaryOp<string mnemonic, Type type, Prim_Scalar scalar,
                    list<Trait> traits = []>
    : Prim_ElementwiseOp<mnemonic, scalar,
                         !listconcat([SameOperandsAndResultType], traits)> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}

#endif // GRADC_DIALECTS_PRIM_BASE_TD
