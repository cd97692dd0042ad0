// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.gelu(%{{.*}}) {approximate = "tanh"}{{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.gelu(%x) {approximate = "tanh"}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.gelu(%{{.*}}) {approximate = "tanh"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
func.func @typed(%x: tensor<4x5xf32>) {
  %y = nn.gelu(%x) {approximate = "tanh"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gelu_c1(%x: tensor<4xi32>) {
  // expected-error @+1 {{'nn.gelu' op needs a float input, found 'tensor<4xi32>'; nn.convert makes one}}
  %y = nn.gelu(%x) {approximate = "tanh"} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @gelu_c2(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'nn.gelu' op has approximate = "tang"; write "none" or "tanh"}}
  %y = nn.gelu(%x) {approximate = "tang"} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
