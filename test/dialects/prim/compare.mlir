// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.compare EQ, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//       CHECK:   prim.compare NE, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//       CHECK:   prim.compare GE, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//       CHECK:   prim.compare GT, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//       CHECK:   prim.compare LE, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//       CHECK:   prim.compare LT, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//       CHECK:   prim.compare LT, %{{.*}}, %{{.*}}, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//       CHECK:   prim.compare GT, %{{.*}}, %{{.*}}, TOTALORDER : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
//       CHECK:   prim.compare LT, %{{.*}}, %{{.*}}, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
//       CHECK:   prim.compare GE, %{{.*}}, %{{.*}}, UNSIGNED : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
//       CHECK:   prim.compare NE, %{{.*}}, %{{.*}}, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
func.func @forms(%f32: tensor<4xf32>, %bf16: tensor<4xbf16>, %i32: tensor<4xi32>, %ui8: tensor<4xui8>, %i1: tensor<4xi1>) {
  %0 = prim.compare EQ, %f32, %f32 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = prim.compare NE, %f32, %f32 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = prim.compare GE, %f32, %f32 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = prim.compare GT, %f32, %f32 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %4 = prim.compare LE, %f32, %f32 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %5 = prim.compare LT, %f32, %f32 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %6 = prim.compare LT, %f32, %f32, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %7 = prim.compare GT, %bf16, %bf16, TOTALORDER : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
  %8 = prim.compare LT, %i32, %i32, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %9 = prim.compare GE, %ui8, %ui8, UNSIGNED : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %10 = prim.compare NE, %i1, %i1, UNSIGNED : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_c1(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  // expected-error @+1 {{'prim.compare' op requires all operands to have the same type}}
  %y = prim.compare LT, %a, %b : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_c2_float(%a: tensor<4xf32>) {
  // expected-error @+1 {{'prim.compare' op cannot compare elements of type 'f32' as SIGNED}}
  %y = prim.compare LT, %a, %a, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_c2_signed(%a: tensor<4xi32>) {
  // expected-error @+1 {{'prim.compare' op cannot compare elements of type 'i32' as TOTALORDER}}
  %y = prim.compare LT, %a, %a, TOTALORDER : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_c2_unsigned(%a: tensor<4xui8>) {
  // expected-error @+1 {{'prim.compare' op cannot compare elements of type 'ui8' as SIGNED}}
  %y = prim.compare LT, %a, %a, SIGNED : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  return
}

// -----

func.func @compare_c3(%a: tensor<4xf32>) {
  // expected-error @+1 {{'prim.compare' op expected a result of type 'tensor<4xi1>', but got 'tensor<i1>'}}
  %y = prim.compare LT, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<i1>
  return
}
