// RUN: gradc-opt %s --gradc-differentiate --split-input-file | FileCheck %s

// A chain of rules, from the loss back to the value asked for.

// CHECK-LABEL: func.func @chain(
//  CHECK-SAME:     %[[X:[a-z0-9]*]]: tensor<f32>
//       CHECK:   %[[E:.*]] = prim.exponential %[[X]]
//       CHECK:   %[[S:.*]] = prim.sine %[[E]]
//       CHECK:   %[[DE:.*]] = prim.multiply %{{.*}}, %{{.*}} : tensor<f32>
//       CHECK:   %[[DX:.*]] = prim.multiply %[[DE]], %[[E]]
//   CHECK-NOT:   train.gradient
//       CHECK:   return %[[DX]]
func.func @chain(%x: tensor<f32>) -> tensor<f32> {
  %e = prim.exponential %x : tensor<f32>
  %s = prim.sine %e : tensor<f32>
  %g = train.gradient %s wrt(%x) : tensor<f32>, tensor<f32>
  return %g : tensor<f32>
}

// -----

// Cotangents of a value with several uses are added.

// CHECK-LABEL: func.func @several_uses(
//  CHECK-SAME:     %[[X:[a-z0-9]*]]: tensor<f32>
//       CHECK:   %[[ONE:.*]] = prim.constant dense<1.0{{.*}}> : tensor<f32>
//       CHECK:   %[[SUM:.*]] = prim.add %[[ONE]], %[[ONE]]
//       CHECK:   return %[[SUM]]
func.func @several_uses(%x: tensor<f32>) -> tensor<f32> {
  %y = prim.add %x, %x : tensor<f32>
  %g = train.gradient %y wrt(%x) : tensor<f32>, tensor<f32>
  return %g : tensor<f32>
}

// -----

// The loss itself has the gradient 1; what it does not depend on has zeros.

// CHECK-LABEL: func.func @loss_and_unreached(
//   CHECK-DAG:   %[[ONE:.*]] = prim.constant dense<1.0{{.*}}> : tensor<f32>
//   CHECK-DAG:   %[[ZERO:.*]] = prim.constant dense<0.0{{.*}}> : tensor<3xf64>
//       CHECK:   return %[[ONE]], %[[ZERO]]
func.func @loss_and_unreached(%x: tensor<f32>, %y: tensor<3xf64>) -> (tensor<f32>, tensor<3xf64>) {
  %g:2 = train.gradient %x wrt(%x, %y) : tensor<f32>, tensor<f32>, tensor<3xf64>
  return %g#0, %g#1 : tensor<f32>, tensor<3xf64>
}

// -----

// An inner value can be asked for beside the one that it depends on.

// CHECK-LABEL: func.func @inner(
//  CHECK-SAME:     %[[X:[a-z0-9]*]]: tensor<f32>
//       CHECK:   %[[ONE:.*]] = prim.constant dense<1.0{{.*}}> : tensor<f32>
//       CHECK:   %[[DE:.*]] = prim.multiply %{{.*}}, %{{.*}}
//       CHECK:   %[[DX:.*]] = prim.multiply %[[DE]], %{{.*}}
//       CHECK:   return %[[DE]], %[[DX]]
func.func @inner(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %e = prim.exponential %x : tensor<f32>
  %s = prim.sine %e : tensor<f32>
  %g:2 = train.gradient %s wrt(%e, %x) : tensor<f32>, tensor<f32>, tensor<f32>
  return %g#0, %g#1 : tensor<f32>, tensor<f32>
}

// -----

// Nothing flows through booleans and through ops that are constant in their
// operands.

// CHECK-LABEL: func.func @stopped(
//       CHECK:   prim.floor
//   CHECK-NOT:   prim.multiply
//       CHECK:   %[[ZERO:.*]] = prim.constant dense<0.0{{.*}}> : tensor<f32>
//       CHECK:   return %[[ZERO]]
func.func @stopped(%x: tensor<f32>) -> tensor<f32> {
  %y = prim.floor %x : tensor<f32>
  %g = train.gradient %y wrt(%x) : tensor<f32>, tensor<f32>
  return %g : tensor<f32>
}

// -----

// Ops that the loss does not depend on, and those that do not depend on what is
// asked for, need no rule.

// CHECK-LABEL: func.func @off_the_path(
//       CHECK:   train.schedule
//       CHECK:   train.schedule
//       CHECK:   return
func.func @off_the_path(%x: tensor<f64>, %w: tensor<f64>, %t: tensor<i64>) -> (tensor<f64>, tensor<f64>) {
  %before = train.schedule %x, %t, %x ["constant"]
  %after = train.schedule %w, %t, %w ["constant"]
  %y = prim.multiply %w, %before : tensor<f64>
  %g = train.gradient %y wrt(%w) : tensor<f64>, tensor<f64>
  return %g, %after : tensor<f64>, tensor<f64>
}

// -----

// The gradient of a gradient: the inner request is replaced first.

// CHECK-LABEL: func.func @second_order(
//   CHECK-NOT:   train.gradient
//       CHECK:   return
func.func @second_order(%x: tensor<f32>) -> tensor<f32> {
  %s = prim.sine %x : tensor<f32>
  %g = train.gradient %s wrt(%x) : tensor<f32>, tensor<f32>
  %h = train.gradient %g wrt(%x) : tensor<f32>, tensor<f32>
  return %h : tensor<f32>
}

// -----

// Nothing to do.

// CHECK-LABEL: func.func @no_request(
//  CHECK-NEXT:   prim.sine
//  CHECK-NEXT:   return
func.func @no_request(%x: tensor<f32>) -> tensor<f32> {
  %s = prim.sine %x : tensor<f32>
  return %s : tensor<f32>
}
