//===- Ops.td - The rt dialect ------------------------------*- tablegen -*-===//
//
// The executable schedule as data: memory segments with static offsets and a
// list of commands an entry. The runtime walks the same list.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_DIALECTS_RT_OPS_TD
#define GRADC_DIALECTS_RT_OPS_TD

include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Rt_Dialect : Dialect {
  let name = "rt";
  let cppNamespace = "::gradc::rt";
  let summary = "The executable schedule";
  let description = [{
    No tensor values are left on this floor: an operand is a view of a segment
    at a static offset, a command reads and writes memory in the order of the
    list. `runtime/include/gradc/library.h` is the same table in C.
  }];
}

class Rt_Op<string mnemonic, list<Trait> traits = []>
    : Op<Rt_Dialect, mnemonic, traits>;

def Rt_SegmentKind : I32EnumAttr<"SegmentKind", "What a segment is for", [
    I32EnumAttrCase<"state", 0>, I32EnumAttrCase<"scalars", 1>,
    I32EnumAttrCase<"io", 2>, I32EnumAttrCase<"temp", 3>,
    I32EnumAttrCase<"constant", 4>]> {
  let cppNamespace = "::gradc::rt";
}

def Rt_Role : I32EnumAttr<"Role", "What a bound tensor is to the host", [
    I32EnumAttrCase<"input", 0>, I32EnumAttrCase<"loss", 1>,
    I32EnumAttrCase<"metric", 2>, I32EnumAttrCase<"output", 3>,
    I32EnumAttrCase<"gradient", 4>, I32EnumAttrCase<"state", 5>,
    I32EnumAttrCase<"scalar", 6>]> {
  let cppNamespace = "::gradc::rt";
}

def Rt_LibCall : I32EnumAttr<"LibCall", "A call of the target's libraries", [
    I32EnumAttrCase<"matmul", 1>, I32EnumAttrCase<"sort", 2>]> {
  let cppNamespace = "::gradc::rt";
}

def Rt_SegmentOp : Rt_Op<"segment", [Symbol]> {
  let summary = "A piece of memory";
  let description = [{
    `bytes` bytes. A `constant` segment holds the elements of `initial` from its
    start on, each at the next multiple of 64.

    Constraints:
    * (C1) `initial` comes with the kind `constant` and only with it.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Rt_SegmentKind:$kind,
                       I64Attr:$bytes, OptionalAttr<ArrayAttr>:$initial);
  let assemblyFormat = [{
    $kind $sym_name `bytes` $bytes ($initial^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Rt_BindOp : Rt_Op<"bind"> {
  let summary = "Names a place of a segment for the host";
  let description = [{
    The tensor `name`, which the host reads or writes, lies at `offset` of
    `segment`. State and scalars are bound in the module, for all entries;
    inputs and results in their program.

    `batch` is the compiled batch where dimension 0 is it. `initial` is the
    value of a scalar until the host sets it.
  }];
  let arguments = (ins Rt_Role:$role, StrAttr:$name,
                       FlatSymbolRefAttr:$segment, I64Attr:$offset,
                       TypeAttrOf<AnyStaticShapeTensor>:$type,
                       OptionalAttr<I64Attr>:$batch,
                       OptionalAttr<F64Attr>:$initial);
  let assemblyFormat = [{
    $role $name $segment `[` $offset `]` $type attr-dict
  }];
}

def Rt_ProgramOp : Rt_Op<"program", [
    Symbol, SingleBlock, NoTerminator, IsolatedFromAbove]> {
  let summary = "The commands of one entry";
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
}

def Rt_ViewOp : Rt_Op<"view", [Pure, HasParent<"ProgramOp">]> {
  let summary = "A typed place in a segment";
  let description = [{
    `segment` at `offset` bytes, which is a multiple of 64.

    Constraints:
    * (C1) the view lies inside its segment (checked by `gradc-verify-rt`).
  }];
  let arguments = (ins FlatSymbolRefAttr:$segment, I64Attr:$offset);
  let results = (outs AnyStaticShapeMemRef:$view);
  let assemblyFormat = "$segment `[` $offset `]` attr-dict `:` type($view)";
}

def Rt_LaunchOp : Rt_Op<"launch", [
    ParentOneOf<["ProgramOp", "WaveOp"]>, AttrSizedOperandSegments]> {
  let summary = "Runs a kernel";
  let description = [{
    The def `kernel` over `inputs` and `outputs`, in its order. `extent` is the
    size of its grid if that is open.
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel,
                       OptionalAttr<I64Attr>:$extent,
                       Variadic<AnyStaticShapeMemRef>:$inputs,
                       Variadic<AnyStaticShapeMemRef>:$outputs);
  let assemblyFormat = [{
    $kernel (`extent` $extent^)? `ins` `(` ($inputs^ `:` type($inputs))? `)`
    `outs` `(` $outputs `:` type($outputs) `)` attr-dict
  }];
}

def Rt_WaveOp : Rt_Op<"wave", [
    HasParent<"ProgramOp">, SingleBlock, NoTerminator]> {
  let summary = "Launches that run at one time";
  let description = [{
    A list of launches in any order, in one parallel region: the threads meet
    once, after the last. Small kernels cost little more than their work then.

    Constraints:
    * (C1) the region holds launches only, at least one.
    * (C2) what a launch writes no other one reads or writes.

    Example:

    ```mlir
    rt.wave {
      rt.launch @sgd extent 50 ins(%w, %dw : memref<10x5xf32>, memref<10x5xf32>) outs(%w : memref<10x5xf32>)
      rt.launch @sgd extent 10 ins(%b, %db : memref<10xf32>, memref<10xf32>) outs(%b : memref<10xf32>)
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $body";
  let hasRegionVerifier = 1;
}

def Rt_LibOp : Rt_Op<"lib", [
    HasParent<"ProgramOp">, AttrSizedOperandSegments]> {
  let summary = "Calls a library of the target";
  let description = [{
    `parameters` are those that `library.h` lists for the call. The def
    `epilogue` follows each tile of a matmul: its first input is the tile, the
    others are the views after lhs and rhs, its outputs the call's.
  }];
  let arguments = (ins Rt_LibCall:$call, DenseI64ArrayAttr:$parameters,
                       OptionalAttr<FlatSymbolRefAttr>:$epilogue,
                       Variadic<AnyStaticShapeMemRef>:$inputs,
                       Variadic<AnyStaticShapeMemRef>:$outputs);
  let assemblyFormat = [{
    $call $parameters (`epilogue` $epilogue^)?
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` attr-dict
  }];
}

def Rt_CopyOp : Rt_Op<"copy", [HasParent<"ProgramOp">, SameTypeOperands]> {
  let summary = "Copies a view to another";
  let arguments = (ins AnyStaticShapeMemRef:$from, AnyStaticShapeMemRef:$to);
  let assemblyFormat = "$from `to` $to attr-dict `:` type($from)";
}

#endif // GRADC_DIALECTS_RT_OPS_TD
