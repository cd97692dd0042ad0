// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @plain(
//       CHECK:   train.sgd %{{.*}}, %{{.*}} lr %{{.*}} weight_decay %{{.*}} step %{{.*}} : tensor<4xf32>, tensor<4xf32>
func.func @plain(%p: tensor<4xf32>, %g: tensor<4xf32>, %s: tensor<f64>, %t: tensor<i64>) -> tensor<4xf32> {
  %y = train.sgd %p, %g lr %s weight_decay %s step %t : tensor<4xf32>, tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @momentum(
//       CHECK:   train.sgd {{.*}} momentum %{{.*}} dampening %{{.*}} buffer %{{.*}} : tensor<4xf32> {nesterov} : tensor<4xf32>, tensor<4xf32>
func.func @momentum(%p: tensor<4xf32>, %g: tensor<4xf32>, %b: tensor<4xf32>, %s: tensor<f64>, %t: tensor<i64>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y:2 = train.sgd %p, %g lr %s weight_decay %s step %t momentum %s dampening %s buffer %b : tensor<4xf32> {nesterov} : tensor<4xf32>, tensor<4xf32>
  return %y#0, %y#1 : tensor<4xf32>, tensor<4xf32>
}
