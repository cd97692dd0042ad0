// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.popcnt %{{.*}} : tensor<4xi8>
//       CHECK:   prim.popcnt %{{.*}} : tensor<4xi16>
//       CHECK:   prim.popcnt %{{.*}} : tensor<4xi32>
//       CHECK:   prim.popcnt %{{.*}} : tensor<4xi64>
//       CHECK:   prim.popcnt %{{.*}} : tensor<4xui8>
//       CHECK:   prim.popcnt %{{.*}} : tensor<4xui16>
//       CHECK:   prim.popcnt %{{.*}} : tensor<4xui32>
//       CHECK:   prim.popcnt %{{.*}} : tensor<4xui64>
//       CHECK:   prim.popcnt %{{.*}} : tensor<ui64>
//       CHECK:   prim.popcnt %{{.*}} : tensor<0x3xi8>
func.func @types(%i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>, %ui16: tensor<4xui16>, %ui32: tensor<4xui32>, %ui64: tensor<4xui64>, %scalar: tensor<ui64>, %empty: tensor<0x3xi8>) {
  %0 = prim.popcnt %i8 : tensor<4xi8>
  %1 = prim.popcnt %i16 : tensor<4xi16>
  %2 = prim.popcnt %i32 : tensor<4xi32>
  %3 = prim.popcnt %i64 : tensor<4xi64>
  %4 = prim.popcnt %ui8 : tensor<4xui8>
  %5 = prim.popcnt %ui16 : tensor<4xui16>
  %6 = prim.popcnt %ui32 : tensor<4xui32>
  %7 = prim.popcnt %ui64 : tensor<4xui64>
  %8 = prim.popcnt %scalar : tensor<ui64>
  %9 = prim.popcnt %empty : tensor<0x3xi8>
  return
}

// -----

func.func @popcnt_c1(%x: tensor<4xi8>) {
  // expected-error @+1 {{'prim.popcnt' op requires the same type for all operands and results}}
  %y = "prim.popcnt"(%x) : (tensor<4xi8>) -> tensor<5xi8>
  return
}

// -----

func.func @popcnt_elements(%x: tensor<4xi1>) {
  // expected-error @+1 {{'prim.popcnt' op operand #0 must be statically shaped tensor of}}
  %y = prim.popcnt %x : tensor<4xi1>
  return
}
