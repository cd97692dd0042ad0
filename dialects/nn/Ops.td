//===- Ops.td - The nn dialect -------------------------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_NN_OPS_TD
#define GRADC_DIALECTS_NN_OPS_TD

include "dialects/interfaces/Interfaces.td"
include "dialects/nn/Interfaces.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def NN_Dialect : Dialect {
  let name = "nn";
  let cppNamespace = "::gradc::nn";
  let summary = "The model as a person writes it";
  let description = [{
    A model file holds `nn.module`s, one `nn.model` and a `train.recipe`. Values
    there have no types (`!nn.value`); layers own their parameters under their
    own name. `gradc-instantiate` turns this into one function of typed layers,
    whose parameters are explicit operands. docs/language.md is the reference
    for people; the records here are the reference for the ops.
  }];
  let useDefaultTypePrinterParser = 1;
  // Options may be names of a module's arguments (`@ff`) until instantiation, so
  // they live in the op's dictionary, where nothing is dropped for its type.
  let usePropertiesForAttributes = 0;
}

//===----------------------------------------------------------------------===//
// Types and options
//===----------------------------------------------------------------------===//

def NN_Value : TypeDef<NN_Dialect, "Value"> {
  let mnemonic = "value";
  let summary = "A tensor whose type is not known yet";
}

def NN_AnyValue : AnyTypeOf<[NN_Value, AnyStaticShapeTensor],
                            "a tensor of static shape">;

// An option of a layer is a value or the name of a module's argument.
class NN_Option<Pred predicate, string summary, string type, string reader>
    : Attr<Or<[predicate, FlatSymbolRefAttr.predicate]>, summary> {
  let storageType = "::mlir::Attribute";
  let returnType = type;
  let convertFromStorage = reader;
}
def NN_Integer
    : NN_Option<I64Attr.predicate, "an integer", "int64_t",
                "::mlir::cast<::mlir::IntegerAttr>($_self).getInt()">;
def NN_Number
    : NN_Option<Or<[F64Attr.predicate, I64Attr.predicate]>, "a number", "double",
                "::gradc::nn::readNumber($_self)">;
def NN_String
    : NN_Option<StrAttr.predicate, "a string", "::llvm::StringRef",
                "::mlir::cast<::mlir::StringAttr>($_self).getValue()">;
def NN_Bool
    : NN_Option<BoolAttr.predicate, "true or false", "bool",
                "::mlir::cast<::mlir::BoolAttr>($_self).getValue()">;
def NN_ElementType
    : NN_Option<TypeAttr.predicate, "an element type such as f32",
                "::mlir::Type",
                "::mlir::cast<::mlir::TypeAttr>($_self).getValue()">;
def NN_Integers
    : Attr<CPred<"::gradc::nn::isIntegerList($_self)">,
           "a list of integers or of names such as @B"> {
  let storageType = "::mlir::ArrayAttr";
  let returnType = "::llvm::SmallVector<int64_t>";
  let convertFromStorage = "::gradc::nn::readIntegers($_self)";
}

/// The layer is a mean over the batch. gradc-instantiate writes it out at once,
/// so that its (sum, count) pair is there for accumulation and evaluation.
def NN_BatchMean : NativeOpTrait<"BatchMean"> {
  let cppNamespace = "::gradc::nn";
}

class NN_Op<string mnemonic, list<Trait> traits = []>
    : Op<NN_Dialect, mnemonic, traits>;

include "dialects/nn/Structure.td"
include "dialects/nn/Layers.td"

#endif // GRADC_DIALECTS_NN_OPS_TD
