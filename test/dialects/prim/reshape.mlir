// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.reshape %{{.*}} : (tensor<2x3xf32>) -> tensor<6xf32>
//       CHECK:   prim.reshape %{{.*}} : (tensor<0x3xi1>) -> tensor<5x0xi1>
//       CHECK:   prim.reshape %{{.*}} : (tensor<ui8>) -> tensor<1x1xui8>
func.func @forms(%x: tensor<2x3xf32>, %e: tensor<0x3xi1>, %s: tensor<ui8>) {
  %0 = prim.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = prim.reshape %e : (tensor<0x3xi1>) -> tensor<5x0xi1>
  %2 = prim.reshape %s : (tensor<ui8>) -> tensor<1x1xui8>
  return
}

// -----

func.func @reshape_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.reshape' op expected one element type, but got 'f32' and 'f64'}}
  %y = prim.reshape %x : (tensor<2x3xf32>) -> tensor<6xf64>
  return
}

// -----

func.func @reshape_c2(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.reshape' op cannot reshape 6 elements to 5}}
  %y = prim.reshape %x : (tensor<2x3xf32>) -> tensor<5xf32>
  return
}
