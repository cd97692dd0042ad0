// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.softmax(%{{.*}}) {dim = 0 : i64}{{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.softmax(%x) {dim = 0 : i64}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.softmax(%{{.*}}) {dim = 0 : i64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
func.func @typed(%x: tensor<4x5xf32>) {
  %y = nn.softmax(%x) {dim = 0 : i64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @softmax_c1(%x: tensor<4xi32>) {
  // expected-error @+1 {{'nn.softmax' op needs a float input, found 'tensor<4xi32>'; nn.convert makes one}}
  %y = nn.softmax(%x) {dim = 0 : i64} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @softmax_c2(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'nn.softmax' op has dim = 2, but its input has 2 dimensions}}
  %y = nn.softmax(%x) {dim = 2} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
