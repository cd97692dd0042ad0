// RUN: gradc-opt %s | gradc-opt | FileCheck %s
// RUN: gradc-opt %s --gradc-decompose | FileCheck %s --check-prefix=PRIM

// CHECK-LABEL: func.func @several(
//       CHECK:   train.all_finite %{{.*}}, %{{.*}} : tensor<f32>, tensor<2x3xf64>
//       CHECK:   train.all_finite{{$}}
func.func @several(%a: tensor<f32>, %b: tensor<2x3xf64>) -> (tensor<i1>, tensor<i1>) {
  %y = train.all_finite %a, %b : tensor<f32>, tensor<2x3xf64>
  %z = train.all_finite
  return %y, %z : tensor<i1>, tensor<i1>
}

// PRIM-LABEL: func.func @both(
//       PRIM:   %[[A:.*]] = prim.is_finite %{{.*}} : (tensor<2xf32>) -> tensor<2xi1>
//       PRIM:   %[[ALL_A:.*]] = prim.reduce(%[[A]] init: %{{.*}}) applies prim.and across dimensions = [0]
//       PRIM:   %[[ALL_B:.*]] = prim.is_finite %{{.*}} : (tensor<f64>) -> tensor<i1>
//       PRIM:   prim.and %[[ALL_A]], %[[ALL_B]]
func.func @both(%a: tensor<2xf32>, %b: tensor<f64>) -> tensor<i1> {
  %y = train.all_finite %a, %b : tensor<2xf32>, tensor<f64>
  return %y : tensor<i1>
}

// PRIM-LABEL: func.func @none(
//       PRIM:   prim.constant dense<true> : tensor<i1>
func.func @none() -> tensor<i1> {
  %y = train.all_finite
  return %y : tensor<i1>
}
