// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.layer_norm "ln"(%{{.*}}) {eps = 1.250000e-01 : f64}{{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.layer_norm "ln"(%x) {eps = 1.250000e-01 : f64}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.layer_norm "ln"(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
func.func @typed(%x: tensor<4x5xf32>, %w: tensor<5xf32>, %b: tensor<5xf32>) {
  %y:3 = nn.layer_norm "ln"(%x, %w, %b) : (tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @layer_norm_c1(%x: tensor<f32>, %w: tensor<f32>) {
  // expected-error @+1 {{'nn.layer_norm' op needs an input of at least one dimension}}
  %y = nn.layer_norm "ln"(%x, %w) {bias = false} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @layer_norm_c2(%x: tensor<4x5xf32>, %w: tensor<5xf32>, %b: tensor<5xf32>) {
  // expected-error @+1 {{'nn.layer_norm' op has eps = -1.000000e+00, which is negative}}
  %y:3 = nn.layer_norm "ln"(%x, %w, %b) {eps = -1.0} : (tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @layer_norm_c3(%x: tensor<4x5xf32>, %w: tensor<5xf32>, %b: tensor<5xf32>) {
  // expected-error @+1 {{'nn.layer_norm' op needs a name for its parameters}}
  %y:3 = nn.layer_norm(%x, %w, %b) : (tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}
