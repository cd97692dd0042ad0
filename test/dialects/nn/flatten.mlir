// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.flatten(%{{.*}}) {start = 1 : i64}{{$}}
nn.model @written(%x: f32[4, 5, 6]) {
  %y = nn.flatten(%x) {start = 1 : i64}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.flatten(%{{.*}}) : (tensor<4x5x6xf32>) -> tensor<4x30xf32>
func.func @typed(%x: tensor<4x5x6xf32>) {
  %y = nn.flatten(%x) : (tensor<4x5x6xf32>) -> tensor<4x30xf32>
  return
}

// -----

func.func @flatten_c1(%x: tensor<4xf32>) {
  // expected-error @+1 {{'nn.flatten' op has start = 1, but its input is 'tensor<4xf32>'}}
  %y = nn.flatten(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
