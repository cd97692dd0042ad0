// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @two(
//       CHECK:   %{{.*}}:2 = train.gradient %{{.*}} wrt(%{{.*}}, %{{.*}}) : tensor<f32>, tensor<4xf32>, tensor<2xf64>
func.func @two(%l: tensor<f32>, %a: tensor<4xf32>, %b: tensor<2xf64>) -> (tensor<4xf32>, tensor<2xf64>) {
  %g:2 = train.gradient %l wrt(%a, %b) : tensor<f32>, tensor<4xf32>, tensor<2xf64>
  return %g#0, %g#1 : tensor<4xf32>, tensor<2xf64>
}
