//===- Ops.td - The kernel dialect --------------------------*- tablegen -*-===//
//
// Tensors in, tensors out. A `kernel.def` says what each point of a domain
// computes; threads, blocks and vector widths are a target's business.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_DIALECTS_KERNEL_OPS_TD
#define GRADC_DIALECTS_KERNEL_OPS_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kernel_Dialect : Dialect {
  let name = "kernel";
  let cppNamespace = "::gradc::kernel";
  let summary = "Fused kernels and library calls on tensors";
  let description = [{
    The floor between `prim` and the executable schedule. A function on this
    floor is a list of `kernel.call`, `kernel.matmul`, `kernel.sort`,
    `kernel.constant` and `kernel.reshape` over tensors; the computation of the
    calls stands in `kernel.def` symbols, each once.

    Inside a `kernel.def` everything is a scalar: the floor below decides which
    points share a vector, a thread or a block. Low-precision floats exist only
    in memory: a load of `f16` or `bf16` gives `f32`, a store rounds.
  }];
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

class Kernel_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kernel_Dialect, mnemonic, traits>;

def Kernel_Combine : I32EnumAttr<"Combine", "How a stage folds its points", [
    I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"mul", 1>,
    I32EnumAttrCase<"max", 2>, I32EnumAttrCase<"min", 3>,
    I32EnumAttrCase<"maxu", 4>, I32EnumAttrCase<"minu", 5>,
    I32EnumAttrCase<"and_", 6, "and">, I32EnumAttrCase<"or_", 7, "or">]> {
  let cppNamespace = "::gradc::kernel";
  let genSpecializedAttr = 0;
}

def Kernel_CombineAttr : EnumAttr<Kernel_Dialect, Kernel_Combine, "combine">;

def Kernel_Scalar : AnyTypeOf<[AnyFloat, AnySignlessInteger, Index]>;

//===----------------------------------------------------------------------===//
// The definition of a kernel
//===----------------------------------------------------------------------===//

