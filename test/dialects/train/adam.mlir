// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @decoupled(
//       CHECK:   train.adam %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} lr %{{.*}} betas %{{.*}}, %{{.*}} eps %{{.*}} weight_decay %{{.*}} step %{{.*}} {decoupled} : tensor<4xf32>
func.func @decoupled(%p: tensor<4xf32>, %g: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %s: tensor<f64>, %t: tensor<i64>) -> tensor<4xf32> {
  %y:3 = train.adam %p, %g, %m, %v lr %s betas %s, %s eps %s weight_decay %s step %t {decoupled} : tensor<4xf32>
  return %y#0 : tensor<4xf32>
}
