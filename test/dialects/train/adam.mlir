// RUN: gradc-opt %s | gradc-opt | FileCheck %s
// RUN: gradc-opt %s --gradc-decompose | FileCheck %s --check-prefix=PRIM

// CHECK-LABEL: func.func @decoupled(
//       CHECK:   train.adam %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} lr %{{.*}} betas %{{.*}}, %{{.*}} eps %{{.*}} weight_decay %{{.*}} step %{{.*}} {decoupled} : tensor<4xf32>
func.func @decoupled(%p: tensor<4xf32>, %g: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %s: tensor<f64>, %t: tensor<i64>) -> tensor<4xf32> {
  %y:3 = train.adam %p, %g, %m, %v lr %s betas %s, %s eps %s weight_decay %s step %t {decoupled} : tensor<4xf32>
  return %y#0 : tensor<4xf32>
}

// Scalars are combined in f64; the decay of Adam goes through the gradient, that
// of AdamW does not.

// PRIM-LABEL: func.func @coupled(
//  PRIM-SAME:     %[[P:[a-z0-9]*]]: tensor<4xf32>, %[[G:[a-z0-9]*]]: tensor<4xf32>
//       PRIM:   prim.power %{{.*}}, %{{.*}} : tensor<f64>
//       PRIM:   prim.power %{{.*}}, %{{.*}} : tensor<f64>
//       PRIM:   %[[DECAY:.*]] = prim.multiply %[[P]], %{{.*}} : tensor<4xf32>
//       PRIM:   prim.add %[[G]], %[[DECAY]]
//       PRIM:   prim.subtract %[[P]], %{{.*}}
func.func @coupled(%p: tensor<4xf32>, %g: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %s: tensor<f64>, %t: tensor<i64>) -> tensor<4xf32> {
  %y:3 = train.adam %p, %g, %m, %v lr %s betas %s, %s eps %s weight_decay %s step %t : tensor<4xf32>
  return %y#0 : tensor<4xf32>
}

// PRIM-LABEL: func.func @not_coupled(
//  PRIM-SAME:     %[[P:[a-z0-9]*]]: tensor<4xf32>, %[[G:[a-z0-9]*]]: tensor<4xf32>
//       PRIM:   %[[DECAYED:.*]] = prim.multiply %[[P]], %{{.*}} : tensor<4xf32>
//       PRIM:   prim.subtract %[[G]], %{{.*}}
//       PRIM:   prim.subtract %[[DECAYED]], %{{.*}}
func.func @not_coupled(%p: tensor<4xf32>, %g: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>, %s: tensor<f64>, %t: tensor<i64>) -> tensor<4xf32> {
  %y:3 = train.adam %p, %g, %m, %v lr %s betas %s, %s eps %s weight_decay %s step %t {decoupled} : tensor<4xf32>
  return %y#0 : tensor<4xf32>
}