def Kernel_DefOp : Kernel_Op<"def", [
    IsolatedFromAbove, Symbol, SingleBlock, NoTerminator]> {
  let summary = "What every point of a domain computes";
  let description = [{
    The domain has `grid` dimensions, whose points are independent, and `row`
    dimensions, which belong to one point of the grid. The body runs once for
    each point of the grid; a `kernel.stage` in it runs over the row.

    The block's arguments are the indices of the grid dimensions, then the
    inputs, then the outputs. Outputs are written by `kernel.store`, or by
    `kernel.accumulate` where a grid dimension is folded: `partials(P)` cuts the
    first grid dimension, of size N, into P blocks of ceil(N / P) points, the
    last of which may be shorter or empty, and such an output holds one partial
    result a block. A second def folds them.

    The only grid dimension of a def without a row may be open, `grid(%i = ?)`:
    its size is an argument of the call, and elementwise computations that
    differ in shape alone are one def.

    A def carries no locations and no shapes but those it needs, so that equal
    computations are one def; the call carries the location.

    Constraints:
    * (C1) the block has `rank(grid)` arguments of type `index`, then
      `numInputs + numOutputs` ranked tensors, static but for those of an open
      extent, which are of rank 1.
    * (C2) every output is written, and only once for each of its points: it has
      one `kernel.store`, whose map takes every dimension at hand (of the grid,
      and in a stage of the row) to one of the output's, of the same size. Where
      the size is 1 the dimension may be left out or the index be 0. Or it has
      one `kernel.accumulate`, whose map does so for all but the first dimension
      of the grid and of the output, which is of size P. A stage over a part of
      its row writes nothing.
    * (C3) an output is never loaded.
    * (C4) the indices of `kernel.load`, `kernel.store`, `kernel.accumulate` and
      `kernel.index` are those of the grid and, in a stage, of the row.
    * (C5) `partials` is positive and needs a grid dimension of known size.
    * (C6) an open extent is the only dimension of grid and row; tensors of that
      extent are loaded and stored at the index itself.

    Example:

    ```mlir
    kernel.def @softmax grid(%i = 128) row(10)
        ins(%x : tensor<128x10xf32>) outs(%y : tensor<128x10xf32>) {
      %m = kernel.stage reduce(max) at(%j) : f32 {
        %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<128x10xf32> -> f32
        kernel.yield %v : f32
      }
      ...
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, DenseI64ArrayAttr:$grid,
                       DenseI64ArrayAttr:$row, I64Attr:$num_inputs,
                       OptionalAttr<I64Attr>:$partials);
  let builders = [OpBuilder<(ins "::mlir::StringRef":$name,
                                 "::llvm::ArrayRef<int64_t>":$grid,
                                 "::llvm::ArrayRef<int64_t>":$row,
                                 "int64_t":$numInputs)>];
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block &getBlock() { return getBody().front(); }
    /// Index arguments, one a grid dimension.
    ::llvm::ArrayRef<::mlir::BlockArgument> getIndices();
    ::llvm::ArrayRef<::mlir::BlockArgument> getInputs();
    ::llvm::ArrayRef<::mlir::BlockArgument> getOutputs();
    /// Sizes of the grid's, then of the row's dimensions; an open extent is
    /// ShapedType::kDynamic.
    ::llvm::SmallVector<int64_t> getDomain();
    bool hasOpenExtent();
    /// Points of the first grid dimension that are folded into one partial
    /// result.
    int64_t getPointsPerPartial();

  private:
    ::llvm::LogicalResult verifyDomain();

  public:
  }];
}

def Kernel_StageOp : Kernel_Op<"stage", [
    HasParent<"DefOp">, SingleBlock, RecursiveMemoryEffects]> {
  let summary = "A pass over the row dimensions of one grid point";
  let description = [{
    Runs its region for every point of the def's row; the block's arguments are
    the row's indices. The values that the region yields are folded, result `i`
    by `combine[i]`, and become scalars of the grid point, which later stages
    use: a softmax is three stages.

    The order of a fold is fixed by the target and by shape alone. A fold of no
    points is the neutral element of its kind: 0, 1, -inf, inf (the least or
    greatest integer), true, false.

    With bounds the row is ragged: the region runs for `from <= k < to` only,
    both computed for the grid point, `0 <= from <= to <=` the row's size. After
    a sort and with the offsets of its segments that is a segmented sum.

    Constraints:
    * (C1) one block argument of type `index` for every row dimension.
    * (C2) as many kinds as results as yielded values, of equal types; `maxu`,
      `minu` are for integers, `and`, `or` for `i1` and integers.
    * (C3) bounds come as a pair and need one row dimension.

    Example:

    ```mlir
    %lo = kernel.load %offsets[(d0) -> (d0)](%i) : tensor<9xi64> -> i64
    %hi = kernel.load %offsets[(d0) -> (d0 + 1)](%i) : tensor<9xi64> -> i64
    %from = arith.index_cast %lo : i64 to index
    %to = arith.index_cast %hi : i64 to index
    %sum = kernel.stage reduce(add) at(%k) from %from to %to : f32 {
      ...
    }
    ```
  }];
  let arguments = (ins ArrayAttr:$combine, Variadic<Index>:$bounds);
  let results = (outs Variadic<Kernel_Scalar>:$values);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block &getBlock() { return getBody().front(); }
    Combine getCombineKind(unsigned i) {
      return ::mlir::cast<CombineAttr>(getCombine()[i]).getValue();
    }
    bool isRagged() { return !getBounds().empty(); }
  }];
}

def Kernel_YieldOp : Kernel_Op<"yield", [
    Pure, Terminator, HasParent<"StageOp">]> {
  let summary = "The values of one point of a stage";
  let arguments = (ins Variadic<Kernel_Scalar>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{ (void)$_state; }]>];
}

def Kernel_LoadOp : Kernel_Op<"load", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead]>]> {
  let summary = "One element of an input";
  let description = [{
    The element of `tensor` at `map` applied to `indices`. With a guard, the
    element where `guard` holds and `other` elsewhere; nothing is read there,
    so the map may lead outside.

    The result is the element's type, but `f32` for `f16` and `bf16`, and
    signless for unsigned integers.

    Constraints:
    * (C1) `map` takes as many dimensions as there are indices and gives as
      many results as the tensor has.
    * (C2) `guard` and `other` come together; `other` has the result's type.
    * (C3) the result's type is that of the element in computations.
  }];
  let arguments = (ins AnyRankedTensor:$tensor, AffineMapAttr:$map,
                       Variadic<Index>:$indices, Optional<I1>:$guard,
                       Optional<Kernel_Scalar>:$other);
  let results = (outs Kernel_Scalar:$value);
  let assemblyFormat = [{
    $tensor `[` custom<Map>($map) `]` `` `(` $indices `)`
    (`if` $guard^ `else` $other `as` type($other))?
    attr-dict
    `:` type($tensor) `->` type($value)
  }];
  let hasVerifier = 1;
}

def Kernel_GatherOp : Kernel_Op<"gather", [MemoryEffects<[MemRead]>]> {
  let summary = "One element of an input, at computed indices";
  let description = [{
    The element of `tensor` at `indices`, one a dimension, which may be any
    values: what is wanted is data's business, a row of an embedding table for
    one. They lead inside the tensor; whoever makes them sees to it.

    The result's type is that of a `kernel.load`.

    Constraints:
    * (C1) one index for each dimension.
    * (C2) the result's type is that of the element in computations.

    Example:

    ```mlir
    %v = kernel.gather %table[%token, %j] : tensor<50257x768xf32> -> f32
    ```
  }];
  let arguments = (ins AnyStaticShapeTensor:$tensor, Variadic<Index>:$indices);
  let results = (outs Kernel_Scalar:$value);
  let assemblyFormat = [{
    $tensor `[` $indices `]` attr-dict `:` type($tensor) `->` type($value)
  }];
  let hasVerifier = 1;
}

def Kernel_StoreOp : Kernel_Op<"store", [MemoryEffects<[MemWrite]>]> {
  let summary = "Writes one element of an output";
  let description = [{
    Writes `value` at `map` applied to `indices`, rounded to the element's type.

    Constraints:
    * (C1) `map` takes as many dimensions as there are indices and gives as
      many results as the tensor has.
    * (C2) `value` has the type of the element in computations.
  }];
  let arguments = (ins Kernel_Scalar:$value, AnyRankedTensor:$tensor,
                       AffineMapAttr:$map, Variadic<Index>:$indices);
  let assemblyFormat = [{
    $value `,` $tensor `[` custom<Map>($map) `]` `` `(` $indices `)` attr-dict
    `:` type($value) `->` type($tensor)
  }];
  let hasVerifier = 1;
}

def Kernel_AccumulateOp : Kernel_Op<"accumulate", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Folds a value over the first grid dimension, block by block";
  let description = [{
    Folds `value` by `combine` into the element of an output at the block of the
    first grid dimension that the point lies in and at `map` applied to
    `indices`. The output starts from the neutral element of the kind; the order
    of a fold is fixed by the target and by shape alone.

    With a row and its sums folded by stages, and the columns by `accumulate`, a
    norm's gradients to its input and to its weight come out of one pass.

    Constraints:
    * (C1) `map` takes as many dimensions as there are indices and gives one
      result less than the tensor has dimensions.
    * (C2) `value` has the tensor's element type, which is no `f16` or `bf16`,
      and the kind is one for it.

    Example:

    ```mlir
    kernel.def @column_sums grid(%i = 1024) row(768) partials(16)
        ins(%x : tensor<1024x768xf32>) outs(%y : tensor<16x768xf32>) {
      kernel.stage at(%j) {
        %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<1024x768xf32> -> f32
        kernel.accumulate add %v, %y[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<16x768xf32>
      }
    }
    ```
  }];
  let arguments = (ins Kernel_CombineAttr:$combine, Kernel_Scalar:$value,
                       AnyStaticShapeTensor:$tensor, AffineMapAttr:$map,
                       Variadic<Index>:$indices);
  let assemblyFormat = [{
    custom<Combine>($combine) $value `,` $tensor `[` custom<Map>($map) `]` ``
    `(` $indices `)` attr-dict `:` type($value) `->` type($tensor)
  }];
  let hasVerifier = 1;
}

def Kernel_IndexOp : Kernel_Op<"index", [Pure]> {
  let summary = "A number made of indices";
  let description = [{
    `map`, which has one result, applied to `indices`.
  }];
  let arguments = (ins AffineMapAttr:$map, Variadic<Index>:$indices);
  let results = (outs Index:$value);
  let assemblyFormat = "`[` custom<Map>($map) `]` `` `(` $indices `)` attr-dict";
  let hasVerifier = 1;
}

def Kernel_PhiloxOp : Kernel_Op<"philox", [Pure]> {
  let summary = "Random bits of one element";
  let description = [{
    32 bits of Philox4x32-10 for element `index` of a tensor that starts at
    element `offset` of the global one, as `prim.philox` defines them for the
    stream 0: `seed` is that of `prim.philox`, exclusive-or its stream.
  }];
  let arguments = (ins I64:$seed, I64:$step, I64:$iteration, I64:$offset,
                       Index:$index);
  let results = (outs I32:$bits);
  let assemblyFormat = [{
    $seed `,` $step `,` $iteration `,` $offset `,` $index attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// Functions that math has no op for
//===----------------------------------------------------------------------===//

/// A number, or a vector of them once a target has chosen its lanes.
def Kernel_Real : AnyTypeOf<[AnyFloat, VectorOf<[AnyFloat]>]>;

class Kernel_FunctionOp<string mnemonic>
    : Kernel_Op<mnemonic, [Pure, SameOperandsAndResultType]> {
  let arguments = (ins Kernel_Real:$operand);
  let results = (outs Kernel_Real:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Kernel_LogisticOp : Kernel_FunctionOp<"logistic"> {
  let summary = "Logistic function";
  let description = [{
    `1 / (1 + e^-x)`, as `prim.logistic`: relatively exact where it is small.

    Example: `%y = kernel.logistic %x : f32`
  }];
}

def Kernel_NormalCdfOp : Kernel_FunctionOp<"normal_cdf"> {
  let summary = "Standard normal distribution function";
  let description = [{
    As `prim.normal_cdf`.

    Example: `%y = kernel.normal_cdf %x {by_tanh} : f32`
  }];
  let arguments = (ins Kernel_Real:$operand, UnitAttr:$by_tanh);
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

def Kernel_CallOp : Kernel_Op<"call", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Runs a kernel over its whole domain";
  let description = [{
    Applies `callee` to the inputs; the results are the def's outputs. Tensors
    of an open extent may have any shape; their elements count in memory order.

    Constraints:
    * (C1) `callee` is a `kernel.def` whose inputs and outputs have the types of
      the operands and results; where its extent is open, all tensors of that
      extent have one number of elements.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<AnyStaticShapeTensor>:$inputs);
  let results = (outs Variadic<AnyStaticShapeTensor>:$outputs);
  let assemblyFormat = [{
    $callee `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)
  }];
}

