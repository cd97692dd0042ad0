// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.convert %{{.*}} : (tensor<4xf64>) -> tensor<4xf32>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xbf16>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xf16>) -> tensor<4xf64>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xi8>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xui64>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xi64>) -> tensor<4xf16>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xui8>) -> tensor<4xf32>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xi32>) -> tensor<4xui8>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xi1>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xi1>) -> tensor<4xf32>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xi1>) -> tensor<4xi64>
func.func @forms(%f16: tensor<4xf16>, %f32: tensor<4xf32>, %f64: tensor<4xf64>, %i1: tensor<4xi1>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>) {
  %0 = prim.convert %f64 : (tensor<4xf64>) -> tensor<4xf32>
  %1 = prim.convert %f32 : (tensor<4xf32>) -> tensor<4xbf16>
  %2 = prim.convert %f16 : (tensor<4xf16>) -> tensor<4xf64>
  %3 = prim.convert %f32 : (tensor<4xf32>) -> tensor<4xi8>
  %4 = prim.convert %f32 : (tensor<4xf32>) -> tensor<4xui64>
  %5 = prim.convert %i64 : (tensor<4xi64>) -> tensor<4xf16>
  %6 = prim.convert %ui8 : (tensor<4xui8>) -> tensor<4xf32>
  %7 = prim.convert %i32 : (tensor<4xi32>) -> tensor<4xui8>
  %8 = prim.convert %f32 : (tensor<4xf32>) -> tensor<4xi1>
  %9 = prim.convert %i1 : (tensor<4xi1>) -> tensor<4xf32>
  %10 = prim.convert %i1 : (tensor<4xi1>) -> tensor<4xi64>
  return
}

// -----

func.func @convert_c1(%x: tensor<4xf32>) {
  // expected-error @+1 {{'prim.convert' op requires the same shape for all operands and results}}
  %y = prim.convert %x : (tensor<4xf32>) -> tensor<5xf64>
  return
}
