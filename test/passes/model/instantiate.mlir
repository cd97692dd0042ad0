// RUN: gradc-opt %s --split-input-file --gradc-instantiate --gradc-verify-model | FileCheck %s
// RUN: gradc-opt %examples/fashion_mlp.mlir --gradc-instantiate="dims=B=6,hidden=7" --gradc-verify-model | FileCheck %s --check-prefix=DIMS

// DIMS: module attributes {train.batch = 6 : i64}
// DIMS: func.func @forward(%{{.*}}: tensor<6x28x28xui8>
// DIMS-SAME: tensor<7x784xf32>
// DIMS: train.recipe

// Inputs and parameters carry what later phases go by; the batch is counted; the loss is a (sum, count) pair.

//      CHECK: module attributes {train.batch = 4 : i64} {
//      CHECK:   func.func @forward(%[[X:.*]]: tensor<4x3xf32> {train.batch = 4 : i64, train.name = "x", train.role = "input"},
// CHECK-SAME:     %[[LABEL:.*]]: tensor<4xi32> {train.batch = 4 : i64, train.name = "label", train.role = "input"},
// CHECK-SAME:     %[[TABLE:[a-z0-9]+]]: tensor<2xf32> {train.name = "table", train.role = "input"},
// CHECK-SAME:     %[[W:[a-z0-9]+]]: tensor<2x3xf32> {train.init = {high = 0.57735026918962584 : f64, kind = "uniform", low = -0.57735026918962584 : f64}, train.name = "fc.weight", train.role = "parameter"},
// CHECK-SAME:     %[[B:[a-z0-9]+]]: tensor<2xf32> {train.init = {kind = "constant", value = 1.000000e+00 : f64}, train.name = "fc.bias", train.role = "parameter"})
// CHECK-SAME:     -> (tensor<f32> {train.name = "loss", train.role = "loss"}, tensor<f32> {train.name = "right", train.role = "metric"}, tensor<4x2xf32> {train.batch = 4 : i64, train.name = "z", train.role = "output"}, tensor<2xf32> {train.name = "t", train.role = "output"})
//      CHECK:     %[[Z:.*]] = nn.linear "fc"(%[[X]], %[[W]], %[[B]]) {out = 2 : i64} : (tensor<4x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<4x2xf32>
//      CHECK:     %[[ROWS:.*]], %{{.*}}, %{{.*}} = nn.cross_entropy_rows(%[[Z]], %[[LABEL]])
//      CHECK:     %[[VALID:.*]] = train.scalar "valid_rows" : tensor<i64>
//      CHECK:     %[[SUM:.*]] = train.batch_sum %[[ROWS]], %[[VALID]] {batch = 4 : i64}
//      CHECK:     %[[COUNT:.*]] = train.batch_sum %{{.*}}, %{{.*}} {batch = 4 : i64}
//      CHECK:     %[[LOSS:.*]] = train.batch_mean %[[SUM]], %[[COUNT]] : tensor<f32>
//      CHECK:     %[[RIGHT:.*]] = train.batch_mean
//      CHECK:     return %[[LOSS]], %[[RIGHT]], %[[Z]], %[[TABLE]]
nn.model @classifier(%x: f32[B, 3], %label: i32[B], %table: f32[2]) <B = 4> {
  %z = nn.linear "fc"(%x) {out = 2, bias_init = "ones"} : tensor<4x2xf32>
  %l = nn.cross_entropy(%z, %label)
  %a = nn.accuracy(%z, %label)
  nn.return loss(%l), metrics(right = %a), outputs(z = %z, t = %table)
}

// -----

// A module stands where it is called; names come from the call, the module's defaults and the model.

//      CHECK: func.func @forward(
// CHECK-SAME:   %[[X:[a-z0-9]+]]: tensor<2x4xf32>
// CHECK-SAME:   train.name = "h.0.ln.weight"
// CHECK-SAME:   train.name = "h.0.ln.bias"
// CHECK-SAME:   tensor<8x4xf32> {{{.*}}train.name = "h.0.fc.weight"
// CHECK-SAME:   train.name = "h.1.fc.weight"
// CHECK-SAME:   train.name = "ln.weight"
//      CHECK:   nn.layer_norm "h.0.ln"(%[[X]],
//      CHECK:   nn.linear "h.0.fc"(%{{.*}}) {act = "gelu", out = 8 : i64}
//      CHECK:   nn.linear "h.0.proj"(%{{.*}}) {out = 4 : i64}
//      CHECK:   nn.dropout "h.0.dropout"(%{{.*}}) {p = 5.000000e-01 : f64, stream = [[FIRST:-?[0-9]+]] : i64}
//      CHECK:   %[[Y0:.*]] = nn.add(%[[X]],
//      CHECK:   nn.layer_norm "h.1.ln"(%[[Y0]],
//  CHECK-NOT:   stream = [[FIRST]]
//      CHECK:   nn.dropout "h.1.dropout"
//      CHECK:   nn.layer_norm "ln"
nn.module @Block(%x) <ff, act = "gelu", drop = 0.5> {
  %n = nn.layer_norm "ln"(%x)
  %u = nn.linear "fc"(%n) {out = @ff, act = @act}
  %v = nn.linear "proj"(%u) {out = @dim}
  %d = nn.dropout(%v) {p = @drop}
  %y = nn.add(%x, %d)
  nn.return %y
}
nn.model @stack(%x: f32[2, dim]) <dim = 4, depth = 2> {
  %y = nn.call @Block "h"(%x) repeat @depth {ff = 8}
  %z = nn.call @Block(%y) {ff = 8, act = "relu", drop = 0.0}
  nn.return outputs(z = %z)
}