def Kernel_ForeachOp : Kernel_Op<"foreach", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Runs a kernel for each item of a list";
  let description = [{
    `items` calls of `callee` that do not depend on each other: the operands are
    the def's inputs item by item, the results its outputs item by item. An
    optimizer's update of all parameters is one: the items differ in shape, the
    def's extent is open.

    Constraints:
    * (C1) for each item, what a `kernel.call` asks for.

    Example:

    ```mlir
    %w1, %b1 = kernel.foreach @sgd items(2) (%w, %dw, %lr, %b, %db, %lr)
        : (tensor<10x5xf32>, tensor<10x5xf32>, tensor<f32>,
           tensor<10xf32>, tensor<10xf32>, tensor<f32>)
        -> (tensor<10x5xf32>, tensor<10xf32>)
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, I64Attr:$items,
                       Variadic<AnyStaticShapeTensor>:$inputs);
  let results = (outs Variadic<AnyStaticShapeTensor>:$outputs);
  let assemblyFormat = [{
    $callee `items` `(` $items `)` `(` $inputs `)` attr-dict
    `:` functional-type($inputs, $outputs)
  }];
  let extraClassDeclaration = [{
    /// What item `i` reads and writes.
    ::mlir::OperandRange getItemInputs(unsigned i);
    ::mlir::ResultRange getItemOutputs(unsigned i);
  }];
}

def Kernel_ConstantOp : Kernel_Op<"constant", [
    Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "Data known at compile time";
  let description = [{
    A tensor with the elements of `value`. Splats never come here: they are
    part of the code.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "attr-dict $value";
}

def Kernel_MatmulOp : Kernel_Op<"matmul", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Batched matrix product by the target's library";
  let description = [{
    `product[b, m, n] = sum_k lhs[b, m, k] * rhs[b, k, n]`, where `sizes` is
    `[b, m, n, k]` and the orders say how the operands lie in memory, slowest
    dimension first. The product lies as b, m, n. The tensors' own shapes are
    any that have these elements. `f16` and `bf16` accumulate in `f32`; `k = 0`
    gives zeros.

    Without an epilogue the product is the result. With one the results are the
    outputs of the def `epilogue` applied to the product and the `extras`, tile
    by tile while a tile is hot in the cache; the product itself need never lie
    in memory. Its partials, if it has some, are sums over columns.

    Constraints:
    * (C1) `sizes` has four entries.
    * (C2) the operands have `b*m*k` and `b*k*n` elements and, without an
      epilogue, the one result `b*m*n`.
    * (C3) `lhs_order` is a permutation of "bmk", `rhs_order` one of "bkn".
    * (C4) the operands have one element type.
    * (C5) `epilogue` is a `kernel.def` with the grid `[m, n]`, or `[b, m, n]`
      if `b > 1`, and no row. Its first input is the product, of that shape and
      of the type that the operands' elements are computed in, loaded at the
      grid's own indices only; the others have the types of the `extras`, its
      outputs those of the results.

    Example:

    ```mlir
    %y = kernel.matmul %x "bmk", %w "bnk" sizes [1, 128, 512, 784]
        epilogue @bias_relu(%bias)
        : (tensor<128x784xf32>, tensor<512x784xf32>, tensor<512xf32>)
        -> tensor<128x512xf32>
    ```
  }];
  let arguments = (ins AnyStaticShapeTensor:$lhs, AnyStaticShapeTensor:$rhs,
                       Variadic<AnyStaticShapeTensor>:$extras,
                       DenseI64ArrayAttr:$sizes, StrAttr:$lhs_order,
                       StrAttr:$rhs_order,
                       OptionalAttr<FlatSymbolRefAttr>:$epilogue);
  let results = (outs Variadic<AnyStaticShapeTensor>:$outs);
  let builders = [OpBuilder<(ins "::mlir::Type":$out, "::mlir::Value":$lhs,
                                 "::mlir::Value":$rhs,
                                 "::mlir::DenseI64ArrayAttr":$sizes,
                                 "::mlir::StringAttr":$lhsOrder,
                                 "::mlir::StringAttr":$rhsOrder)>];
  let assemblyFormat = [{
    $lhs $lhs_order `,` $rhs $rhs_order `sizes` $sizes
    (`epilogue` $epilogue^ `(` $extras `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Strides in elements of lhs over (b, m, k) and of rhs over (b, k, n).
    ::llvm::SmallVector<int64_t> getLhsStrides();
    ::llvm::SmallVector<int64_t> getRhsStrides();
  }];
}

