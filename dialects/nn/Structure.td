//===- Structure.td - Models, modules and calls ------------*- tablegen -*-===//
//
// Part of Ops.td.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_DIALECTS_NN_STRUCTURE_TD
#define GRADC_DIALECTS_NN_STRUCTURE_TD

def NN_ModelOp
    : NN_Op<"model", [IsolatedFromAbove, Symbol, SingleBlock,
                      DeclareOpInterfaceMethods<OpAsmOpInterface, [
                        "getAsmBlockArgumentNames"]>]> {
  let summary = "The model that is compiled";
  let description = [{
    `inputs` is one dictionary an input: its `name`, its element type `dtype`
    and its `shape`, a list of sizes and of names of dimensions (`@B`).
    `names` holds the names in angle brackets with their values. A name in a
    shape that has no value there must come from `--dim`. The dimension `B` is
    the batch; it leads in every input that has it.

    Constraints:
    * (C1) the body ends in `nn.return`, without unnamed results.
    * (C2) no two inputs have one name.
    * (C3) `B` stands nowhere but in the leading dimension.
    * (C4) sizes are not negative.

    Example:
    ```mlir
    nn.model @mlp(%image: ui8[B, 28, 28], %label: i32[B]) <B = 128> {
      %x = nn.convert(%image) {dtype = f32, scale = 0.00392156862745098}
      %f = nn.flatten(%x)
      %z = nn.linear "fc"(%f) {out = 10}
      %l = nn.cross_entropy(%z, %label)
      nn.return loss(%l), outputs(logits = %z)
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, ArrayAttr:$inputs,
                       DictionaryAttr:$names);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def NN_ModuleDefOp
    : NN_Op<"module", [IsolatedFromAbove, Symbol, SingleBlock,
                       DeclareOpInterfaceMethods<OpAsmOpInterface, [
                         "getAsmBlockArgumentNames"]>]> {
  let summary = "A part of a model, written once and called many times";
  let description = [{
    `argument_names` are the names of the values it takes; `names` holds the
    arguments in angle brackets: the default, or unit where a call must give
    one. Inside, `@name` in an option stands for the argument's value, or for a
    name of the model if the module has none of that name.

    Constraints:
    * (C1) the body ends in `nn.return` with unnamed results only.

    Example:
    ```mlir
    nn.module @Mlp(%x) <ff, drop = 0.0> {
      %u = nn.linear "fc"(%x) {out = @ff, act = "gelu"}
      %d = nn.dropout "drop"(%u) {p = @drop}
      nn.return %d
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$argument_names,
                       DictionaryAttr:$names);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def NN_CallOp : NN_Op<"call"> {
  let summary = "Puts a module here";
  let description = [{
    The module's parameters get the prefix `path.`, or none without a path. With
    `repeat N` the module stands N times in a row with prefixes `path.0.` to
    `path.N-1.`; the results of one are the inputs of the next, so that there
    are as many of both. `arguments` are the values for the module's names.

    Example: `%y = nn.call @Block "h"(%x) repeat 12 {heads = 12}`
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, OptionalAttr<StrAttr>:$path,
                       Variadic<NN_AnyValue>:$inputs,
                       OptionalAttr<NN_Integer>:$repeat,
                       DictionaryAttr:$arguments);
  let results = (outs Variadic<NN_AnyValue>:$results);
  let hasCustomAssemblyFormat = 1;
}

def NN_ReturnOp : NN_Op<"return", [AttrSizedOperandSegments, Pure, Terminator]> {
  let summary = "What a model or a module yields";
  let description = [{
    A model returns `loss(…)`, `metrics(name = …)` and `outputs(name = …)`, each
    at most once and in any order; a module returns a list of values.

    Constraints:
    * (C1) no name stands twice among the metrics or among the outputs.
    * (C2) no metric is called `loss`.

    Example: `nn.return loss(%l), metrics(accuracy = %a), outputs(logits = %z)`
  }];
  let arguments = (ins Optional<NN_AnyValue>:$loss,
                       Variadic<NN_AnyValue>:$metrics,
                       Variadic<NN_AnyValue>:$outputs,
                       Variadic<NN_AnyValue>:$values,
                       StrArrayAttr:$metric_names, StrArrayAttr:$output_names);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def NN_ParameterOp : NN_Op<"parameter", [Pure]> {
  let summary = "A parameter of the model's own";
  let description = [{
    A parameter under the name `path` within the module that it stands in.
    The same full name used twice, here or by layers, is one shared parameter;
    its initial values are what the first use says. `dtype` is f32 unless given.

    Constraints:
    * (C1) `shape` holds no negative size.
    * (C2) all uses of one full name have one type.

    Example: `%w = nn.parameter "wpe.weight" {shape = [@T, 768], init = "normal(0, 0.02)"}`
  }];
  let arguments = (ins StrAttr:$path, NN_Integers:$shape,
                       OptionalAttr<NN_String>:$init,
                       OptionalAttr<NN_ElementType>:$dtype,
                       OptionalAttr<TypeAttr>:$result_type);
  let results = (outs NN_Value:$result);
  let hasCustomAssemblyFormat = 1;
}

#endif // GRADC_DIALECTS_NN_STRUCTURE_TD
