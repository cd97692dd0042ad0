// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.sign %{{.*}} : tensor<4xf64>
//       CHECK:   prim.sign %{{.*}} : tensor<4xf32>
//       CHECK:   prim.sign %{{.*}} : tensor<4xf16>
//       CHECK:   prim.sign %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.sign %{{.*}} : tensor<4xi8>
//       CHECK:   prim.sign %{{.*}} : tensor<4xi16>
//       CHECK:   prim.sign %{{.*}} : tensor<4xi32>
//       CHECK:   prim.sign %{{.*}} : tensor<4xi64>
//       CHECK:   prim.sign %{{.*}} : tensor<i64>
//       CHECK:   prim.sign %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %scalar: tensor<i64>, %empty: tensor<0x3xf64>) {
  %0 = prim.sign %f64 : tensor<4xf64>
  %1 = prim.sign %f32 : tensor<4xf32>
  %2 = prim.sign %f16 : tensor<4xf16>
  %3 = prim.sign %bf16 : tensor<4xbf16>
  %4 = prim.sign %i8 : tensor<4xi8>
  %5 = prim.sign %i16 : tensor<4xi16>
  %6 = prim.sign %i32 : tensor<4xi32>
  %7 = prim.sign %i64 : tensor<4xi64>
  %8 = prim.sign %scalar : tensor<i64>
  %9 = prim.sign %empty : tensor<0x3xf64>
  return
}

// -----

func.func @sign_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.sign' op requires the same type for all operands and results}}
  %y = "prim.sign"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

func.func @sign_elements(%x: tensor<4xui8>) {
  // expected-error @+1 {{'prim.sign' op operand #0 must be statically shaped tensor of}}
  %y = prim.sign %x : tensor<4xui8>
  return
}
