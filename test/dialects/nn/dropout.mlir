// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.dropout "d"(%{{.*}}) {p = 1.000000e-01 : f64}{{$}}
nn.model @written(%x: f32[4, 5]) {
  %y = nn.dropout "d"(%x) {p = 1.000000e-01 : f64}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.dropout "d"(%{{.*}}) {p = 1.000000e-01 : f64, stream = 7 : i64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
func.func @typed(%x: tensor<4x5xf32>) {
  %y = nn.dropout "d"(%x) {p = 1.000000e-01 : f64, stream = 7 : i64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @dropout_c1(%x: tensor<4xi32>) {
  // expected-error @+1 {{'nn.dropout' op needs a float input}}
  %y = nn.dropout(%x) {p = 0.1} : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @dropout_c2(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'nn.dropout' op has the rate p = 1.500000e+00, which is not in [0, 1]}}
  %y = nn.dropout(%x) {p = 1.5} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
