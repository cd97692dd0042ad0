// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xf64>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xf32>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xf16>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xi8>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xi16>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xi32>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xi64>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xui8>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xui16>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xui32>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xui64>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<4xi1>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<i1>
//       CHECK:   prim.multiply %{{.*}}, %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>, %ui16: tensor<4xui16>, %ui32: tensor<4xui32>, %ui64: tensor<4xui64>, %i1: tensor<4xi1>, %scalar: tensor<i1>, %empty: tensor<0x3xf64>) {
  %0 = prim.multiply %f64, %f64 : tensor<4xf64>
  %1 = prim.multiply %f32, %f32 : tensor<4xf32>
  %2 = prim.multiply %f16, %f16 : tensor<4xf16>
  %3 = prim.multiply %bf16, %bf16 : tensor<4xbf16>
  %4 = prim.multiply %i8, %i8 : tensor<4xi8>
  %5 = prim.multiply %i16, %i16 : tensor<4xi16>
  %6 = prim.multiply %i32, %i32 : tensor<4xi32>
  %7 = prim.multiply %i64, %i64 : tensor<4xi64>
  %8 = prim.multiply %ui8, %ui8 : tensor<4xui8>
  %9 = prim.multiply %ui16, %ui16 : tensor<4xui16>
  %10 = prim.multiply %ui32, %ui32 : tensor<4xui32>
  %11 = prim.multiply %ui64, %ui64 : tensor<4xui64>
  %12 = prim.multiply %i1, %i1 : tensor<4xi1>
  %13 = prim.multiply %scalar, %scalar : tensor<i1>
  %14 = prim.multiply %empty, %empty : tensor<0x3xf64>
  return
}

// -----

func.func @multiply_c1(%a: tensor<4xf64>, %b: tensor<1xf64>) {
  // expected-error @+1 {{'prim.multiply' op requires the same type for all operands and results}}
  %y = "prim.multiply"(%a, %b) : (tensor<4xf64>, tensor<1xf64>) -> tensor<4xf64>
  return
}
