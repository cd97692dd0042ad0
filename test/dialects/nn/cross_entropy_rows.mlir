// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.cross_entropy_rows(%{{.*}}, %{{.*}}) {ignore_index = 0 : i64}{{$}}
nn.model @written(%z: f32[4, 5], %l: i32[4]) {
  %y = nn.cross_entropy_rows(%z, %l) {ignore_index = 0 : i64}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.cross_entropy_rows(%{{.*}}, %{{.*}}) {ignore_index = 0 : i64} : (tensor<4x5xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
func.func @typed(%z: tensor<4x5xf32>, %l: tensor<4xi32>) {
  %y:3 = nn.cross_entropy_rows(%z, %l) {ignore_index = 0 : i64} : (tensor<4x5xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @cross_entropy_rows_c1(%z: tensor<4x5xi32>, %l: tensor<4xi32>) {
  // expected-error @+1 {{'nn.cross_entropy_rows' op needs a float input}}
  %y:3 = nn.cross_entropy_rows(%z, %l) : (tensor<4x5xi32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @cross_entropy_rows_c1_labels(%z: tensor<4x5xf32>, %l: tensor<4xf32>) {
  // expected-error @+1 {{'nn.cross_entropy_rows' op needs integer labels, found 'tensor<4xf32>'}}
  %y:3 = nn.cross_entropy_rows(%z, %l) : (tensor<4x5xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @cross_entropy_rows_c2(%z: tensor<4x5xf32>, %l: tensor<5xi32>) {
  // expected-error @+1 {{'nn.cross_entropy_rows' op needs labels of the logits' shape without its last dimension, found logits 'tensor<4x5xf32>' and labels 'tensor<5xi32>'}}
  %y:3 = nn.cross_entropy_rows(%z, %l) : (tensor<4x5xf32>, tensor<5xi32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}
