// RUN: gradc-opt %s --split-input-file --verify-diagnostics --gradc-instantiate

nn.model @wrong_shape(%x: f32[B, 4], %w: f32[3]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.add' op has shapes that do not broadcast: 'tensor<2x4xf32>' and 'tensor<3xf32>'}}
  %y = nn.add(%x, %w)
  nn.return outputs(y = %y)
}

// -----

nn.model @integer_input(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.linear' op needs a float input, found 'tensor<2xi32>'; nn.convert makes one}}
  %y = nn.linear "fc"(%l) {out = 2}
  nn.return outputs(y = %y)
}

// -----

nn.model @stated_type(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.linear' op yields 'tensor<2x2xf32>', but the model says 'tensor<2x3xf32>'}}
  %y = nn.linear "fc"(%x) {out = 2} : tensor<2x3xf32>
  nn.return outputs(y = %y)
}

// -----

nn.model @unknown_activation(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.linear' op has the unknown activation 'rel'; did you mean 'relu'?}}
  %y = nn.linear "fc"(%x) {out = 2, act = "rel"}
  nn.return outputs(y = %y)
}

// -----

nn.model @unknown_name(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.linear' op uses the name 'dmi', which neither its module nor the model has; did you mean 'dim'?}}
  %y = nn.linear "fc"(%x) {out = @dmi}
  nn.return outputs(y = %y)
}

// -----

nn.model @kind_of_value(%x: f32[B, 4], %l: i32[B]) <B = 2, act = "relu"> {
  // expected-error @+1 {{'nn.linear' op attribute 'out' failed to satisfy constraint: an integer}}
  %y = nn.linear "fc"(%x) {out = @act}
  nn.return outputs(y = %y)
}

// -----

nn.module @Block(%x) <ff, drop = 0.0> {
  %y = nn.linear "fc"(%x) {out = @ff}
  nn.return %y
}
nn.model @unknown_module(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.call' op calls @Blok, but there is no such nn.module; did you mean 'Block'?}}
  %y = nn.call @Blok(%x)
  nn.return outputs(y = %y)
}

// -----

nn.module @Block(%x) <ff, drop = 0.0> {
  %y = nn.linear "fc"(%x) {out = @ff}
  nn.return %y
}
nn.model @unknown_argument(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.call' op gives 'dorp', which @Block does not take; did you mean 'drop'?}}
  %y = nn.call @Block(%x) {ff = 2, dorp = 0.1}
  nn.return outputs(y = %y)
}

// -----

nn.module @Block(%x) <ff, drop = 0.0> {
  %y = nn.linear "fc"(%x) {out = @ff}
  nn.return %y
}
nn.model @missing_argument(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.call' op does not give 'ff', which @Block needs}}
  %y = nn.call @Block(%x)
  nn.return outputs(y = %y)
}

// -----

nn.module @Block(%x) <ff, drop = 0.0> {
  %y = nn.linear "fc"(%x) {out = @ff}
  nn.return %y
}
nn.model @number_of_values(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.call' op gives 2 values, but @Block takes 1}}
  %y = nn.call @Block(%x, %l) {ff = 2}
  nn.return outputs(y = %y)
}

// -----

nn.module @Block(%x) <ff, drop = 0.0> {
  %y = nn.linear "fc"(%x) {out = @ff}
  nn.return %y
}
nn.model @number_of_results(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.call' op names 2 results, but @Block returns 1}}
  %y, %z = nn.call @Block(%x) {ff = 2}
  nn.return outputs(y = %y)
}

// -----

nn.module @First(%x, %y) {
  nn.return %x
}
nn.model @repeat_results(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.call' op repeats @First, which takes 2 values and returns 1: what it returns must be what it takes}}
  %y = nn.call @First "h"(%x, %l) repeat 2
  nn.return outputs(y = %y)
}

// -----

nn.module @Block(%x) <ff, drop = 0.0> {
  %y = nn.linear "fc"(%x) {out = @ff}
  nn.return %y
}
nn.model @repeat_value(%x: f32[B, 4], %l: i32[B]) <B = 2, act = "relu"> {
  // expected-error @+1 {{'nn.call' op has repeat "relu", which is no number of times}}
  %y = nn.call @Block "h"(%x) repeat @act {ff = 2}
  nn.return outputs(y = %y)
}

// -----

nn.module @Self(%x) {
  // expected-error @+1 {{'nn.call' op calls @Self from within itself}}
  %y = nn.call @Self(%x)
  nn.return %y
}
nn.model @recursion(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  %y = nn.call @Self(%x)
  nn.return outputs(y = %y)
}

// -----

nn.model @two_shapes(%x: f32[2, 4]) {
  %a = nn.linear "fc"(%x) {out = 4}
  // expected-error @+1 {{'nn.linear' op needs the parameter 'fc.weight' to be 'tensor<5x4xf32>', but line 4 made it 'tensor<4x4xf32>'}}
  %y = nn.linear "fc"(%a) {out = 5}
  nn.return outputs(y = %y)
}

