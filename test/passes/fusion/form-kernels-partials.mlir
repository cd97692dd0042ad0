// RUN: gradc-opt %s --split-input-file --gradc-form-kernels --cse --gradc-verify-kernel | FileCheck %s

// Rows and columns of one tensor, and the sum of everything, in one pass.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @multiply_reduce_partial_reduce_0 grid(%[[I:.*]] = 1024) row(96) partials(32)
//       CHECK:     %[[S:.*]]:2 = kernel.stage reduce(add, add) at(%[[J:.*]]) : f32, f32 {
//       CHECK:       kernel.accumulate add %[[V:.*]], %[[COLUMNS:.*]][(d0, d1) -> (d1)](%[[I]], %[[J]]) : f32 -> tensor<32x96xf32>
//       CHECK:       kernel.yield %[[V]], %[[V]] : f32, f32
//       CHECK:     %[[R:.*]] = arith.addf %{{.*}}, %[[S]]#0
//       CHECK:     kernel.store %[[R]], %{{.*}}[(d0) -> (d0)](%[[I]]) : f32 -> tensor<1024xf32>
//       CHECK:     kernel.accumulate add %[[S]]#1, %{{.*}}[(d0) -> ()](%[[I]]) : f32 -> tensor<32xf32>
//       CHECK:   func.func @rows_and_columns
//       CHECK:     kernel.call @multiply_reduce_partial_reduce_0
//   CHECK-NOT:     kernel.call @multiply
func.func @rows_and_columns(%x: tensor<1024x96xf32>, %i: tensor<f32>) -> (tensor<1024xf32>, tensor<96xf32>, tensor<f32>) {
  %y = prim.multiply %x, %x : tensor<1024x96xf32>
  %r = prim.reduce(%y init: %i) applies prim.add across dimensions = [1] : (tensor<1024x96xf32>, tensor<f32>) -> tensor<1024xf32>
  %p = kernel.partial_reduce add %y leading 1 row [] partials 32 : tensor<1024x96xf32> -> tensor<32x96xf32>
  %c = prim.reduce(%p init: %i) applies prim.add across dimensions = [0] : (tensor<32x96xf32>, tensor<f32>) -> tensor<96xf32>
  %q = kernel.partial_reduce add %y leading 1 row [1] partials 32 : tensor<1024x96xf32> -> tensor<32xf32>
  %t = prim.reduce(%q init: %i) applies prim.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
  return %r, %c, %t : tensor<1024xf32>, tensor<96xf32>, tensor<f32>
}

// -----

// Two leading dimensions are one of the grid; a tensor that has but one of them is read at a part of its index.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @add_partial_reduce_0 grid(%[[I:.*]] = 2048, %[[J:.*]] = 96) row() partials(32)
//  CHECK-SAME:     ins(%[[X:.*]]: tensor<2048x96xf32>, %[[P:.*]]: tensor<64x96xf32>) outs(%[[Y:.*]]: tensor<2048x96xf32>, %[[C:.*]]: tensor<32x96xf32>)
//       CHECK:     kernel.load %[[X]][(d0, d1) -> (d0, d1)](%[[I]], %[[J]])
//       CHECK:     kernel.load %[[P]][(d0, d1) -> (d0 mod 64, d1)](%[[I]], %[[J]])
//       CHECK:     kernel.store %[[V:.*]], %[[Y]][(d0, d1) -> (d0, d1)](%[[I]], %[[J]])
//       CHECK:     kernel.accumulate add %[[V]], %[[C]][(d0, d1) -> (d1)](%[[I]], %[[J]])
//       CHECK:   func.func @two_leading
//       CHECK:     %[[R:.*]] = kernel.reshape %{{.*}} : tensor<32x64x96xf32> -> tensor<2048x96xf32>
//       CHECK:     %[[D:.*]]:2 = kernel.call @add_partial_reduce_0(%[[R]], %{{.*}})
//       CHECK:     kernel.reshape %[[D]]#0 : tensor<2048x96xf32> -> tensor<32x64x96xf32>
func.func @two_leading(%x: tensor<32x64x96xf32>, %p: tensor<64x96xf32>) -> (tensor<32x64x96xf32>, tensor<32x96xf32>) {
  %b = prim.broadcast_in_dim %p, dims = [1, 2] : (tensor<64x96xf32>) -> tensor<32x64x96xf32>
  %y = prim.add %x, %b : tensor<32x64x96xf32>
  %c = kernel.partial_reduce add %y leading 2 row [] partials 32 : tensor<32x64x96xf32> -> tensor<32x96xf32>
  return %y, %c : tensor<32x64x96xf32>, tensor<32x96xf32>
}

// -----

// What a row's sum leaves can be folded as well, once the row is over.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @reduce_negate_partial_reduce_0 grid(%[[I:.*]] = 65536) row(4) partials(512)
//       CHECK:     %[[S:.*]] = kernel.stage
//       CHECK:     %[[N:.*]] = arith.negf %[[S]]
//       CHECK:     kernel.accumulate add %[[N]], %{{.*}}[(d0) -> ()](%[[I]]) : f32 -> tensor<512xf32>
func.func @reduced(%x: tensor<65536x4xf32>) -> tensor<512xf32> {
  %i = prim.constant dense<0.0> : tensor<f32>
  %r = prim.reduce(%x init: %i) applies prim.add across dimensions = [1] : (tensor<65536x4xf32>, tensor<f32>) -> tensor<65536xf32>
  %n = prim.negate %r : tensor<65536xf32>
  %p = kernel.partial_reduce add %n leading 1 row [] partials 512 : tensor<65536xf32> -> tensor<512xf32>
  return %p : tensor<512xf32>
}

// -----

// A dimension cannot be folded block by block and be a row of the same kernel.

// CHECK-LABEL: module {
//       CHECK:   func.func @both
// CHECK-COUNT-2:   kernel.call
//   CHECK-NOT:     kernel.call
func.func @both(%x: tensor<1024x96xf32>, %i: tensor<f32>) -> (tensor<96xf32>, tensor<32x96xf32>) {
  %y = prim.multiply %x, %x : tensor<1024x96xf32>
  %r = prim.reduce(%y init: %i) applies prim.add across dimensions = [0] : (tensor<1024x96xf32>, tensor<f32>) -> tensor<96xf32>
  %p = kernel.partial_reduce add %y leading 1 row [] partials 32 : tensor<1024x96xf32> -> tensor<32x96xf32>
  return %r, %p : tensor<96xf32>, tensor<32x96xf32>
}
