// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.shift_left %{{.*}}, %{{.*}} : tensor<4xi8>
//       CHECK:   prim.shift_left %{{.*}}, %{{.*}} : tensor<4xi16>
//       CHECK:   prim.shift_left %{{.*}}, %{{.*}} : tensor<4xi32>
//       CHECK:   prim.shift_left %{{.*}}, %{{.*}} : tensor<4xi64>
//       CHECK:   prim.shift_left %{{.*}}, %{{.*}} : tensor<4xui8>
//       CHECK:   prim.shift_left %{{.*}}, %{{.*}} : tensor<4xui16>
//       CHECK:   prim.shift_left %{{.*}}, %{{.*}} : tensor<4xui32>
//       CHECK:   prim.shift_left %{{.*}}, %{{.*}} : tensor<4xui64>
//       CHECK:   prim.shift_left %{{.*}}, %{{.*}} : tensor<ui64>
//       CHECK:   prim.shift_left %{{.*}}, %{{.*}} : tensor<0x3xi8>
func.func @types(%i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>, %ui16: tensor<4xui16>, %ui32: tensor<4xui32>, %ui64: tensor<4xui64>, %scalar: tensor<ui64>, %empty: tensor<0x3xi8>) {
  %0 = prim.shift_left %i8, %i8 : tensor<4xi8>
  %1 = prim.shift_left %i16, %i16 : tensor<4xi16>
  %2 = prim.shift_left %i32, %i32 : tensor<4xi32>
  %3 = prim.shift_left %i64, %i64 : tensor<4xi64>
  %4 = prim.shift_left %ui8, %ui8 : tensor<4xui8>
  %5 = prim.shift_left %ui16, %ui16 : tensor<4xui16>
  %6 = prim.shift_left %ui32, %ui32 : tensor<4xui32>
  %7 = prim.shift_left %ui64, %ui64 : tensor<4xui64>
  %8 = prim.shift_left %scalar, %scalar : tensor<ui64>
  %9 = prim.shift_left %empty, %empty : tensor<0x3xi8>
  return
}

// -----

func.func @shift_left_c1(%a: tensor<4xi8>, %b: tensor<1xi8>) {
  // expected-error @+1 {{'prim.shift_left' op requires the same type for all operands and results}}
  %y = "prim.shift_left"(%a, %b) : (tensor<4xi8>, tensor<1xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @shift_left_elements(%x: tensor<4xi1>) {
  // expected-error @+1 {{'prim.shift_left' op operand #0 must be statically shaped tensor of}}
  %y = prim.shift_left %x, %x : tensor<4xi1>
  return
}