// -----

nn.model @parameter_c1(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the negative size -2}}
  %y = nn.parameter "w" {shape = [-2]}
  nn.return outputs(y = %y)
}

// -----

nn.model @parameter_dtype(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has dtype = 'i32'; a parameter is of floats}}
  %y = nn.parameter "w" {shape = [2], dtype = i32}
  nn.return outputs(y = %y)
}

// -----

nn.model @parameter_type(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op yields 'tensor<2xf32>', but the model says 'tensor<3xf32>'}}
  %y = nn.parameter "w" {shape = [2]} : tensor<3xf32>
  nn.return outputs(y = %y)
}

// -----

nn.model @name_of_input(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op makes the parameter 'x', which has the name of an input}}
  %y = nn.parameter "x" {shape = [2]}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_0(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the unknown initializer 'unifrom'; did you mean 'uniform'?}}
  %y = nn.parameter "w" {shape = [2, 2], init = "unifrom(0, 1)"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_1(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the initializer "normal(0)"; write normal(mean, std) with std >= 0}}
  %y = nn.parameter "w" {shape = [2, 2], init = "normal(0)"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_2(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the initializer "uniform(2, 1)"; write uniform(low, high) with low <= high}}
  %y = nn.parameter "w" {shape = [2, 2], init = "uniform(2, 1)"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_3(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the initializer "constant"; write constant(c)}}
  %y = nn.parameter "w" {shape = [2, 2], init = "constant"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_4(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the initializer "zeros(1)"; write it without arguments}}
  %y = nn.parameter "w" {shape = [2, 2], init = "zeros(1)"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_5(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the initializer "normal(a, b)"; write numbers as its arguments}}
  %y = nn.parameter "w" {shape = [2, 2], init = "normal(a, b)"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_6(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the initializer "kaiming_normal(rel)" with the unknown word 'rel'; did you mean 'relu'?}}
  %y = nn.parameter "w" {shape = [2, 2], init = "kaiming_normal(rel)"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_7(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the initializer "kaiming_normal(1, 2)"; write at most one number, the slope}}
  %y = nn.parameter "w" {shape = [2, 2], init = "kaiming_normal(1, 2)"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_8(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the initializer "xavier_uniform(1, 2)"; write at most one number, the gain}}
  %y = nn.parameter "w" {shape = [2, 2], init = "xavier_uniform(1, 2)"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_9(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the initializer "constant(1", which lacks its closing parenthesis}}
  %y = nn.parameter "w" {shape = [2, 2], init = "constant(1"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_10(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op has the initializer "constant(#)", where '#' is neither a number nor a word}}
  %y = nn.parameter "w" {shape = [2, 2], init = "constant(#)"}
  nn.return outputs(y = %y)
}

// -----

nn.model @initializer_rank(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.linear' op has the initializer "kaiming_uniform", which needs a parameter of at least two dimensions}}
  %y = nn.linear "fc"(%x) {out = 2, bias_init = "kaiming_uniform"}
  nn.return outputs(y = %y)
}

// -----

nn.model @too_large(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.linear' op makes a tensor of more than 2^48 elements, 'tensor<2x4611686018427387904xf32>'}}
  %y = nn.linear "fc"(%x) {out = 4611686018427387904}
  nn.return outputs(y = %y)
}

// -----

nn.model @too_large_parameter(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.parameter' op makes a tensor of more than 2^48 elements, 'tensor<4611686018427387904x4xf32>'}}
  %y = nn.parameter "w" {shape = [4611686018427387904, 4]}
  nn.return outputs(y = %y)
}

// -----

nn.model @ignore_index(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.cross_entropy' op has ignore_index = 4294967296, which is not a 32-bit number}}
  %y = nn.cross_entropy(%x, %l) {ignore_index = 4294967296}
  nn.return outputs(y = %y)
}

// -----

nn.model @dropout_rate(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'nn.dropout' op has the rate p = 1.500000e+00, which is not in [0, 1]}}
  %y = nn.dropout(%x) {p = 1.5}
  nn.return outputs(y = %y)
}

// -----

nn.model @dropout_rates(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  %a = nn.dropout "d"(%x) {p = 0.5}
  // expected-error @+1 {{'nn.dropout' op gives 'd' the rate 2.500000e-01, which another dropout of that name sets to 5.000000e-01}}
  %y = nn.dropout "d"(%a) {p = 0.25}
  nn.return outputs(y = %y)
}

// -----

nn.model @batch_must_lead_transpose(%x: f32[B, 4], %l: i32[B]) <B = 3> {
  %t = nn.transpose(%x) {permutation = [1, 0]}
  // expected-error @+1 {{'nn.mean' op is a mean over the batch, which is not the leading dimension of its inputs}}
  %y = nn.mean(%t)
  nn.return outputs(y = %y)
}

