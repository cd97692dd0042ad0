// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.count_leading_zeros %{{.*}} : tensor<4xi8>
//       CHECK:   prim.count_leading_zeros %{{.*}} : tensor<4xi16>
//       CHECK:   prim.count_leading_zeros %{{.*}} : tensor<4xi32>
//       CHECK:   prim.count_leading_zeros %{{.*}} : tensor<4xi64>
//       CHECK:   prim.count_leading_zeros %{{.*}} : tensor<4xui8>
//       CHECK:   prim.count_leading_zeros %{{.*}} : tensor<4xui16>
//       CHECK:   prim.count_leading_zeros %{{.*}} : tensor<4xui32>
//       CHECK:   prim.count_leading_zeros %{{.*}} : tensor<4xui64>
//       CHECK:   prim.count_leading_zeros %{{.*}} : tensor<ui64>
//       CHECK:   prim.count_leading_zeros %{{.*}} : tensor<0x3xi8>
func.func @types(%i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>, %ui16: tensor<4xui16>, %ui32: tensor<4xui32>, %ui64: tensor<4xui64>, %scalar: tensor<ui64>, %empty: tensor<0x3xi8>) {
  %0 = prim.count_leading_zeros %i8 : tensor<4xi8>
  %1 = prim.count_leading_zeros %i16 : tensor<4xi16>
  %2 = prim.count_leading_zeros %i32 : tensor<4xi32>
  %3 = prim.count_leading_zeros %i64 : tensor<4xi64>
  %4 = prim.count_leading_zeros %ui8 : tensor<4xui8>
  %5 = prim.count_leading_zeros %ui16 : tensor<4xui16>
  %6 = prim.count_leading_zeros %ui32 : tensor<4xui32>
  %7 = prim.count_leading_zeros %ui64 : tensor<4xui64>
  %8 = prim.count_leading_zeros %scalar : tensor<ui64>
  %9 = prim.count_leading_zeros %empty : tensor<0x3xi8>
  return
}

// -----

func.func @count_leading_zeros_c1(%x: tensor<4xi8>) {
  // expected-error @+1 {{'prim.count_leading_zeros' op requires the same type for all operands and results}}
  %y = "prim.count_leading_zeros"(%x) : (tensor<4xi8>) -> tensor<5xi8>
  return
}

// -----

func.func @count_leading_zeros_elements(%x: tensor<4xi1>) {
  // expected-error @+1 {{'prim.count_leading_zeros' op operand #0 must be statically shaped tensor of}}
  %y = prim.count_leading_zeros %x : tensor<4xi1>
  return
}
