// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<4xi8>
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<4xi16>
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<4xi32>
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<4xi64>
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<4xui8>
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<4xui16>
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<4xui32>
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<4xui64>
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<4xi1>
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<i1>
//       CHECK:   prim.and %{{.*}}, %{{.*}} : tensor<0x3xi8>
func.func @types(%i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>, %ui16: tensor<4xui16>, %ui32: tensor<4xui32>, %ui64: tensor<4xui64>, %i1: tensor<4xi1>, %scalar: tensor<i1>, %empty: tensor<0x3xi8>) {
  %0 = prim.and %i8, %i8 : tensor<4xi8>
  %1 = prim.and %i16, %i16 : tensor<4xi16>
  %2 = prim.and %i32, %i32 : tensor<4xi32>
  %3 = prim.and %i64, %i64 : tensor<4xi64>
  %4 = prim.and %ui8, %ui8 : tensor<4xui8>
  %5 = prim.and %ui16, %ui16 : tensor<4xui16>
  %6 = prim.and %ui32, %ui32 : tensor<4xui32>
  %7 = prim.and %ui64, %ui64 : tensor<4xui64>
  %8 = prim.and %i1, %i1 : tensor<4xi1>
  %9 = prim.and %scalar, %scalar : tensor<i1>
  %10 = prim.and %empty, %empty : tensor<0x3xi8>
  return
}

// -----

func.func @and_c1(%a: tensor<4xi8>, %b: tensor<1xi8>) {
  // expected-error @+1 {{'prim.and' op requires the same type for all operands and results}}
  %y = "prim.and"(%a, %b) : (tensor<4xi8>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @and_elements(%x: tensor<4xf32>) {
  // expected-error @+1 {{'prim.and' op operand #0 must be statically shaped tensor of}}
  %y = prim.and %x, %x : tensor<4xf32>
  return
}
