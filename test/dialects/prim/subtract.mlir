// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xf64>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xf32>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xf16>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xi8>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xi16>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xi32>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xi64>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xui8>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xui16>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xui32>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<4xui64>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<ui64>
//       CHECK:   prim.subtract %{{.*}}, %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>, %ui16: tensor<4xui16>, %ui32: tensor<4xui32>, %ui64: tensor<4xui64>, %scalar: tensor<ui64>, %empty: tensor<0x3xf64>) {
  %0 = prim.subtract %f64, %f64 : tensor<4xf64>
  %1 = prim.subtract %f32, %f32 : tensor<4xf32>
  %2 = prim.subtract %f16, %f16 : tensor<4xf16>
  %3 = prim.subtract %bf16, %bf16 : tensor<4xbf16>
  %4 = prim.subtract %i8, %i8 : tensor<4xi8>
  %5 = prim.subtract %i16, %i16 : tensor<4xi16>
  %6 = prim.subtract %i32, %i32 : tensor<4xi32>
  %7 = prim.subtract %i64, %i64 : tensor<4xi64>
  %8 = prim.subtract %ui8, %ui8 : tensor<4xui8>
  %9 = prim.subtract %ui16, %ui16 : tensor<4xui16>
  %10 = prim.subtract %ui32, %ui32 : tensor<4xui32>
  %11 = prim.subtract %ui64, %ui64 : tensor<4xui64>
  %12 = prim.subtract %scalar, %scalar : tensor<ui64>
  %13 = prim.subtract %empty, %empty : tensor<0x3xf64>
  return
}

// -----

func.func @subtract_c1(%a: tensor<4xf64>, %b: tensor<1xf64>) {
  // expected-error @+1 {{'prim.subtract' op requires the same type for all operands and results}}
  %y = "prim.subtract"(%a, %b) : (tensor<4xf64>, tensor<1xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @subtract_elements(%x: tensor<4xi1>) {
  // expected-error @+1 {{'prim.subtract' op operand #0 must be statically shaped tensor of}}
  %y = prim.subtract %x, %x : tensor<4xi1>
  return
}
