//===- Structural.td - Ops that make, move or combine ------*- tablegen -*-===//

#ifndef GRADC_DIALECTS_PRIM_STRUCTURAL_TD
#define GRADC_DIALECTS_PRIM_STRUCTURAL_TD

include "dialects/prim/Base.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Prim_BroadcastInDimOp : Prim_Op<"broadcast_in_dim", [Differentiable]> {
  let summary = "Repeats a tensor along dimensions";
  let description = [{
    `y[j0, j1, …] = x[i0, i1, …]` with `i_d = j_dims[d]`, or 0 where dimension d
    of `x` has size 1.

    Constraints:
    * (C1) `x` and `y` have one element type.
    * (C2) `size(dims) = rank(x)`.
    * (C3) `0 <= dims[d] < rank(y)`, and no two are equal.
    * (C4) `dim(x, d) = 1` or `dim(x, d) = dim(y, dims[d])`.

    Gradient: `dx` is `dy` summed over the dimensions that were repeated.

    Example: `%y = prim.broadcast_in_dim %x, dims = [1] :
    (tensor<3xf32>) -> tensor<2x3xf32>`
  }];
  let arguments = (ins Prim_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:`
    functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Prim_ConcatenateOp
    : Prim_Op<"concatenate", [Differentiable, Prim_InfersType]> {
  let summary = "Joins tensors along a dimension";
  let description = [{
    The inputs one after another along dimension `dim`.

    Constraints:
    * (C1) There is at least one input.
    * (C2) The inputs have one element type, one rank, and equal sizes in every
      dimension but `dim`.
    * (C3) `0 <= dim < rank(inputs[0])`.
    * (C4) `y` has the inputs' type, with their sizes summed in `dim`.

    Gradient: every input gets its slice of `dy`.

    Example: `%y = prim.concatenate %a, %b, dim = 0 :
    (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>`
  }];
  let arguments = (ins Variadic<Prim_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = [{
    custom<InputsAndDimension>($inputs, $dimension) attr-dict `:`
    functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Prim_ConstantOp
    : Prim_Op<"constant", [ConstantLike, NotDifferentiable, Prim_InfersType]> {
  let summary = "A constant";
  let description = [{
    The tensor `value`.

    Constraints:
    * (C1) `type(y) = type(value)`.

    Gradient: none.

    Example: `%y = prim.constant dense<1.0> : tensor<4xf32>`
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Prim_DotGeneralOp : Prim_Op<"dot_general", [Differentiable]> {
  let summary = "Sums of products over contracted dimensions";
  let description = [{
    `y[b…, i…, j…] = sum over k… of lhs * rhs`, where b runs over the batching
    dimensions, k over the contracting ones, i over the other dimensions of
    `lhs` and j over those of `rhs`, each in order. Products and sums are in the
    element type of `y`, in f32 where that is f16 or bf16. Unlike StableHLO's,
    it has no `precision`: nothing is ever computed in less.

    Constraints:
    * (C1) `lhs` and `rhs` have one element type; that of `y` is the same, or a
      wider float where it is a float, or a wider integer of the same signedness
      where it is an integer.
    * (C2) `size(lhs_batching) = size(rhs_batching)` and
      `size(lhs_contracting) = size(rhs_contracting)`.
    * (C3) For either side, batching and contracting dimensions are in range,
      and no two are equal.
    * (C4) Batching and contracting dimensions have equal sizes pair by pair.
    * (C5) `shape(y)` is the sizes of the batching dimensions, of the other
      dimensions of `lhs`, of the other dimensions of `rhs`.

    Gradient: `dlhs` is `dy` and `rhs` contracted over `rhs`'s other dimensions,
    `drhs` is `dy` and `lhs` contracted over `lhs`'s.

    Example: `%y = prim.dot_general %a, %b, batching_dims = [0] x [0],
    contracting_dims = [2] x [1] :
    (tensor<8x2x3xbf16>, tensor<8x3x4xbf16>) -> tensor<8x2x4xf32>`
  }];
  let arguments = (ins
      Prim_NumberTensor:$lhs, Prim_NumberTensor:$rhs,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$lhs_batching_dimensions,
      DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$rhs_batching_dimensions,
      DenseI64ArrayAttr:$lhs_contracting_dimensions,
      DenseI64ArrayAttr:$rhs_contracting_dimensions);
  let results = (outs Prim_NumberTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,`
    custom<DotDimensions>($lhs_batching_dimensions, $rhs_batching_dimensions,
                          $lhs_contracting_dimensions,
                          $rhs_contracting_dimensions)
    attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// The dimensions of `lhs` that are neither batching nor contracting.
    ::llvm::SmallVector<int64_t> getLhsFreeDimensions();
    /// Likewise of `rhs`.
    ::llvm::SmallVector<int64_t> getRhsFreeDimensions();
    /// The result's shape for operands of these shapes; the dimension numbers
    /// must be valid.
    static ::llvm::SmallVector<int64_t> inferShape(
        ::llvm::ArrayRef<int64_t> lhs, ::llvm::ArrayRef<int64_t> rhs,
        ::llvm::ArrayRef<int64_t> lhsBatching,
        ::llvm::ArrayRef<int64_t> rhsBatching,
        ::llvm::ArrayRef<int64_t> lhsContracting,
        ::llvm::ArrayRef<int64_t> rhsContracting);
  }];
  let hasVerifier = 1;
}

