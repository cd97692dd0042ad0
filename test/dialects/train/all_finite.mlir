// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @several(
//       CHECK:   train.all_finite %{{.*}}, %{{.*}} : tensor<f32>, tensor<2x3xf64>
//       CHECK:   train.all_finite{{$}}
func.func @several(%a: tensor<f32>, %b: tensor<2x3xf64>) -> (tensor<i1>, tensor<i1>) {
  %y = train.all_finite %a, %b : tensor<f32>, tensor<2x3xf64>
  %z = train.all_finite
  return %y, %z : tensor<i1>, tensor<i1>
}
