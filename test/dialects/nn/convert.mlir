// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.convert(%{{.*}}) {dtype = f32, scale = 5.000000e-01 : f64}{{$}}
nn.model @written(%x: ui8[4]) {
  %y = nn.convert(%x) {dtype = f32, scale = 5.000000e-01 : f64}
  nn.return outputs(y = %y)
}

// CHECK-LABEL: func.func @typed(
//       CHECK:   nn.convert(%{{.*}}) {dtype = f32, scale = 5.000000e-01 : f64} : (tensor<4xui8>) -> tensor<4xf32>
func.func @typed(%x: tensor<4xui8>) {
  %y = nn.convert(%x) {dtype = f32, scale = 5.000000e-01 : f64} : (tensor<4xui8>) -> tensor<4xf32>
  return
}

// -----

func.func @convert_c1(%x: tensor<4xui8>) {
  // expected-error @+1 {{'nn.convert' op has dtype = 'i3', which no tensor has}}
  %y = nn.convert(%x) {dtype = i3} : (tensor<4xui8>) -> tensor<4xi3>
  return
}

// -----

func.func @convert_c2(%x: tensor<4xui8>) {
  // expected-error @+1 {{'nn.convert' op has a scale, but its dtype 'i32' is no float}}
  %y = nn.convert(%x) {dtype = i32, scale = 0.5} : (tensor<4xui8>) -> tensor<4xi32>
  return
}
