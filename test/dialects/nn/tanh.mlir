// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.tanh(%{{.*}}){{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.tanh(%x)
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.tanh(%{{.*}}) : (tensor<4x5xf32>) -> tensor<4x5xf32>
func.func @typed(%x: tensor<4x5xf32>) {
  %y = nn.tanh(%x) : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @tanh_c1(%x: tensor<4xi32>) {
  // expected-error @+1 {{'nn.tanh' op needs a float input, found 'tensor<4xi32>'; nn.convert makes one}}
  %y = nn.tanh(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}
