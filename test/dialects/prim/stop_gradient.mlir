// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xf64>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xf32>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xf16>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xi8>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xi16>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xi32>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xi64>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xui8>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xui16>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xui32>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xui64>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<4xi1>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<i1>
//       CHECK:   prim.stop_gradient %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %i8: tensor<4xi8>, %i16: tensor<4xi16>, %i32: tensor<4xi32>, %i64: tensor<4xi64>, %ui8: tensor<4xui8>, %ui16: tensor<4xui16>, %ui32: tensor<4xui32>, %ui64: tensor<4xui64>, %i1: tensor<4xi1>, %scalar: tensor<i1>, %empty: tensor<0x3xf64>) {
  %0 = prim.stop_gradient %f64 : tensor<4xf64>
  %1 = prim.stop_gradient %f32 : tensor<4xf32>
  %2 = prim.stop_gradient %f16 : tensor<4xf16>
  %3 = prim.stop_gradient %bf16 : tensor<4xbf16>
  %4 = prim.stop_gradient %i8 : tensor<4xi8>
  %5 = prim.stop_gradient %i16 : tensor<4xi16>
  %6 = prim.stop_gradient %i32 : tensor<4xi32>
  %7 = prim.stop_gradient %i64 : tensor<4xi64>
  %8 = prim.stop_gradient %ui8 : tensor<4xui8>
  %9 = prim.stop_gradient %ui16 : tensor<4xui16>
  %10 = prim.stop_gradient %ui32 : tensor<4xui32>
  %11 = prim.stop_gradient %ui64 : tensor<4xui64>
  %12 = prim.stop_gradient %i1 : tensor<4xi1>
  %13 = prim.stop_gradient %scalar : tensor<i1>
  %14 = prim.stop_gradient %empty : tensor<0x3xf64>
  return
}

// -----

func.func @stop_gradient_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.stop_gradient' op requires the same type for all operands and results}}
  %y = "prim.stop_gradient"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}