def Kernel_PartialReduceOp : Kernel_Op<"partial_reduce", [Pure]> {
  let summary = "A reduction of leading dimensions, block by block";
  let description = [{
    Folds by `combine` the first `leading` dimensions of `input`, which count
    N points in memory order, in `partials` blocks of ceil(N / partials) points,
    and with them the trailing dimensions `row`. The result has one dimension
    for the blocks, then those that are left. Folding it over the blocks is the
    reduction.

    What `gradc-split-reductions` makes of a large `prim.reduce`;
    `gradc-form-kernels` writes it as `kernel.accumulate`.

    Constraints:
    * (C1) `0 < leading`; the dimensions of `row` are the last ones, in order,
      and none of the leading.
    * (C2) the result has the input's element type in computations and the shape
      `[partials, what is left of the input's]`.
    * (C3) the kind is one for the elements.

    Example:

    ```mlir
    %p = kernel.partial_reduce add %x leading 2 row [] partials 16
        : tensor<8x128x768xf32> -> tensor<16x768xf32>
    ```
  }];
  let arguments = (ins Kernel_CombineAttr:$combine, AnyStaticShapeTensor:$input,
                       I64Attr:$leading, DenseI64ArrayAttr:$row,
                       I64Attr:$partials);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = [{
    custom<Combine>($combine) $input `leading` $leading `row` $row
    `partials` $partials attr-dict `:` type($input) `->` type($output)
  }];
  let hasVerifier = 1;
}

