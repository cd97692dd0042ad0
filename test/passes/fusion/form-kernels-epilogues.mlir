// RUN: gradc-opt %s --split-input-file --gradc-form-kernels --cse --gradc-verify-kernel | FileCheck %s

// Bias and activation run on the tiles of the product.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @add_tanh_0 grid(%[[I:.*]] = 128, %[[J:.*]] = 64) row()
//  CHECK-SAME:       ins(%[[P:.*]]: tensor<128x64xf32>, %[[B:.*]]: tensor<64xf32>) outs(%[[Y:.*]]: tensor<128x64xf32>)
//       CHECK:     %[[PV:.*]] = kernel.load %[[P]][(d0, d1) -> (d0, d1)](%[[I]], %[[J]])
//       CHECK:     %[[BV:.*]] = kernel.load %[[B]][(d0, d1) -> (d1)](%[[I]], %[[J]])
//       CHECK:     arith.addf %[[PV]], %[[BV]]
//       CHECK:   func.func @bias
//  CHECK-NEXT:     kernel.matmul %{{.*}} epilogue @add_tanh_0(%{{.*}}) : (tensor<128x32xf32>, tensor<64x32xf32>, tensor<64xf32>) -> tensor<128x64xf32>
//  CHECK-NEXT:     return
func.func @bias(%x: tensor<128x32xf32>, %w: tensor<64x32xf32>, %b: tensor<64xf32>) -> tensor<128x64xf32> {
  %p = prim.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<128x32xf32>, tensor<64x32xf32>) -> tensor<128x64xf32>
  %c = prim.broadcast_in_dim %b, dims = [1] : (tensor<64xf32>) -> tensor<128x64xf32>
  %z = prim.add %p, %c : tensor<128x64xf32>
  %y = prim.tanh %z : tensor<128x64xf32>
  return %y : tensor<128x64xf32>
}

// -----

// Leading dimensions are the product's rows; what is as large as it is read at the same two indices.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @add_0 grid(%[[I:.*]] = 128, %[[J:.*]] = 64) row()
//  CHECK-SAME:       ins(%{{.*}}: tensor<128x64xf32>, %[[R:.*]]: tensor<128x64xf32>) outs(%{{.*}}: tensor<128x64xf32>)
//       CHECK:     kernel.load %[[R]][(d0, d1) -> (d0, d1)](%[[I]], %[[J]])
//       CHECK:   func.func @residual
//       CHECK:     kernel.matmul {{.*}} epilogue @add_0
func.func @residual(%x: tensor<4x32x16xf32>, %w: tensor<64x16xf32>, %r: tensor<4x32x64xf32>) -> tensor<4x32x64xf32> {
  %p = prim.dot_general %x, %w, contracting_dims = [2] x [1] : (tensor<4x32x16xf32>, tensor<64x16xf32>) -> tensor<4x32x64xf32>
  %y = prim.add %p, %r : tensor<4x32x64xf32>
  return %y : tensor<4x32x64xf32>
}

// -----

// A batch of products has three indices.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @negate_0 grid(%{{.*}} = 3, %{{.*}} = 32, %{{.*}} = 32) row()
//       CHECK:   func.func @batch
//  CHECK-NEXT:     kernel.matmul {{.*}} epilogue @negate_0
func.func @batch(%x: tensor<3x32x16xf32>) -> tensor<3x32x32xf32> {
  %p = prim.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x32x16xf32>, tensor<3x32x16xf32>) -> tensor<3x32x32xf32>
  %y = prim.negate %p : tensor<3x32x32xf32>
  return %y : tensor<3x32x32xf32>
}

// -----

// The gradient through an activation, and its sums over columns as partial sums. The product is wanted by the host as
// well, so it is the last result.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @multiply_partial_reduce_0 grid(%[[I:.*]] = 1024, %[[J:.*]] = 64) row() partials(32)
//  CHECK-SAME:       outs(%[[DZ:.*]]: tensor<1024x64xf32>, %[[SUMS:.*]]: tensor<32x64xf32>, %[[KEPT:.*]]: tensor<1024x64xf32>)
//       CHECK:     %[[P:.*]] = kernel.load
//       CHECK:     kernel.store %{{.*}}, %[[DZ]]
//       CHECK:     kernel.accumulate add %{{.*}}, %[[SUMS]][(d0, d1) -> (d1)](%[[I]], %[[J]])
//       CHECK:     kernel.store %[[P]], %[[KEPT]]
//       CHECK:   func.func @backward
//       CHECK:     %[[R:.*]]:3 = kernel.matmul {{.*}} epilogue @multiply_partial_reduce_0
//       CHECK:     return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @backward(%x: tensor<1024x16xf32>, %w: tensor<16x64xf32>, %mask: tensor<1024x64xf32>) -> (tensor<1024x64xf32>, tensor<32x64xf32>, tensor<1024x64xf32>) {
  %p = prim.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1024x16xf32>, tensor<16x64xf32>) -> tensor<1024x64xf32>
  %dz = prim.multiply %p, %mask : tensor<1024x64xf32>
  %c = kernel.partial_reduce add %dz leading 1 row [] partials 32 : tensor<1024x64xf32> -> tensor<32x64xf32>
  return %dz, %c, %p : tensor<1024x64xf32>, tensor<32x64xf32>, tensor<1024x64xf32>
}