def Prim_IotaOp : Prim_Op<"iota", [NotDifferentiable]> {
  let summary = "Indices along a dimension";
  let description = [{
    `y[i0, i1, …] = i_dim`, converted to the element type.

    Constraints:
    * (C1) `0 <= dim < rank(y)`.

    Gradient: none.

    Example: `%y = prim.iota dim = 1 : tensor<2x3xi32>`
  }];
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Prim_NumberTensor:$result);
  let assemblyFormat =
      "`dim` `=` custom<Dimension>($iota_dimension) attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Prim_PadOp : Prim_Op<"pad", [Differentiable, Prim_InfersType]> {
  let summary = "Adds elements around and between";
  let description = [{
    Dimension d of `y` is, in order: `low[d]` times the padding value, the
    elements of `x` with `interior[d]` padding values between neighbours,
    `high[d]` times the padding value. A negative `low` or `high` removes as
    many elements instead.

    Constraints:
    * (C1) `x` and the padding value have one element type.
    * (C2) `rank(padding_value) = 0`.
    * (C3) `size(low) = size(high) = size(interior) = rank(x)`.
    * (C4) `interior[d] >= 0`.
    * (C5) `dim(y, d) = low[d] + dim(x, d) +
      max(dim(x, d) - 1, 0) * interior[d] + high[d]`, which is not negative.

    Gradient: `dx` is the slice of `dy` where `x` went, with zeros for removed
    elements; that of the padding value the sum of the rest of `dy`.

    Example: `%y = prim.pad %x, %v, low = [1], high = [0], interior = [0] :
    (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>`
  }];
  let arguments = (ins Prim_Tensor:$operand, Prim_Tensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,`
    `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding
    attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Prim_PhiloxOp : Prim_Op<"philox", [NotDifferentiable]> {
  let summary = "Random bits at an index";
  let description = [{
    Philox4x32-10. Element e (row-major) of the result has index
    `g = offset + e` and is word `g mod 4` of the block whose key is
    the two halves (low, high) of `splitmix64(seed xor stream)` and whose counter
    is `(g / 4 mod 2^32, g / 4 / 2^32, step, iteration)`, the last two modulo
    2^32, with all values read as unsigned. So an element depends on its index
    only, not on how the tensor was cut. Not an op of StableHLO.

    `splitmix64(x)`, modulo 2^64: `z = x + 0x9E3779B97F4A7C15`;
    `z = (z xor z >> 30) * 0xBF58476D1CE4E5B9`;
    `z = (z xor z >> 27) * 0x94D049BB133111EB`; `z xor z >> 31`.

    Constraints:
    * (C1) `seed`, `step`, `iteration` and `offset` are `tensor<i64>`.
    * (C2) The result's element type is ui32.

    Gradient: none.

    Example: `%bits = prim.philox %seed, %step, %iteration, %offset
    {stream = 42 : i64} : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
    -> tensor<4xui32>`
  }];
  let arguments = (ins Prim_IndexScalar:$seed, Prim_IndexScalar:$step,
                       Prim_IndexScalar:$iteration, Prim_IndexScalar:$offset,
                       I64Attr:$stream);
  let results = (outs StaticShapeTensorOf<[UI32]>:$result);
  let assemblyFormat = [{
    $seed `,` $step `,` $iteration `,` $offset attr-dict `:`
    functional-type(operands, results)
  }];
}

def Prim_ReducerEnum
    : I32EnumAttr<"Reducer", "What a reduction combines with", [
        I32EnumAttrCase<"Add", 0, "prim.add">,
        I32EnumAttrCase<"Multiply", 1, "prim.multiply">,
        I32EnumAttrCase<"Maximum", 2, "prim.maximum">,
        I32EnumAttrCase<"Minimum", 3, "prim.minimum">,
        I32EnumAttrCase<"And", 4, "prim.and">,
        I32EnumAttrCase<"Or", 5, "prim.or">]> {
  let cppNamespace = "::gradc::prim";
  let genSpecializedAttr = 0;
}
def Prim_Reducer : EnumAttr<Prim_Dialect, Prim_ReducerEnum, "reducer">;

def Prim_ReduceOp : Prim_Op<"reduce", [Differentiable, Prim_InfersType]> {
  let summary = "Combines all elements along dimensions";
  let description = [{
    `y[j…]` combines `init` and all `x[i…]` whose other indices are `j…`; the
    reduced dimensions are dropped. Unlike StableHLO's, the combining function
    is one op of prim and there is one input; `init` need not be the op's
    neutral element and is taken in once. `add` and `multiply` accumulate in the
    type `accumulate`, by default f32 for f16 and bf16 and the element type
    otherwise. The order of combination is fixed but not specified.

    Constraints:
    * (C1) `x`, `init` and `y` have one element type; `rank(init) = 0`.
    * (C2) `0 <= dimensions[d] < rank(x)`, and no two are equal.
    * (C3) `shape(y)` is `shape(x)` without `dimensions`.
    * (C4) `and` and `or` take integers or booleans.
    * (C5) `accumulate`, if given, is a float at least as wide as the elements,
      which are floats.

    Gradient: `add`: `dx = dy`. `maximum`, `minimum`: `dy` in equal shares to
    the elements that equal `y`, NaN to all where `y` is NaN. `multiply`: `dy` times the product of all other
    elements, zeros or not. `init`, where its gradient is wanted, counts as one
    more element.

    Example: `%y = prim.reduce(%x init: %c) applies prim.add across
    dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>`
  }];
  let arguments = (ins Prim_Tensor:$operand, Prim_Tensor:$init_value,
                       Prim_Reducer:$reducer, DenseI64ArrayAttr:$dimensions,
                       OptionalAttr<TypeAttr>:$accumulate);
  let results = (outs Prim_Tensor:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$operand, "::mlir::Value":$init,
                   "Reducer":$reducer, "::llvm::ArrayRef<int64_t>":$dims), [{
      build($_builder, $_state, operand, init, reducer, dims,
            ::mlir::TypeAttr());
    }]>,
  ];
  let assemblyFormat = [{
    `(` $operand `init` `` `:` $init_value `)` `applies` `` $reducer
    `across` `dimensions` `=` $dimensions attr-dict `:`
    functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// The type sums and products are kept in: `accumulate` or its default.
    ::mlir::Type getAccumulationType();
    /// `shape` without `dims`, which must be valid.
    static ::llvm::SmallVector<int64_t> inferShape(
        ::llvm::ArrayRef<int64_t> shape, ::llvm::ArrayRef<int64_t> dims);
    /// The neutral element of `reducer` in a float, integer or i1 type.
    static ::mlir::TypedAttr getNeutral(Reducer reducer, ::mlir::Type type);
  }];
  let hasVerifier = 1;
}