def Kernel_ReshapeOp : Kernel_Op<"reshape", [Pure]> {
  let summary = "The same elements under another shape";
  let description = [{
    Costs nothing: the memory is the operand's.

    Constraints:
    * (C1) operand and result have the same number of elements and element type.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = [{
    $input attr-dict `:` type($input) `->` type($output)
  }];
  let hasVerifier = 1;
}

def Kernel_SortOp : Kernel_Op<"sort", [Pure]> {
  let summary = "Stable sort along one dimension";
  let description = [{
    Sorts the first operand along `dimension` and carries the others along.
    Equal keys keep their order. With `total_order`, floats are ordered
    -NaN, -inf, …, -0, +0, …, inf, NaN; otherwise as `<` orders them.

    Constraints:
    * (C1) all operands have one shape, and result `i` has operand `i`'s type.
    * (C2) `0 <= dimension < rank`.
  }];
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$inputs,
                       I64Attr:$dimension, UnitAttr:$descending,
                       UnitAttr:$total_order);
  let results = (outs Variadic<AnyStaticShapeTensor>:$outputs);
  let assemblyFormat = [{
    `(` $inputs `)` `dimension` $dimension (`descending` $descending^)?
    (`total_order` $total_order^)? attr-dict
    `:` functional-type($inputs, $outputs)
  }];
  let hasVerifier = 1;
}

#endif // GRADC_DIALECTS_KERNEL_OPS_TD