// -----

// An update of a parameter: the gradient is never in memory. In bf16 the product is f32 and is rounded where it is read.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @subtract_0 grid(%{{.*}} = 64, %{{.*}} = 32) row()
//  CHECK-SAME:       ins(%{{.*}}: tensor<64x32xf32>, %{{.*}}: tensor<64x32xbf16>) outs(%{{.*}}: tensor<64x32xbf16>)
//       CHECK:     %[[P:.*]] = kernel.load {{.*}} : tensor<64x32xf32> -> f32
//  CHECK-NEXT:     arith.truncf %[[P]] : f32 to bf16
//       CHECK:   func.func @update
//  CHECK-NEXT:     kernel.matmul {{.*}} epilogue @subtract_0
func.func @update(%dy: tensor<16x64xbf16>, %x: tensor<16x32xbf16>, %w: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  %g = prim.dot_general %dy, %x, contracting_dims = [0] x [0] : (tensor<16x64xbf16>, tensor<16x32xbf16>) -> tensor<64x32xbf16>
  %n = prim.subtract %w, %g : tensor<64x32xbf16>
  return %n : tensor<64x32xbf16>
}

// -----

// A tile has no whole rows, so what reduces over them is a kernel of its own.

// CHECK-LABEL: module {
//       CHECK:   func.func @rows
//  CHECK-NEXT:     kernel.matmul
//   CHECK-NOT:     epilogue
//  CHECK-NEXT:     kernel.call
//  CHECK-NEXT:     return
func.func @rows(%x: tensor<64x16xf32>, %w: tensor<16x64xf32>, %i: tensor<f32>) -> tensor<64x64xf32> {
  %p = prim.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x64xf32>) -> tensor<64x64xf32>
  %e = prim.exponential %p : tensor<64x64xf32>
  %s = prim.reduce(%e init: %i) applies prim.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %t = prim.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %y = prim.divide %e, %t : tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

// Neither has it what stands elsewhere in the product, nor are a few columns worth vectors along them.

// CHECK-LABEL: module {
//       CHECK:   func.func @elsewhere
//  CHECK-NEXT:     kernel.matmul
//   CHECK-NOT:     epilogue
//  CHECK-NEXT:     kernel.call
//  CHECK-NEXT:     kernel.matmul
//   CHECK-NOT:     epilogue
//  CHECK-NEXT:     kernel.call
//  CHECK-NEXT:     return
func.func @elsewhere(%x: tensor<64x16xf32>, %w: tensor<16x64xf32>, %v: tensor<64x4xf32>) -> (tensor<64x64xf32>, tensor<64x4xf32>) {
  %p = prim.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x64xf32>) -> tensor<64x64xf32>
  %r = prim.transpose %p, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %y = prim.add %p, %r : tensor<64x64xf32>
  %q = prim.dot_general %y, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x4xf32>) -> tensor<64x4xf32>
  %z = prim.tanh %q : tensor<64x4xf32>
  return %y, %z : tensor<64x64xf32>, tensor<64x4xf32>
}

// -----

// What has to wait for another reader of the product cannot follow its tiles. The first reader does, and keeps the
// product; the later one follows the matmul that it waits for.

// CHECK-LABEL: module {
//       CHECK:   func.func @waits
//  CHECK-NEXT:     %[[R:.*]]:2 = kernel.matmul {{.*}} epilogue @tanh_
//  CHECK-NEXT:     kernel.matmul %[[R]]#0 {{.*}} epilogue @multiply_{{[0-9]+}}(%[[R]]#1)
//  CHECK-NEXT:     return
func.func @waits(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %p = prim.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %t = prim.tanh %p : tensor<32x32xf32>
  %q = prim.dot_general %t, %x, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %y = prim.multiply %p, %q : tensor<32x32xf32>
  return %y : tensor<32x32xf32>
}
