// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.abs %{{.*}} : tensor<4xf64>
//       CHECK:   prim.abs %{{.*}} : tensor<4xf32>
//       CHECK:   prim.abs %{{.*}} : tensor<4xf16>
//       CHECK:   prim.abs %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.abs %{{.*}} : tensor<4xi8>
//       CHECK:   prim.abs %{{.*}} : tensor<4xi16>
//       CHECK:   prim.abs %{{.*}} : tensor<4xi32>
//       CHECK:   prim.abs %{{.*}} : tensor<4xi64>
//       CHECK:   prim.abs %{{.*}} : tensor<i64>
//       CHECK:   prim.abs %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %scalar: tensor<i64>, %empty: tensor<0x3xf64>) {
  %0 = prim.abs %f64 : tensor<4xf64>
  %1 = prim.abs %f32 : tensor<4xf32>
  %2 = prim.abs %f16 : tensor<4xf16>
  %3 = prim.abs %bf16 : tensor<4xbf16>
  %4 = prim.abs %i8 : tensor<4xi8>
  %5 = prim.abs %i16 : tensor<4xi16>
  %6 = prim.abs %i32 : tensor<4xi32>
  %7 = prim.abs %i64 : tensor<4xi64>
  %8 = prim.abs %scalar : tensor<i64>
  %9 = prim.abs %empty : tensor<0x3xf64>
  return
}

// -----

func.func @abs_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.abs' op requires the same type for all operands and results}}
  %y = "prim.abs"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

func.func @abs_elements(%x: tensor<4xui8>) {
  // expected-error @+1 {{'prim.abs' op operand #0 must be statically shaped tensor of}}
  %y = prim.abs %x : tensor<4xui8>
  return
}
