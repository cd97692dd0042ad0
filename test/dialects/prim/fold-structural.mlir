// RUN: gradc-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @changes_nothing(
//  CHECK-SAME:     %[[X:[a-z0-9]*]]: tensor<1x4xf32>, %[[V:.*]]: tensor<f32>)
//       CHECK:   return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @changes_nothing(%x: tensor<1x4xf32>, %v: tensor<f32>) -> (tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>) {
  %0 = prim.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %1 = prim.reshape %x : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %2 = prim.transpose %x, dims = [0, 1] : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %3 = prim.slice %x [0:1, 0:4] : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %4 = prim.pad %x, %v, low = [0, 0], high = [0, 0], interior = [2, 0] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1x4xf32>
  %5 = prim.concatenate %x, dim = 0 : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %6 = prim.reverse %x, dims = [0] : tensor<1x4xf32>
  %7 = "prim.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = prim.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<1x4xf32>) -> tensor<1x4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>
}

// CHECK-LABEL: func.func @two_are_one(
//  CHECK-SAME:     %[[X:.*]]: tensor<2x3xf32>)
//   CHECK-DAG:   %[[WIDE:.*]] = prim.broadcast_in_dim %[[X]], dims = [2, 0] : (tensor<2x3xf32>) -> tensor<3x5x2x7xf32>
//   CHECK-DAG:   %[[FLAT:.*]] = prim.reshape %[[X]] : (tensor<2x3xf32>) -> tensor<6xf32>
//       CHECK:   return %[[WIDE]], %[[FLAT]], %[[X]]
func.func @two_are_one(%x: tensor<2x3xf32>) -> (tensor<3x5x2x7xf32>, tensor<6xf32>, tensor<2x3xf32>) {
  %0 = prim.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = prim.broadcast_in_dim %0, dims = [0, 2] : (tensor<3x2xf32>) -> tensor<3x5x2x7xf32>
  %2 = prim.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = prim.reshape %2 : (tensor<3x2xf32>) -> tensor<6xf32>
  %4 = prim.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %5 = prim.transpose %4, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %1, %3, %5 : tensor<3x5x2x7xf32>, tensor<6xf32>, tensor<2x3xf32>
}

// A broadcast of a dimension of size 1 through another one keeps its size rule.

// CHECK-LABEL: func.func @broadcast_twice_from_one(
//       CHECK:   prim.broadcast_in_dim %{{.*}}, dims = [0] : (tensor<1xf32>) -> tensor<4x3xf32>
func.func @broadcast_twice_from_one(%x: tensor<1xf32>) -> tensor<4x3xf32> {
  %0 = prim.broadcast_in_dim %x, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
  %1 = prim.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @splats(
//   CHECK-DAG:   %[[WIDE:.*]] = prim.constant dense<2.000000e+00> : tensor<3x4xf32>
//   CHECK-DAG:   %[[FLAT:.*]] = prim.constant dense<2.000000e+00> : tensor<12xf32>
//   CHECK-DAG:   %[[PART:.*]] = prim.constant dense<2.000000e+00> : tensor<2xf32>
//   CHECK-DAG:   %[[MORE:.*]] = prim.constant dense<2.000000e+00> : tensor<13xf32>
//   CHECK-DAG:   %[[ZERO:.*]] = prim.constant dense<0> : tensor<1x4xi32>
//       CHECK:   return %[[WIDE]], %[[FLAT]], %[[PART]], %[[MORE]], %[[ZERO]]
func.func @splats() -> (tensor<3x4xf32>, tensor<12xf32>, tensor<2xf32>, tensor<13xf32>, tensor<1x4xi32>) {
  %two = prim.constant dense<2.0> : tensor<f32>
  %0 = prim.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
  %1 = prim.transpose %0, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %2 = prim.reshape %1 : (tensor<3x4xf32>) -> tensor<12xf32>
  %3 = prim.slice %2 [0:4:2] : (tensor<12xf32>) -> tensor<2xf32>
  %4 = prim.pad %2, %two, low = [1], high = [0], interior = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<13xf32>
  %5 = prim.iota dim = 0 : tensor<1x4xi32>
  return %1, %2, %3, %4, %5 : tensor<3x4xf32>, tensor<12xf32>, tensor<2xf32>, tensor<13xf32>, tensor<1x4xi32>
}

// CHECK-LABEL: func.func @concatenate_nothing(
//  CHECK-SAME:     %[[X:[a-z0-9]*]]: tensor<2x3xf32>, %{{.*}}: tensor<2x0xf32>)
//       CHECK:   return %[[X]]
func.func @concatenate_nothing(%x: tensor<2x3xf32>, %e: tensor<2x0xf32>) -> tensor<2x3xf32> {
  %0 = prim.concatenate %e, %x, %e, dim = 1 : (tensor<2x0xf32>, tensor<2x3xf32>, tensor<2x0xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @no_change(
//       CHECK:   prim.pad
//       CHECK:   prim.reverse
//       CHECK:   prim.slice
func.func @no_change(%x: tensor<4xf32>, %v: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
  %0 = prim.pad %x, %v, low = [1], high = [-1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = prim.reverse %x, dims = [0] : tensor<4xf32>
  %2 = prim.slice %x [1:3] : (tensor<4xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}
