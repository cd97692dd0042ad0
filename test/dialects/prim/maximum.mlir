// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xf64>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xf32>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xf16>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xi8>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xi16>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xi32>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xi64>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xui8>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xui16>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xui32>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xui64>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<4xi1>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<i1>
//       CHECK:   prim.maximum %{{.*}}, %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>, %ui16: tensor<4xui16>, %ui32: tensor<4xui32>, %ui64: tensor<4xui64>, %i1: tensor<4xi1>, %scalar: tensor<i1>, %empty: tensor<0x3xf64>) {
  %0 = prim.maximum %f64, %f64 : tensor<4xf64>
  %1 = prim.maximum %f32, %f32 : tensor<4xf32>
  %2 = prim.maximum %f16, %f16 : tensor<4xf16>
  %3 = prim.maximum %bf16, %bf16 : tensor<4xbf16>
  %4 = prim.maximum %i8, %i8 : tensor<4xi8>
  %5 = prim.maximum %i16, %i16 : tensor<4xi16>
  %6 = prim.maximum %i32, %i32 : tensor<4xi32>
  %7 = prim.maximum %i64, %i64 : tensor<4xi64>
  %8 = prim.maximum %ui8, %ui8 : tensor<4xui8>
  %9 = prim.maximum %ui16, %ui16 : tensor<4xui16>
  %10 = prim.maximum %ui32, %ui32 : tensor<4xui32>
  %11 = prim.maximum %ui64, %ui64 : tensor<4xui64>
  %12 = prim.maximum %i1, %i1 : tensor<4xi1>
  %13 = prim.maximum %scalar, %scalar : tensor<i1>
  %14 = prim.maximum %empty, %empty : tensor<0x3xf64>
  return
}

// -----

func.func @maximum_c1(%a: tensor<4xf64>, %b: tensor<1xf64>) {
  // expected-error @+1 {{'prim.maximum' op requires the same type for all operands and results}}
  %y = "prim.maximum"(%a, %b) : (tensor<4xf64>, tensor<1xf64>) -> tensor<4xf64>
  return
}
