// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.relu(%{{.*}}){{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.relu(%x)
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.relu(%{{.*}}) : (tensor<4x5xf32>) -> tensor<4x5xf32>
func.func @typed(%x: tensor<4x5xf32>) {
  %y = nn.relu(%x) : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @relu_c1(%x: tensor<4xi32>) {
  // expected-error @+1 {{'nn.relu' op needs a float input, found 'tensor<4xi32>'; nn.convert makes one}}
  %y = nn.relu(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}
