// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.mse(%{{.*}}, %{{.*}}){{$}}
nn.model @written(%a: f32[4, 5], %b: f32[4, 5]) {
  %y = nn.mse(%a, %b)
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.mse(%{{.*}}, %{{.*}}) {batch = 2 : i64} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<f32>
func.func @typed(%a: tensor<4x5xf32>, %b: tensor<4x5xf32>) {
  %y = nn.mse(%a, %b) {batch = 2 : i64} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @mse_c1(%a: tensor<4x5xf32>, %b: tensor<5x4xf32>) {
  // expected-error @+1 {{'nn.mse' op needs a prediction and a target of one type, found 'tensor<4x5xf32>' and 'tensor<5x4xf32>'}}
  %y = nn.mse(%a, %b) : (tensor<4x5xf32>, tensor<5x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @mse_c2(%a: tensor<4x5xf32>, %b: tensor<4x5xf32>) {
  // expected-error @+1 {{'nn.mse' op needs a leading dimension that is a multiple of the batch B = 3}}
  %y = nn.mse(%a, %b) {batch = 3 : i64} : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<f32>
  return
}
