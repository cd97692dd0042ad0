// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.negate %{{.*}} : tensor<4xf64>
//       CHECK:   prim.negate %{{.*}} : tensor<4xf32>
//       CHECK:   prim.negate %{{.*}} : tensor<4xf16>
//       CHECK:   prim.negate %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.negate %{{.*}} : tensor<4xi8>
//       CHECK:   prim.negate %{{.*}} : tensor<4xi16>
//       CHECK:   prim.negate %{{.*}} : tensor<4xi32>
//       CHECK:   prim.negate %{{.*}} : tensor<4xi64>
//       CHECK:   prim.negate %{{.*}} : tensor<4xui8>
//       CHECK:   prim.negate %{{.*}} : tensor<4xui16>
//       CHECK:   prim.negate %{{.*}} : tensor<4xui32>
//       CHECK:   prim.negate %{{.*}} : tensor<4xui64>
//       CHECK:   prim.negate %{{.*}} : tensor<ui64>
//       CHECK:   prim.negate %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>, %ui16: tensor<4xui16>, %ui32: tensor<4xui32>, %ui64: tensor<4xui64>, %scalar: tensor<ui64>, %empty: tensor<0x3xf64>) {
  %0 = prim.negate %f64 : tensor<4xf64>
  %1 = prim.negate %f32 : tensor<4xf32>
  %2 = prim.negate %f16 : tensor<4xf16>
  %3 = prim.negate %bf16 : tensor<4xbf16>
  %4 = prim.negate %i8 : tensor<4xi8>
  %5 = prim.negate %i16 : tensor<4xi16>
  %6 = prim.negate %i32 : tensor<4xi32>
  %7 = prim.negate %i64 : tensor<4xi64>
  %8 = prim.negate %ui8 : tensor<4xui8>
  %9 = prim.negate %ui16 : tensor<4xui16>
  %10 = prim.negate %ui32 : tensor<4xui32>
  %11 = prim.negate %ui64 : tensor<4xui64>
  %12 = prim.negate %scalar : tensor<ui64>
  %13 = prim.negate %empty : tensor<0x3xf64>
  return
}

// -----

func.func @negate_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.negate' op requires the same type for all operands and results}}
  %y = "prim.negate"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

func.func @negate_elements(%x: tensor<4xi1>) {
  // expected-error @+1 {{'prim.negate' op operand #0 must be statically shaped tensor of}}
  %y = prim.negate %x : tensor<4xi1>
  return
}
