// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.reshape(%{{.*}}) {shape = [2, -1]}{{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.reshape(%x) {shape = [2, -1]}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.reshape(%{{.*}}) {shape = [2, -1]} : (tensor<4x5xf32>) -> tensor<2x10xf32>
func.func @typed(%x: tensor<4x5xf32>) {
  %y = nn.reshape(%x) {shape = [2, -1]} : (tensor<4x5xf32>) -> tensor<2x10xf32>
  return
}

// -----

func.func @reshape_c1(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'nn.reshape' op needs sizes of which at most one is -1, found [-1, -1]}}
  %y = nn.reshape(%x) {shape = [-1, -1]} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @reshape_c2(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'nn.reshape' op can't give 'tensor<4x5xf32>' the shape [3, -1], which has another number of elements}}
  %y = nn.reshape(%x) {shape = [3, -1]} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @reshape_c2_without_rest(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'nn.reshape' op can't give 'tensor<4x5xf32>' the shape [3, 7]}}
  %y = nn.reshape(%x) {shape = [3, 7]} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
