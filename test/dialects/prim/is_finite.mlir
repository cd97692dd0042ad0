// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.is_finite %{{.*}} : (tensor<4xf64>) -> tensor<4xi1>
//       CHECK:   prim.is_finite %{{.*}} : (tensor<4xf32>) -> tensor<4xi1>
//       CHECK:   prim.is_finite %{{.*}} : (tensor<4xf16>) -> tensor<4xi1>
//       CHECK:   prim.is_finite %{{.*}} : (tensor<4xbf16>) -> tensor<4xi1>
func.func @forms(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>) {
  %0 = prim.is_finite %f64 : (tensor<4xf64>) -> tensor<4xi1>
  %1 = prim.is_finite %f32 : (tensor<4xf32>) -> tensor<4xi1>
  %2 = prim.is_finite %f16 : (tensor<4xf16>) -> tensor<4xi1>
  %3 = prim.is_finite %bf16 : (tensor<4xbf16>) -> tensor<4xi1>
  return
}

// -----

func.func @is_finite_c1(%x: tensor<4xf32>) {
  // expected-error @+1 {{'prim.is_finite' op expected a result of type 'tensor<4xi1>', but got 'tensor<5xi1>'}}
  %y = prim.is_finite %x : (tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

func.func @is_finite_elements(%x: tensor<4xi32>) {
  // expected-error @+1 {{'prim.is_finite' op operand #0 must be statically shaped tensor of}}
  %y = prim.is_finite %x : (tensor<4xi32>) -> tensor<4xi1>
  return
}
