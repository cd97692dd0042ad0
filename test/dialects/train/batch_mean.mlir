// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @mean(
//       CHECK:   train.batch_mean %{{.*}}, %{{.*}} : tensor<f32>
func.func @mean(%s: tensor<f32>, %n: tensor<f32>) -> tensor<f32> {
  %y = train.batch_mean %s, %n : tensor<f32>
  return %y : tensor<f32>
}
