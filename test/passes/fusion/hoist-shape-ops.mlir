// RUN: gradc-opt %s --gradc-hoist-shape-ops | FileCheck %s

// A chain that only the transpose reads moves behind it, its broadcast operand as well.

// CHECK-LABEL: func.func @transpose
//  CHECK-SAME:     (%[[X:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3x4xf32>)
//       CHECK:   %[[XT:.*]] = prim.transpose %[[X]], dims = [1, 0]
//       CHECK:   %[[W:.*]] = prim.broadcast_in_dim %[[B]], dims = [1]
//       CHECK:   %[[WT:.*]] = prim.transpose %[[W]], dims = [1, 0]
//       CHECK:   %[[S:.*]] = prim.add %[[XT]], %[[WT]] : tensor<3x4xf32>
//       CHECK:   %[[T:.*]] = prim.tanh %[[S]] : tensor<3x4xf32>
//       CHECK:   prim.multiply %[[T]], %[[Y]]
func.func @transpose(%x: tensor<4x3xf32>, %b: tensor<3xf32>, %y: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %w = prim.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
  %s = prim.add %x, %w : tensor<4x3xf32>
  %t = prim.tanh %s : tensor<4x3xf32>
  %u = prim.transpose %t, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %v = prim.multiply %u, %y : tensor<3x4xf32>
  return %v : tensor<3x4xf32>
}

// A few cheap ops are computed at every element of a broadcast, for each reader; a scalar operand stays one.

// CHECK-LABEL: func.func @mask
//  CHECK-SAME:     (%[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<1x3xf32>, %[[Y:.*]]: tensor<4x3xf32>)
//       CHECK:   %[[W:.*]] = prim.broadcast_in_dim %[[X]], dims = [0, 1] : (tensor<1x3xf32>) -> tensor<4x3xf32>
//       CHECK:   %[[Z:.*]] = prim.broadcast_in_dim %{{.*}}, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<4x3xf32>
//       CHECK:   %[[S:.*]] = prim.select %[[P]], %[[W]], %[[Z]] : tensor<i1>, tensor<4x3xf32>
//       CHECK:   prim.add %[[S]], %[[Y]]
func.func @mask(%p: tensor<i1>, %x: tensor<1x3xf32>, %y: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %zero = prim.constant dense<0.0> : tensor<1x3xf32>
  %s = prim.select %p, %x, %zero : tensor<i1>, tensor<1x3xf32>
  %b = prim.broadcast_in_dim %s, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<4x3xf32>
  %v = prim.add %b, %y : tensor<4x3xf32>
  %w = prim.multiply %b, %y : tensor<4x3xf32>
  return %v, %w : tensor<4x3xf32>, tensor<4x3xf32>
}

// A reduction is a reader too.

// CHECK-LABEL: func.func @reduce
//       CHECK:   %[[R:.*]] = prim.reshape %{{.*}} : (tensor<12xf32>) -> tensor<4x3xf32>
//       CHECK:   %[[N:.*]] = prim.exponential %[[R]] : tensor<4x3xf32>
//       CHECK:   prim.reduce(%[[N]]
func.func @reduce(%x: tensor<12xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %n = prim.exponential %x : tensor<12xf32>
  %r = prim.reshape %n : (tensor<12xf32>) -> tensor<4x3xf32>
  %s = prim.reduce(%r init: %i) applies prim.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// What is read elsewhere and is not cheap stays, and so does what reads a row's sum, and what a library reads.

// CHECK-LABEL: func.func @stays
//       CHECK:   %[[E:.*]] = prim.exponential %{{.*}} : tensor<4x4xf32>
//       CHECK:   %[[ET:.*]] = prim.transpose %[[E]]
//       CHECK:   prim.add %[[ET]], %{{.*}}
//       CHECK:   prim.reduce
//       CHECK:   %[[D:.*]] = prim.divide
//       CHECK:   %[[DT:.*]] = prim.transpose %[[D]]
//       CHECK:   prim.add %[[DT]], %{{.*}}
//       CHECK:   %[[N:.*]] = prim.negate %{{.*}} : tensor<4x4xf32>
//       CHECK:   %[[NT:.*]] = prim.transpose %[[N]]
//       CHECK:   prim.dot_general %[[NT]]
func.func @stays(%x: tensor<4x4xf32>, %i: tensor<f32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = prim.exponential %x : tensor<4x4xf32>
  %t = prim.transpose %e, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = prim.add %t, %x : tensor<4x4xf32>
  %s = prim.reduce(%x init: %i) applies prim.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %w = prim.broadcast_in_dim %s, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %d = prim.divide %x, %w : tensor<4x4xf32>
  %u = prim.transpose %d, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = prim.add %u, %x : tensor<4x4xf32>
  %n = prim.negate %x : tensor<4x4xf32>
  %v = prim.transpose %n, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %c = prim.dot_general %v, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %e, %a, %b, %c : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
