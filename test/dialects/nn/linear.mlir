// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.linear "fc"(%{{.*}}) {act = "relu", out = 7 : i64}{{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.linear "fc"(%x) {act = "relu", out = 7 : i64}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.linear "fc"(%{{.*}}, %{{.*}}, %{{.*}}) {act = "relu", out = 7 : i64} : (tensor<4x5xf32>, tensor<7x5xf32>, tensor<7xf32>) -> tensor<4x7xf32>
func.func @typed(%x: tensor<4x5xf32>, %w: tensor<7x5xf32>, %b: tensor<7xf32>) {
  %y = nn.linear "fc"(%x, %w, %b) {act = "relu", out = 7 : i64} : (tensor<4x5xf32>, tensor<7x5xf32>, tensor<7xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @linear_c1(%x: tensor<f32>, %w: tensor<7x5xf32>, %b: tensor<7xf32>) {
  // expected-error @+1 {{'nn.linear' op needs an input of at least one dimension, found 'tensor<f32>'}}
  %y = nn.linear "fc"(%x, %w, %b) {out = 7} : (tensor<f32>, tensor<7x5xf32>, tensor<7xf32>) -> tensor<f32>
  return
}

// -----

func.func @linear_c2(%x: tensor<4x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'nn.linear' op has out = -7, which is negative}}
  %y = nn.linear "fc"(%x, %w) {out = -7, bias = false} : (tensor<4x5xf32>, tensor<7x5xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @linear_c3(%x: tensor<4x5xf32>, %w: tensor<7x5xf32>, %b: tensor<7xf32>) {
  // expected-error @+1 {{'nn.linear' op has the unknown activation 'rely'; did you mean 'relu'?}}
  %y = nn.linear "fc"(%x, %w, %b) {out = 7, act = "rely"} : (tensor<4x5xf32>, tensor<7x5xf32>, tensor<7xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @linear_c4(%x: tensor<4x5xf32>, %w: tensor<7x5xf32>, %b: tensor<7xf32>) {
  // expected-error @+1 {{'nn.linear' op needs a name for its parameters, as in nn.linear "name"(…)}}
  %y = nn.linear(%x, %w, %b) {out = 7} : (tensor<4x5xf32>, tensor<7x5xf32>, tensor<7xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @linear_weight(%x: tensor<4x5xf32>, %w: tensor<5x7xf32>, %b: tensor<7xf32>) {
  // expected-error @+1 {{'nn.linear' op needs its weight to be 'tensor<7x5xf32>', found 'tensor<5x7xf32>'}}
  %y = nn.linear "fc"(%x, %w, %b) {out = 7} : (tensor<4x5xf32>, tensor<5x7xf32>, tensor<7xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @linear_parameters(%x: tensor<4x5xf32>, %w: tensor<7x5xf32>) {
  // expected-error @+1 {{'nn.linear' op needs 2 parameters, found 1}}
  %y = nn.linear "fc"(%x, %w) {out = 7} : (tensor<4x5xf32>, tensor<7x5xf32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @linear_result(%x: tensor<4x5xf32>, %w: tensor<7x5xf32>, %b: tensor<7xf32>) {
  // expected-error @+1 {{'nn.linear' op yields 'tensor<4x7xf32>', but is written with 'tensor<4x8xf32>'}}
  %y = nn.linear "fc"(%x, %w, %b) {out = 7} : (tensor<4x5xf32>, tensor<7x5xf32>, tensor<7xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @linear_name(%x: tensor<4x5xf32>, %w: tensor<7x5xf32>, %b: tensor<7xf32>) {
  // expected-error @+1 {{'nn.linear' op still has the name @n in its option 'out'}}
  %y = nn.linear "fc"(%x, %w, %b) {out = @n} : (tensor<4x5xf32>, tensor<7x5xf32>, tensor<7xf32>) -> tensor<4x7xf32>
  return
}
