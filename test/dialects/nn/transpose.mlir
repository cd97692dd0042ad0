// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.transpose(%{{.*}}) {permutation = [1, 0]}{{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.transpose(%x) {permutation = [1, 0]}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.transpose(%{{.*}}) {permutation = [1, 0]} : (tensor<4x5xf32>) -> tensor<5x4xf32>
func.func @typed(%x: tensor<4x5xf32>) {
  %y = nn.transpose(%x) {permutation = [1, 0]} : (tensor<4x5xf32>) -> tensor<5x4xf32>
  return
}

// -----

func.func @transpose_c1(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'nn.transpose' op needs each dimension of 'tensor<4x5xf32>' once in its permutation, found [1, 1]}}
  %y = nn.transpose(%x) {permutation = [1, 1]} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