// -----

// Several results, and a repetition that is none.

//      CHECK: func.func @forward(%[[A:[a-z0-9]+]]: {{[^,]*}}, {{.*}}%[[B:[a-z0-9]+]]: tensor<f32>
//      CHECK:   return %[[B]], %[[A]], %[[A]], %[[B]]
nn.module @Swap(%a, %b) {
  nn.return %b, %a
}
nn.model @swap(%a: f32, %b: f32) {
  %c, %d = nn.call @Swap(%a, %b)
  %e, %f = nn.call @Swap(%a, %b) repeat 0
  nn.return outputs(c = %c, d = %d, e = %e, f = %f)
}

// -----

// One path is one parameter, with the first use's initial values; initializers as torch.nn.init has them.

//      CHECK: func.func @forward(
// CHECK-SAME:   tensor<6x6xf32> {train.init = {kind = "normal", mean = 0.000000e+00 : f64, std = 0.57735026918962{{[0-9]+}} : f64}, train.name = "fc.weight"
// CHECK-SAME:   tensor<6xf32> {{{.*}}train.name = "fc.bias"
// CHECK-SAME:   tensor<2x3xf64> {train.init = {high = 1.0954451150103321 : f64, kind = "uniform", low = -1.0954451150103321 : f64}, train.name = "xavier"
// CHECK-SAME:   tensor<4x2x3xf32> {train.init = {kind = "normal", mean = 0.000000e+00 : f64, std = 0.40824829046386307 : f64}, train.name = "kaiming"
// CHECK-SAME:   tensor<2xf32> {train.init = {kind = "constant", value = 3.000000e-01 : f64}, train.name = "constant"
// CHECK-SAME:   tensor<2xf32> {train.init = {high = 1.000000e+00 : f64, kind = "uniform", low = -2.000000e+00 : f64}, train.name = "uniform"
//      CHECK:   %[[A:.*]] = nn.linear "fc"(%{{.*}}, %[[W:.*]], %[[B:.*]]) {out
//      CHECK:   nn.linear "fc"(%[[A]], %[[W]], %[[B]]) {out
nn.model @parameters(%x: f32[2, 6]) {
  %a = nn.linear "fc"(%x) {out = 6, init = "kaiming_normal"}
  %b = nn.linear "fc"(%a) {out = 6}
  %c = nn.parameter "xavier" {shape = [2, 3], init = "xavier_uniform", dtype = f64}
  %d = nn.parameter "kaiming" {shape = [4, 2, 3], init = "kaiming_normal(linear)"}
  %e = nn.parameter "constant" {shape = [2], init = "constant(3e-1)"}
  %f = nn.parameter "uniform" {shape = [2], init = "uniform(-2, 1)"}
  nn.return outputs(b = %b, c = %c, d = %d, e = %e, f = %f)
}

// -----

// Without a batch a mean is over all there is; tokens are rows of their sentence.

//      CHECK: func.func @forward(
//      CHECK:   prim.reduce
//      CHECK:   prim.reduce
//      CHECK:   train.batch_mean
nn.model @no_batch(%x: f32[4], %y: f32[4]) {
  %l = nn.mse(%x, %y)
  nn.return loss(%l)
}

// -----

//      CHECK: func.func @forward(
//      CHECK:   nn.cross_entropy_rows(%{{.*}}) {ignore_index = 0 : i64} : (tensor<6x5xf16>, tensor<6xi64>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>)
//      CHECK:   train.batch_sum %{{.*}} {batch = 2 : i64} : (tensor<6xf32>, tensor<i64>) -> tensor<f32>
nn.model @tokens(%z: f16[B, T, 5], %label: i64[B, T]) <B = 2, T = 3> {
  %f = nn.reshape(%z) {shape = [-1, 5]}
  %g = nn.reshape(%label) {shape = [-1]}
  %l = nn.cross_entropy(%f, %g) {ignore_index = 0}
  nn.return loss(%l)
}

// -----

// A program without a model stays as it is.

// CHECK-LABEL: func.func @no_model(
//  CHECK-NEXT:   return
func.func @no_model() {
  return
}

// -----

// The batch is followed through layers that move it; what mixes its rows is no output along the batch.

//      CHECK: func.func @forward(
// CHECK-SAME:   -> (tensor<f32> {train.name = "loss", {{[^)]*}}tensor<3x3xf32> {train.name = "gram", train.role = "output"}, tensor<3x4xf32> {train.batch = 3 : i64, train.name = "w"
//      CHECK:   train.batch_sum %{{.*}}, %{{.*}} {batch = 3 : i64} : (tensor<3x4xf32>, tensor<i64>) -> tensor<f32>
nn.model @moved(%x: f32[B, 4]) <B = 3> {
  %t = nn.transpose(%x) {permutation = [1, 0]}
  %u = nn.relu(%t)
  %v = nn.transpose(%u) {permutation = [1, 0]}
  %p = nn.parameter "p" {shape = [1, 4]}
  %w = nn.add(%p, %v)
  %l = nn.mean(%w)
  %g = nn.matmul(%x, %t)
  nn.return loss(%l), outputs(gram = %g, w = %w)
}
