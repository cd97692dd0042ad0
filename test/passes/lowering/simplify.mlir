// RUN: gradc-opt %s --gradc-simplify | FileCheck %s

// CHECK-LABEL: func.func @same_and_dead(
//       CHECK:   %[[T:.*]] = prim.tanh
//  CHECK-NEXT:   %[[S:.*]] = prim.multiply %[[T]], %[[T]]
//  CHECK-NEXT:   return %[[S]]
func.func @same_and_dead(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = prim.tanh %x : tensor<4xf32>
  %b = prim.tanh %x : tensor<4xf32>
  %dead = prim.exponential %x : tensor<4xf32>
  %y = prim.multiply %a, %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @signs(
//  CHECK-SAME:     %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
//   CHECK-DAG:   %[[SUB:.*]] = prim.subtract %[[X]], %[[Y]]
//   CHECK-DAG:   %[[ADD:.*]] = prim.add %[[X]], %[[Y]]
//   CHECK-DAG:   %[[MUL:.*]] = prim.multiply %[[X]], %[[Y]]
//       CHECK:   return %[[SUB]], %[[ADD]], %[[MUL]]
func.func @signs(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %nx = prim.negate %x : tensor<4xf32>
  %ny = prim.negate %y : tensor<4xf32>
  %a = prim.add %x, %ny : tensor<4xf32>
  %b = prim.subtract %x, %ny : tensor<4xf32>
  %c = prim.multiply %nx, %ny : tensor<4xf32>
  return %a, %b, %c : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @before_broadcast(
//       CHECK:   %[[SMALL:.*]] = prim.exponential %{{.*}} : tensor<3xf32>
//       CHECK:   %[[HALF:.*]] = prim.convert %[[SMALL]] : (tensor<3xf32>) -> tensor<3xf16>
//       CHECK:   prim.broadcast_in_dim %[[HALF]], dims = [1] : (tensor<3xf16>) -> tensor<2x3xf16>
func.func @before_broadcast(%x: tensor<3xf32>) -> tensor<2x3xf16> {
  %a = prim.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %b = prim.exponential %a : tensor<2x3xf32>
  %y = prim.convert %b : (tensor<2x3xf32>) -> tensor<2x3xf16>
  return %y : tensor<2x3xf16>
}

// A broadcast that repeats nothing stays where it is.

// CHECK-LABEL: func.func @no_repetition(
//       CHECK:   prim.broadcast_in_dim
//       CHECK:   prim.exponential %{{.*}} : tensor<1x3xf32>
func.func @no_repetition(%x: tensor<3xf32>) -> tensor<1x3xf32> {
  %a = prim.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %y = prim.exponential %a : tensor<1x3xf32>
  return %y : tensor<1x3xf32>
}

// x + 0 may change the sign of a zero, and 0 * x is NaN at infinity.

// CHECK-LABEL: func.func @not_exact(
//       CHECK:   prim.add
//       CHECK:   prim.multiply
func.func @not_exact(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = prim.constant dense<0.0> : tensor<4xf32>
  %a = prim.add %x, %zero : tensor<4xf32>
  %b = prim.multiply %x, %zero : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