// -----

nn.model @batch_must_lead_reshape_of_transpose(%x: f32[B, 4], %l: i32[B]) <B = 3> {
  %s = nn.transpose(%x) {permutation = [1, 0]}
  %t = nn.reshape(%s) {shape = [-1]}
  // expected-error @+1 {{'nn.mean' op is a mean over the batch, which is not the leading dimension of its inputs}}
  %y = nn.mean(%t)
  nn.return outputs(y = %y)
}

// -----

nn.model @batch_must_lead_softmax_over_batch(%x: f32[B, 4], %l: i32[B]) <B = 3> {
  %t = nn.softmax(%x) {dim = 0}
  // expected-error @+1 {{'nn.mean' op is a mean over the batch, which is not the leading dimension of its inputs}}
  %y = nn.mean(%t)
  nn.return outputs(y = %y)
}

// -----

nn.model @batch_must_lead_gram(%x: f32[B, 4], %l: i32[B]) <B = 3> {
  %s = nn.transpose(%x) {permutation = [1, 0]}
  %t = nn.matmul(%x, %s)
  // expected-error @+1 {{'nn.mean' op is a mean over the batch, which is not the leading dimension of its inputs}}
  %y = nn.mean(%t)
  nn.return outputs(y = %y)
}

// -----

nn.model @batch_must_lead_broadcast_moves(%x: f32[B, 4], %l: i32[B]) <B = 3> {
  %p = nn.parameter "p" {shape = [3, 1]}
  %r = nn.convert(%l) {dtype = f32}
  %t = nn.add(%p, %r)
  // expected-error @+1 {{'nn.mean' op is a mean over the batch, which is not the leading dimension of its inputs}}
  %y = nn.mean(%t)
  nn.return outputs(y = %y)
}

// -----

nn.model @batch_must_lead_contracted(%x: f32[B, 4], %l: i32[B]) <B = 3> {
  %s = nn.transpose(%x) {permutation = [1, 0]}
  %t = nn.linear "fc"(%s) {out = 3}
  // expected-error @+1 {{'nn.mean' op is a mean over the batch, which is not the leading dimension of its inputs}}
  %y = nn.mean(%t)
  nn.return outputs(y = %y)
}

// -----

func.func private @f()
nn.model @no_layer(%x: f32[B, 4], %l: i32[B]) <B = 2, dim = 4> {
  // expected-error @+1 {{'func.call' op is no layer and can't stand in a model}}
  func.call @f() : () -> ()
  %y = nn.relu(%x)
  nn.return outputs(y = %y)
}

// -----

nn.model @loss(%x: f32[B, 4], %l: i32[B]) <B = 2> {
  %y = nn.relu(%x)
  // expected-error @+1 {{'nn.return' op needs a float scalar as its loss, found 'tensor<2x4xf32>'}}
  nn.return loss(%y)
}

// -----

nn.model @metric(%x: f32[B, 4], %l: i32[B]) <B = 2> {
  %y = nn.relu(%x)
  // expected-error @+1 {{'nn.return' op needs a float scalar as its metric 'a', found 'tensor<2xi32>'}}
  nn.return metrics(a = %l)
}

// -----

// expected-error @+1 {{'nn.model' op @dimension has no value for 'T'; write <T = N> after the inputs or give --dim T=N}}
nn.model @dimension(%x: f32[B, T]) <B = 2> {
  nn.return outputs(x = %x)
}

// -----

// expected-error @+1 {{'nn.model' op @value has no value for 'dim'; write <dim = N>}}
nn.model @value(%x: f32[B]) <B = 2, dim> {
  nn.return outputs(x = %x)
}

// -----

// expected-error @+1 {{'nn.model' op has a size that is no number of elements in the shape of 'x': 5.000000e-01 : f64}}
nn.model @size(%x: f32[dim]) <dim = 0.5> {
  nn.return outputs(x = %x)
}

// -----

// expected-error @+1 {{'nn.model' op has the input 'x' of the element type 'i3', which no tensor has}}
nn.model @element_type(%x: i3[2]) {
  nn.return outputs(x = %x)
}

// -----

// expected-error @+1 {{'nn.model' op has an empty batch, B = 0}}
nn.model @empty_batch(%x: f32[B]) <B = 0> {
  nn.return outputs(x = %x)
}

// -----

nn.model @first(%x: f32[2]) {
  nn.return outputs(x = %x)
}
// expected-error @+1 {{'nn.model' op is the second model of the file, after that of line 3}}
nn.model @second(%x: f32[2]) {
  nn.return outputs(x = %x)
}

// -----

func.func private @forward()
// expected-error @+1 {{'nn.model' op becomes the function @forward, but there is one already}}
nn.model @forward_there(%x: f32[2]) {
  nn.return outputs(x = %x)
}
