// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.mean(%{{.*}}){{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.mean(%x)
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.mean(%{{.*}}) {batch = 2 : i64} : (tensor<4x5xf32>) -> tensor<f32>
func.func @typed(%x: tensor<4x5xf32>) {
  %y = nn.mean(%x) {batch = 2 : i64} : (tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @mean_c1(%x: tensor<4xi32>) {
  // expected-error @+1 {{'nn.mean' op needs a float input}}
  %y = nn.mean(%x) : (tensor<4xi32>) -> tensor<f32>
  return
}

// -----

func.func @mean_c2(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'nn.mean' op needs a leading dimension that is a multiple of the batch B = 3}}
  %y = nn.mean(%x) {batch = 3 : i64} : (tensor<4x5xf32>) -> tensor<f32>
  return
}
