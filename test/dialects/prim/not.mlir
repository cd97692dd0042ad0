// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.not %{{.*}} : tensor<4xi8>
//       CHECK:   prim.not %{{.*}} : tensor<4xi16>
//       CHECK:   prim.not %{{.*}} : tensor<4xi32>
//       CHECK:   prim.not %{{.*}} : tensor<4xi64>
//       CHECK:   prim.not %{{.*}} : tensor<4xui8>
//       CHECK:   prim.not %{{.*}} : tensor<4xui16>
//       CHECK:   prim.not %{{.*}} : tensor<4xui32>
//       CHECK:   prim.not %{{.*}} : tensor<4xui64>
//       CHECK:   prim.not %{{.*}} : tensor<4xi1>
//       CHECK:   prim.not %{{.*}} : tensor<i1>
//       CHECK:   prim.not %{{.*}} : tensor<0x3xi8>
func.func @types(%i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>, %ui16: tensor<4xui16>, %ui32: tensor<4xui32>, %ui64: tensor<4xui64>, %i1: tensor<4xi1>, %scalar: tensor<i1>, %empty: tensor<0x3xi8>) {
  %0 = prim.not %i8 : tensor<4xi8>
  %1 = prim.not %i16 : tensor<4xi16>
  %2 = prim.not %i32 : tensor<4xi32>
  %3 = prim.not %i64 : tensor<4xi64>
  %4 = prim.not %ui8 : tensor<4xui8>
  %5 = prim.not %ui16 : tensor<4xui16>
  %6 = prim.not %ui32 : tensor<4xui32>
  %7 = prim.not %ui64 : tensor<4xui64>
  %8 = prim.not %i1 : tensor<4xi1>
  %9 = prim.not %scalar : tensor<i1>
  %10 = prim.not %empty : tensor<0x3xi8>
  return
}

// -----

func.func @not_c1(%x: tensor<4xi8>) {
  // expected-error @+1 {{'prim.not' op requires the same type for all operands and results}}
  %y = "prim.not"(%x) : (tensor<4xi8>) -> tensor<5xi8>
  return
}

// -----

func.func @not_elements(%x: tensor<4xf32>) {
  // expected-error @+1 {{'prim.not' op operand #0 must be statically shaped tensor of}}
  %y = prim.not %x : tensor<4xf32>
  return
}