def Prim_ReshapeOp : Prim_Op<"reshape", [Differentiable]> {
  let summary = "The same elements in another shape";
  let description = [{
    `y` has the elements of `x` in row-major order.

    Constraints:
    * (C1) `x` and `y` have one element type.
    * (C2) `x` and `y` have the same number of elements.

    Gradient: `dx = reshape(dy)`.

    Example: `%y = prim.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>`
  }];
  let arguments = (ins Prim_Tensor:$operand);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat =
      "$operand attr-dict `:` functional-type(operands, results)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Prim_ReturnOp : Prim_Op<"return", [Terminator, ReturnLike]> {
  let summary = "Ends a region";
  let description = [{
    Gives the region's results to the op around it.

    Constraints: those of the op around it.

    Example: `prim.return %p : tensor<i1>`
  }];
  let arguments = (ins Variadic<Prim_Tensor>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
}

def Prim_ReverseOp
    : Prim_Op<"reverse", [Differentiable, SameOperandsAndResultType]> {
  let summary = "Reverses the order along dimensions";
  let description = [{
    `y[…] = x[…]` with index `dim(x, d) - 1 - i_d` for every d in `dims`.

    Constraints:
    * (C1) `type(y) = type(x)`.
    * (C2) `0 <= dims[i] < rank(x)`, and no two are equal.

    Gradient: `dx = reverse(dy)`.

    Example: `%y = prim.reverse %x, dims = [0] : tensor<4xf32>`
  }];
  let arguments = (ins Prim_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat =
      "$operand `,` `dims` `=` $dimensions attr-dict `:` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Prim_SliceOp : Prim_Op<"slice", [Differentiable, Prim_InfersType]> {
  let summary = "A part of a tensor";
  let description = [{
    `y[j…] = x[i…]` with `i_d = start[d] + j_d * stride[d]`, up to but without
    `limit[d]`. Written `start:limit` or `start:limit:stride`.

    Constraints:
    * (C1) `size(start) = size(limit) = size(strides) = rank(x)`.
    * (C2) `0 <= start[d] <= limit[d] <= dim(x, d)`.
    * (C3) `strides[d] >= 1`.
    * (C4) `y` has the element type of `x` and
      `dim(y, d) = ceil((limit[d] - start[d]) / strides[d])`.

    Gradient: `dx` is `dy` where `y` came from, else 0 (a pad).

    Example: `%y = prim.slice %x [1:2, 0:4:2] :
    (tensor<3x4xf32>) -> tensor<1x2xf32>`
  }];
  let arguments = (ins Prim_Tensor:$operand, DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Prim_SortOp
    : Prim_Op<"sort", [Differentiable, Prim_InfersType,
                       SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "Sorts along a dimension";
  let description = [{
    Puts the inputs, all of one shape, in one common order along `dimension`:
    that in which `comparator` holds from an earlier to a later element wherever
    it holds either way. The comparator gets a pair of scalars for each input:
    the candidates of input 0, then of input 1, and so on. Elements that compare
    equal either way keep their order; so `is_stable = false` (the default, as in
    StableHLO) allows nothing that `true` does not.

    Constraints:
    * (C1) There is at least one input, and all have one shape.
    * (C2) `-rank <= dimension < rank`; a negative one counts from the end.
    * (C3) The comparator takes two scalars of each input's element type.
    * (C4) The comparator returns one `tensor<i1>` and has no values from outside.
    * (C5) The results have the inputs' types.

    Gradient: `dy` put back in the order of the input.

    Example:
    ```mlir
    %y = "prim.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %p = prim.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      prim.return %p : tensor<i1>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<Prim_Tensor>:$inputs,
                       DefaultValuedAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<Prim_Tensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
  let extraClassDeclaration = [{
    /// The sorted dimension, counted from the front.
    int64_t getSortedDimension();
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Prim_TransposeOp
    : Prim_Op<"transpose", [Differentiable, Prim_InfersType]> {
  let summary = "Reorders dimensions";
  let description = [{
    Dimension d of `y` is dimension `dims[d]` of `x`.

    Constraints:
    * (C1) `dims` is a permutation of `0 … rank(x) - 1`.
    * (C2) `y` has the element type of `x` and `dim(y, d) = dim(x, dims[d])`.

    Gradient: `dx = transpose(dy)` by the inverse permutation.

    Example: `%y = prim.transpose %x, dims = [1, 0] :
    (tensor<2x3xf32>) -> tensor<3x2xf32>`
  }];
  let arguments = (ins Prim_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs Prim_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict `:`
    functional-type(operands, results)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // GRADC_DIALECTS_PRIM_STRUCTURAL_TD
