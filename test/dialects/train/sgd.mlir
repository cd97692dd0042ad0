// RUN: gradc-opt %s | gradc-opt | FileCheck %s
// RUN: gradc-opt %s --gradc-decompose | FileCheck %s --check-prefix=PRIM

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

// The first update starts the buffer with the gradient.

// PRIM-LABEL: func.func @first(
//  PRIM-SAME:     %[[P:[a-z0-9]*]]: tensor<4xf32>, %[[G:[a-z0-9]*]]: tensor<4xf32>, %[[B:[a-z0-9]*]]: tensor<4xf32>
//       PRIM:   %[[DECAYED:.*]] = prim.add %[[G]], %{{.*}}
//       PRIM:   %[[OLD:.*]] = prim.multiply %[[B]], %{{.*}}
//       PRIM:   %[[NEXT:.*]] = prim.add %{{.*}}, %[[OLD]]
//       PRIM:   %[[FIRST:.*]] = prim.compare EQ, %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i1>
//       PRIM:   %[[BUFFER:.*]] = prim.select %[[FIRST]], %[[DECAYED]], %[[NEXT]]
//       PRIM:   %[[CHANGE:.*]] = prim.multiply %[[BUFFER]], %{{.*}}
//       PRIM:   %[[NEW:.*]] = prim.subtract %[[P]], %[[CHANGE]]
//       PRIM:   return %[[NEW]], %[[BUFFER]]
func.func @first(%p: tensor<4xf32>, %g: tensor<4xf32>, %b: tensor<4xf32>, %s: tensor<f64>, %t: tensor<i64>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y:2 = train.sgd %p, %g lr %s weight_decay %s step %t momentum %s dampening %s buffer %b : tensor<4xf32> : tensor<4xf32>, tensor<4xf32>
  return %y#0, %y#1 : tensor<4xf32>, tensor<4xf32>
}
