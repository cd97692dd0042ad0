// RUN: gradc-opt %s --split-input-file --gradc-form-kernels --cse --gradc-verify-kernel | FileCheck %s
// RUN: python3 %S/Inputs/chain.py 300 | gradc-opt --gradc-form-kernels | FileCheck %s --check-prefix=LONG

//===----------------------------------------------------------------------===//
// Elementwise ops and what only moves elements
//===----------------------------------------------------------------------===//

// A chain is one kernel; the broadcast is an index, the splat a constant.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @add_multiply_tanh_0 grid(%[[I:.*]] = 64, %[[J:.*]] = 32) row()
//  CHECK-SAME:       ins(%[[X:.*]]: tensor<64x32xf32>, %[[B:.*]]: tensor<32xf32>) outs(%[[Y:.*]]: tensor<64x32xf32>)
//       CHECK:     %[[XV:.*]] = kernel.load %[[X]][(d0, d1) -> (d0, d1)](%[[I]], %[[J]])
//       CHECK:     %[[BV:.*]] = kernel.load %[[B]][(d0, d1) -> (d1)](%[[I]], %[[J]])
//       CHECK:     %[[SUM:.*]] = arith.addf %[[XV]], %[[BV]]
//       CHECK:     %[[TWO:.*]] = arith.constant 2.0
//       CHECK:     %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[TWO]]
//       CHECK:     %[[RESULT:.*]] = math.tanh %[[PRODUCT]]
//       CHECK:     kernel.store %[[RESULT]], %[[Y]][(d0, d1) -> (d0, d1)](%[[I]], %[[J]])
//       CHECK:   func.func @elementwise_chain
//  CHECK-NEXT:     kernel.call @add_multiply_tanh_0
//  CHECK-NEXT:     return
func.func @elementwise_chain(%x: tensor<64x32xf32>, %b: tensor<32xf32>) -> tensor<64x32xf32> {
  %c = prim.constant dense<2.0> : tensor<64x32xf32>
  %e = prim.broadcast_in_dim %b, dims = [1] : (tensor<32xf32>) -> tensor<64x32xf32>
  %0 = prim.add %x, %e : tensor<64x32xf32>
  %1 = prim.multiply %0, %c : tensor<64x32xf32>
  %2 = prim.tanh %1 : tensor<64x32xf32>
  return %2 : tensor<64x32xf32>
}

// -----

// A reshape of what lies in memory is free, a transpose and a reverse are indices.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @negate_0 grid(%{{.*}} = 2, %{{.*}} = 4, %{{.*}} = 3) row()
//       CHECK:     kernel.load %{{.*}}[(d0, d1, d2) -> (d0, -d2 + 2, d1)]
//       CHECK:   func.func @shape_ops(%[[X:.*]]: tensor<6x4xf32>)
//  CHECK-NEXT:     %[[R:.*]] = kernel.reshape %[[X]] : tensor<6x4xf32> -> tensor<2x3x4xf32>
//  CHECK-NEXT:     kernel.call @negate_0(%[[R]])
func.func @shape_ops(%x: tensor<6x4xf32>) -> tensor<2x4x3xf32> {
  %0 = prim.reshape %x : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
  %1 = prim.transpose %0, dims = [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  %2 = prim.reverse %1, dims = [2] : tensor<2x4x3xf32>
  %3 = prim.negate %2 : tensor<2x4x3xf32>
  return %3 : tensor<2x4x3xf32>
}

// -----

// A reshape behind a transpose splits and joins indices; a slice scales and shifts them.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @negate_0 grid(%{{.*}} = 12) row()
//       CHECK:     kernel.load %{{.*}}[(d0) -> (d0 mod 3, d0 floordiv 3)](%{{.*}}) : tensor<3x4xf32> -> f32
//       CHECK:   kernel.def @negate_1 grid(%{{.*}} = 2) row()
//       CHECK:     kernel.load %{{.*}}[(d0) -> (d0 * 2 + 1)](%{{.*}}) : tensor<5xf32> -> f32
func.func @index_arithmetic(%x: tensor<3x4xf32>, %y: tensor<5xf32>) -> (tensor<12xf32>, tensor<2xf32>) {
  %0 = prim.transpose %x, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %1 = prim.reshape %0 : (tensor<4x3xf32>) -> tensor<12xf32>
  %2 = prim.negate %1 : tensor<12xf32>
  %3 = prim.slice %y [1:4:2] : (tensor<5xf32>) -> tensor<2xf32>
  %4 = prim.negate %3 : tensor<2xf32>
  return %2, %4 : tensor<12xf32>, tensor<2xf32>
}

// -----

// What is wanted elsewhere than where it was computed comes from memory: two kernels.

// CHECK-LABEL: module {
//       CHECK:   func.func @no_fusion_through_transpose
//  CHECK-NEXT:     kernel.call @tanh_0
//  CHECK-NEXT:     kernel.call @add_1
//  CHECK-NEXT:     return
func.func @no_fusion_through_transpose(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = prim.tanh %x : tensor<4x4xf32>
  %1 = prim.transpose %0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = prim.add %0, %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

// Another shape is another kernel, but an index into a dimension of size 1 is 0, so equal ones are one.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @tanh_0 grid(%{{.*}} = 4)
//       CHECK:   kernel.def @exponential_1 grid(%[[I:.*]] = 1, %[[J:.*]] = 4)
//       CHECK:     kernel.load %{{.*}}[(d0, d1) -> (d1)](%[[I]], %[[J]]) : tensor<4xf32> -> f32
//       CHECK:     kernel.store %{{.*}}[(d0, d1) -> (0, d1)](%[[I]], %[[J]]) : f32 -> tensor<1x4xf32>
//       CHECK:   func.func @size_one
func.func @size_one(%x: tensor<4xf32>) -> tensor<1x4xf32> {
  %0 = prim.tanh %x : tensor<4xf32>
  %1 = prim.reshape %0 : (tensor<4xf32>) -> tensor<1x4xf32>
  %2 = prim.exponential %1 : tensor<1x4xf32>
  return %2 : tensor<1x4xf32>
}

// -----

// Adam: what one reader asks for at one point is one kernel with several results.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @multiply_add_multiply_0 grid(%{{.*}} = 100) row()
//  CHECK-SAME:       outs(%[[M:.*]]: tensor<100xf32>, %[[V:.*]]: tensor<100xf32>, %[[P:.*]]: tensor<100xf32>)
//       CHECK:     kernel.store %{{.*}}, %[[M]]
//       CHECK:     kernel.store %{{.*}}, %[[V]]
//       CHECK:     kernel.load %{{.*}}[(d0) -> ()](%{{.*}}) : tensor<f32> -> f32
//       CHECK:     kernel.store %{{.*}}, %[[P]]
//   CHECK-NOT:   kernel.def
//       CHECK:   func.func @adam
//  CHECK-NEXT:     %[[OUT:.*]]:3 = kernel.call @multiply_add_multiply_0
//  CHECK-NEXT:     return %[[OUT]]#2, %[[OUT]]#0, %[[OUT]]#1
func.func @adam(%p: tensor<100xf32>, %g: tensor<100xf32>, %m: tensor<100xf32>, %v: tensor<100xf32>, %lr: tensor<f32>)
    -> (tensor<100xf32>, tensor<100xf32>, tensor<100xf32>) {
  %b = prim.constant dense<0.9> : tensor<100xf32>
  %m0 = prim.multiply %m, %b : tensor<100xf32>
  %m1 = prim.add %m0, %g : tensor<100xf32>
  %gg = prim.multiply %g, %g : tensor<100xf32>
  %v0 = prim.multiply %v, %b : tensor<100xf32>
  %v1 = prim.add %v0, %gg : tensor<100xf32>
  %s = prim.sqrt %v1 : tensor<100xf32>
  %u = prim.divide %m1, %s : tensor<100xf32>
  %l = prim.broadcast_in_dim %lr, dims = [] : (tensor<f32>) -> tensor<100xf32>
  %d = prim.multiply %u, %l : tensor<100xf32>
  %p1 = prim.subtract %p, %d : tensor<100xf32>
  return %p1, %m1, %v1 : tensor<100xf32>, tensor<100xf32>, tensor<100xf32>
}

// -----

// What reads one tensor at the same points reads it once, even if nothing else joins it.

// CHECK-LABEL: module {
//       CHECK:   func.func @same_input
//  CHECK-NEXT:     kernel.call @negate_tanh_0
//  CHECK-NEXT:     return
func.func @same_input(%x: tensor<100xf32>) -> (tensor<100xf32>, tensor<100xf32>) {
  %a = prim.negate %x : tensor<100xf32>
  %b = prim.tanh %x : tensor<100xf32>
  return %a, %b : tensor<100xf32>, tensor<100xf32>
}

// -----

// The sums of a norm's gradients, by rows and by columns, though it is a library that makes what they read.

// CHECK-LABEL: module {
//       CHECK:   func.func @same_product
//  CHECK-NEXT:     kernel.matmul
//  CHECK-NEXT:     kernel.call @{{.*}} -> (tensor<32x96xf32>, tensor<1024xf32>)
//  CHECK-NEXT:     return
func.func @same_product(%x: tensor<1024x8xf32>, %w: tensor<8x96xf32>, %i: tensor<f32>) -> (tensor<32x96xf32>, tensor<1024xf32>) {
  %p = prim.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1024x8xf32>, tensor<8x96xf32>) -> tensor<1024x96xf32>
  %c = kernel.partial_reduce add %p leading 1 row [] partials 32 : tensor<1024x96xf32> -> tensor<32x96xf32>
  %n = prim.tanh %p : tensor<1024x96xf32>
  %r = prim.reduce(%n init: %i) applies prim.add across dimensions = [1] : (tensor<1024x96xf32>, tensor<f32>) -> tensor<1024xf32>
  return %c, %r : tensor<32x96xf32>, tensor<1024xf32>
}

// -----

// Where nothing is saved, or one of both has to wait for the other, they stay apart.

// CHECK-LABEL: module {
//       CHECK:   func.func @apart
//  CHECK-NEXT:     kernel.call @negate_0
//  CHECK-NEXT:     kernel.call @tanh_1
//  CHECK-NEXT:     kernel.matmul {{.*}} epilogue @multiply_2
func.func @apart(%x: tensor<10x10xf32>, %y: tensor<10x10xf32>) -> (tensor<10x10xf32>, tensor<10x10xf32>, tensor<10x10xf32>) {
  %a = prim.negate %x : tensor<10x10xf32>
  %b = prim.tanh %y : tensor<10x10xf32>
  %p = prim.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<10x10xf32>, tensor<10x10xf32>) -> tensor<10x10xf32>
  %c = prim.multiply %p, %x : tensor<10x10xf32>
  return %a, %b, %c : tensor<10x10xf32>, tensor<10x10xf32>, tensor<10x10xf32>
}

// -----

// An update does not follow the sum over columns that is its gradient: it is a kernel like that of any other parameter.

// CHECK-LABEL: module {
//       CHECK:   func.func @bias
//  CHECK-NEXT:     kernel.call @reduce_0
//  CHECK-NEXT:     kernel.call @multiply_subtract_1
func.func @bias(%dy: tensor<64x10xf32>, %b: tensor<10xf32>, %lr: tensor<f32>, %i: tensor<f32>) -> tensor<10xf32> {
  %g = prim.reduce(%dy init: %i) applies prim.add across dimensions = [0] : (tensor<64x10xf32>, tensor<f32>) -> tensor<10xf32>
  %l = prim.broadcast_in_dim %lr, dims = [] : (tensor<f32>) -> tensor<10xf32>
  %d = prim.multiply %g, %l : tensor<10xf32>
  %n = prim.subtract %b, %d : tensor<10xf32>
  return %n : tensor<10xf32>
}

// -----

// A library call between two ops: fused, they would wait for each other.

// CHECK-LABEL: module {
//       CHECK:   func.func @no_cycle(%[[X:.*]]: tensor<4x4xf32>)
//  CHECK-NEXT:     %[[T:.*]] = kernel.call @tanh_0(%[[X]])
//  CHECK-NEXT:     %[[M:.*]] = kernel.matmul %[[T]] "bmk", %[[X]] "bkn"
//  CHECK-NEXT:     kernel.call @add_1(%[[T]], %[[M]])
func.func @no_cycle(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = prim.tanh %x : tensor<4x4xf32>
  %1 = prim.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = prim.add %0, %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

// An op may join the ops before it, though a library call stands between them in the text.

// CHECK-LABEL: module {
//       CHECK:   func.func @around_a_call
//  CHECK-NEXT:     %[[N:.*]] = kernel.matmul
//  CHECK-NEXT:     kernel.call @tanh_add_0(%{{.*}}, %[[N]])
func.func @around_a_call(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = prim.tanh %x : tensor<4x4xf32>
  %1 = prim.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = prim.add %0, %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

// A kernel has no more than 256 members.

// LONG-COUNT-256: math.tanh
//       LONG-NOT: math.tanh
//           LONG: kernel.store
//  LONG-COUNT-44: math.tanh
//       LONG-NOT: math.tanh
//           LONG: func.func @chain
//      LONG-NEXT:   kernel.call
//      LONG-NEXT:   kernel.call
//      LONG-NEXT:   return

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

// Softmax: three stages over one row. The exponential is computed twice rather than kept.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @reduce_subtract_exponential_0 grid(%[[I:.*]] = 128) row(10)
//  CHECK-SAME:       ins(%[[X:.*]]: tensor<128x10xf32>) outs(%[[Y:.*]]: tensor<128x10xf32>)
//       CHECK:     %[[MAX:.*]] = kernel.stage reduce(max) at(%{{.*}}) : f32 {
//  CHECK-NEXT:       %[[V:.*]] = kernel.load %[[X]]
//  CHECK-NEXT:       kernel.yield %[[V]] : f32
//       CHECK:     %[[SUM:.*]] = kernel.stage reduce(add) at(%{{.*}}) : f32 {
//  CHECK-NEXT:       kernel.load %[[X]]
//  CHECK-NEXT:       arith.subf %{{.*}}, %[[MAX]]
//  CHECK-NEXT:       %[[E:.*]] = math.exp
//  CHECK-NEXT:       kernel.yield %[[E]] : f32
//       CHECK:     kernel.stage at(%{{.*}}) {
//  CHECK-NEXT:       kernel.load %[[X]]
//  CHECK-NEXT:       arith.subf %{{.*}}, %[[MAX]]
//  CHECK-NEXT:       math.exp
//  CHECK-NEXT:       %[[P:.*]] = arith.divf %{{.*}}, %[[SUM]]
//  CHECK-NEXT:       kernel.store %[[P]], %[[Y]]
//       CHECK:   func.func @softmax
//  CHECK-NEXT:     kernel.call
//  CHECK-NEXT:     return
func.func @softmax(%x: tensor<128x10xf32>) -> tensor<128x10xf32> {
  %inf = prim.constant dense<0xFF800000> : tensor<f32>
  %zero = prim.constant dense<0.0> : tensor<f32>
  %m = prim.reduce(%x init: %inf) applies prim.maximum across dimensions = [1]
      : (tensor<128x10xf32>, tensor<f32>) -> tensor<128xf32>
  %mb = prim.broadcast_in_dim %m, dims = [0] : (tensor<128xf32>) -> tensor<128x10xf32>
  %d = prim.subtract %x, %mb : tensor<128x10xf32>
  %e = prim.exponential %d : tensor<128x10xf32>
  %s = prim.reduce(%e init: %zero) applies prim.add across dimensions = [1]
      : (tensor<128x10xf32>, tensor<f32>) -> tensor<128xf32>
  %sb = prim.broadcast_in_dim %s, dims = [0] : (tensor<128xf32>) -> tensor<128x10xf32>
  %y = prim.divide %e, %sb : tensor<128x10xf32>
  return %y : tensor<128x10xf32>
}

// -----

// A sum of columns takes the op that feeds it along: that one's result is stored transposed.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @multiply_reduce_0 grid(%[[J:.*]] = 512) row(128)
//  CHECK-SAME:       outs(%[[P:.*]]: tensor<128x512xf32>, %[[S:.*]]: tensor<512xf32>)
//       CHECK:     %[[SUM:.*]] = kernel.stage reduce(add) at(%[[I:.*]]) : f32 {
//       CHECK:       kernel.load %{{.*}}[(d0, d1) -> (d1, d0)](%[[J]], %[[I]])
//       CHECK:       %[[V:.*]] = arith.mulf
//  CHECK-NEXT:       kernel.store %[[V]], %[[P]][(d0, d1) -> (d1, d0)](%[[J]], %[[I]])
//  CHECK-NEXT:       kernel.yield %[[V]]
//       CHECK:     kernel.store %[[SUM]], %[[S]][(d0) -> (d0)](%[[J]])
func.func @column_sum(%g: tensor<128x512xf32>, %h: tensor<128x512xf32>) -> (tensor<512xf32>, tensor<128x512xf32>) {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %0 = prim.multiply %g, %h : tensor<128x512xf32>
  %1 = prim.reduce(%0 init: %zero) applies prim.add across dimensions = [0]
      : (tensor<128x512xf32>, tensor<f32>) -> tensor<512xf32>
  return %1, %0 : tensor<512xf32>, tensor<128x512xf32>
}

// -----

// Two sums over one row are one stage; what uses them once a row stands between the stages.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @multiply_reduce_divide_0 grid(%[[I:.*]] = 64) row(256)
//       CHECK:     %[[SUMS:.*]]:2 = kernel.stage reduce(add, add) at(%{{.*}}) : f32, f32 {
//       CHECK:     %[[RATIO:.*]] = arith.divf %[[SUMS]]#0, %[[SUMS]]#1
//       CHECK:     kernel.store %[[RATIO]], %{{.*}}[(d0) -> (d0)](%[[I]])
//       CHECK:     kernel.stage at(%{{.*}}) {
//       CHECK:       arith.mulf %[[RATIO]]
//       CHECK:       kernel.store
//   CHECK-NOT:   kernel.def
func.func @reduced_points(%x: tensor<64x256xf32>, %g: tensor<64x256xf32>) -> (tensor<64x256xf32>, tensor<64xf32>) {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %xg = prim.multiply %x, %g : tensor<64x256xf32>
  %a = prim.reduce(%xg init: %zero) applies prim.add across dimensions = [1]
      : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %b = prim.reduce(%g init: %zero) applies prim.add across dimensions = [1]
      : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %c = prim.divide %a, %b : tensor<64xf32>
  %cb = prim.broadcast_in_dim %c, dims = [0] : (tensor<64xf32>) -> tensor<64x256xf32>
  %d = prim.multiply %cb, %x : tensor<64x256xf32>
  return %d, %c : tensor<64x256xf32>, tensor<64xf32>
}

// -----

// Rows and columns can't be one kernel: the first takes the exponential along, the second reads it.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @exponential_reduce_0 grid(%{{.*}} = 64) row(32)
//       CHECK:   kernel.def @reduce_1 grid(%{{.*}} = 32) row(64)
//       CHECK:   func.func @two_axes
//  CHECK-NEXT:     %[[E:.*]]:2 = kernel.call @exponential_reduce_0
//  CHECK-NEXT:     kernel.call @reduce_1(%[[E]]#0)
func.func @two_axes(%x: tensor<64x32xf32>) -> (tensor<64xf32>, tensor<32xf32>) {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %0 = prim.exponential %x : tensor<64x32xf32>
  %1 = prim.reduce(%0 init: %zero) applies prim.add across dimensions = [1]
      : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = prim.reduce(%0 init: %zero) applies prim.add across dimensions = [0]
      : (tensor<64x32xf32>, tensor<f32>) -> tensor<32xf32>
  return %1, %2 : tensor<64xf32>, tensor<32xf32>
}

// -----

// A reduction of a large tensor to few points has too little to do at once: the product stays apart.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @multiply_0 grid(%{{.*}} = 512, %{{.*}} = 512) row()
//       CHECK:   kernel.def @reduce_sqrt_1 grid() row(512, 512)
//       CHECK:   func.func @few_points
func.func @few_points(%x: tensor<512x512xf32>) -> tensor<f32> {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %0 = prim.multiply %x, %x : tensor<512x512xf32>
  %1 = prim.reduce(%0 init: %zero) applies prim.add across dimensions = [0, 1]
      : (tensor<512x512xf32>, tensor<f32>) -> tensor<f32>
  %2 = prim.sqrt %1 : tensor<f32>
  return %2 : tensor<f32>
}

// -----

// If all of it is small, nothing stays apart.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @multiply_reduce_sqrt_0 grid() row(16, 16)
//   CHECK-NOT:   kernel.def
//       CHECK:   func.func @few_points_of_little
func.func @few_points_of_little(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %0 = prim.multiply %x, %x : tensor<16x16xf32>
  %1 = prim.reduce(%0 init: %zero) applies prim.add across dimensions = [0, 1]
      : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
  %2 = prim.sqrt %1 : tensor<f32>
  %3 = prim.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
  %4 = prim.divide %x, %3 : tensor<16x16xf32>
  return %4 : tensor<16x16xf32>
}

// -----

// Low floats: each op rounds, a sum is in f32 and starts from where it is told to.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @exponential_reduce_0
//       CHECK:     %[[SUM:.*]] = kernel.stage reduce(add) at(%{{.*}}) : f32 {
//       CHECK:       %[[E:.*]] = math.exp %{{.*}} : f32
//       CHECK:       %[[LOW:.*]] = arith.truncf %[[E]] : f32 to bf16
//       CHECK:       %[[ROUNDED:.*]] = arith.extf %[[LOW]] : bf16 to f32
//       CHECK:       kernel.yield %[[ROUNDED]] : f32
//       CHECK:     %[[ONE:.*]] = arith.constant 1.0
//       CHECK:     arith.addf %[[ONE]], %[[SUM]] : f32
//       CHECK:     kernel.store %{{.*}}, %{{.*}}[(d0) -> (d0)](%{{.*}}) : f32 -> tensor<8xbf16>
func.func @low_floats(%x: tensor<8x16xbf16>) -> tensor<8xbf16> {
  %one = prim.constant dense<1.0> : tensor<bf16>
  %0 = prim.exponential %x : tensor<8x16xbf16>
  %1 = prim.reduce(%0 init: %one) applies prim.add across dimensions = [1]
      : (tensor<8x16xbf16>, tensor<bf16>) -> tensor<8xbf16>
  return %1 : tensor<8xbf16>
}

// -----

// A maximum of booleans is "or"; the start may be computed.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @reduce_0
//       CHECK:     %[[ANY:.*]] = kernel.stage reduce(or) at(%{{.*}}) : i1 {
//       CHECK:     %[[START:.*]] = kernel.load %{{.*}}[(d0) -> ()](%{{.*}}) : tensor<i1> -> i1
//       CHECK:     arith.ori %[[START]], %[[ANY]] : i1
//       CHECK:   kernel.def @reduce_1
//       CHECK:     kernel.stage reduce(maxu) at(%{{.*}}) : i8 {
func.func @integers(%x: tensor<8x16xi1>, %s: tensor<i1>, %u: tensor<8x16xui8>) -> (tensor<8xi1>, tensor<8xui8>) {
  %least = prim.constant dense<0> : tensor<ui8>
  %1 = prim.reduce(%x init: %s) applies prim.maximum across dimensions = [1]
      : (tensor<8x16xi1>, tensor<i1>) -> tensor<8xi1>
  %2 = prim.reduce(%u init: %least) applies prim.maximum across dimensions = [1]
      : (tensor<8x16xui8>, tensor<ui8>) -> tensor<8xui8>
  return %1, %2 : tensor<8xi1>, tensor<8xui8>
}

// -----

// A fold over no dimensions has one point; its start, computed like the rest, comes from memory.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @add_0
//       CHECK:   kernel.def @reduce_1 grid() row() ins(%[[A:.*]]: tensor<f32>) outs
//       CHECK:     kernel.stage reduce(add) at() : f32 {
//       CHECK:     kernel.load %[[A]]
//       CHECK:     arith.addf
func.func @no_dimensions(%s: tensor<f32>) -> tensor<f32> {
  %a = prim.add %s, %s : tensor<f32>
  %r = prim.reduce(%a init: %a) applies prim.add across dimensions = [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

//===----------------------------------------------------------------------===//
// Pad and concatenate
//===----------------------------------------------------------------------===//

// Their operands come from memory, under a guard.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @negate_0
//       CHECK:   kernel.def @pad_exponential_1 grid(%[[I:.*]] = 12) row()
//       CHECK:     %[[ABOVE:.*]] = arith.cmpi sge
//       CHECK:     %[[ON:.*]] = arith.cmpi eq
//       CHECK:     arith.andi %[[ABOVE]], %[[ON]]
//       CHECK:     %[[BELOW:.*]] = arith.cmpi slt
//       CHECK:     %[[INSIDE:.*]] = arith.andi %{{.*}}, %[[BELOW]]
//       CHECK:     %[[V:.*]] = kernel.load %{{.*}}[(d0) -> ((d0 - 1) floordiv 2)](%[[I]]) if %[[INSIDE]] else %{{.*}} as f32
//       CHECK:     math.exp %[[V]]
func.func @pad(%x: tensor<4xf32>) -> tensor<12xf32> {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %0 = prim.negate %x : tensor<4xf32>
  %1 = prim.pad %0, %zero, low = [1], high = [4], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<12xf32>
  %2 = prim.exponential %1 : tensor<12xf32>
  return %2 : tensor<12xf32>
}

// -----

// A pad that only crops needs no guard.

// CHECK-LABEL: module {
//       CHECK:     kernel.load %{{.*}}[(d0) -> (d0 + 1)](%{{.*}}) : tensor<4xf32> -> f32
func.func @crop(%x: tensor<4xf32>) -> tensor<2xf32> {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %0 = prim.pad %x, %zero, low = [-1], high = [-1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: module {
//       CHECK:   kernel.def @negate_0
//       CHECK:   kernel.def @concatenate_1 grid(%[[I:.*]] = 8) row()
//       CHECK:     %[[FIRST:.*]] = kernel.load %{{.*}}[(d0) -> (d0)](%[[I]]) if %{{.*}} else %{{.*}} as f32 : tensor<4xf32>
//       CHECK:     %[[ONE:.*]] = arith.constant 1.0
//       CHECK:     %[[SECOND:.*]] = arith.select %{{.*}}, %[[ONE]], %[[FIRST]]
//       CHECK:     kernel.load %{{.*}}[(d0) -> (d0 - 5)](%[[I]]) if %{{.*}} else %[[SECOND]] as f32 : tensor<3xf32>
func.func @concatenate(%x: tensor<4xf32>, %y: tensor<3xf32>) -> tensor<8xf32> {
  %one = prim.constant dense<1.0> : tensor<1xf32>
  %0 = prim.negate %x : tensor<4xf32>
  %1 = prim.concatenate %0, %one, %y, dim = 0 : (tensor<4xf32>, tensor<1xf32>, tensor<3xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// What must lie in memory
//===----------------------------------------------------------------------===//

// A returned transpose, splat or iota is work of its own; a reshape is not, an argument neither.

// CHECK-LABEL: module {
//   CHECK-DAG:   kernel.def @transpose_
//   CHECK-DAG:   kernel.def @constant_
//   CHECK-DAG:   kernel.def @iota_
//       CHECK:   func.func @results(%[[X:.*]]: tensor<2x3xf32>)
//       CHECK:     %[[R:.*]] = kernel.reshape %[[X]] : tensor<2x3xf32> -> tensor<6xf32>
//       CHECK:     return %{{.*}}, %[[R]], %{{.*}}, %{{.*}}, %[[X]]
func.func @results(%x: tensor<2x3xf32>)
    -> (tensor<3x2xf32>, tensor<6xf32>, tensor<4xf32>, tensor<3xi64>, tensor<2x3xf32>) {
  %one = prim.constant dense<1.0> : tensor<4xf32>
  %t = prim.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %r = prim.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %i = prim.iota dim = 0 : tensor<3xi64>
  return %t, %r, %one, %i, %x : tensor<3x2xf32>, tensor<6xf32>, tensor<4xf32>, tensor<3xi64>, tensor<2x3xf32>
}

// -----

// Other constants are data.

// CHECK-LABEL: module {
//       CHECK:   func.func @data(%[[X:.*]]: tensor<2xf32>)
//  CHECK-NEXT:     %[[C:.*]] = kernel.constant dense<[1.000000e+00, 2.000000e+00]>
//  CHECK-NEXT:     %[[Y:.*]] = kernel.call @add_0(%[[X]], %[[C]])
//  CHECK-NEXT:     return %[[Y]], %[[C]]
func.func @data(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c = prim.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = prim.add %x, %c : tensor<2xf32>
  return %y, %c : tensor<2xf32>, tensor<2xf32>
}

// -----

// Random bits are made where they are used; their scalars come from memory, the stream with the seed: bits of two
// streams are one kernel.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @add_xor_0 grid() row()
//       CHECK:     arith.constant 7 : i64
//       CHECK:     arith.constant 8 : i64
//       CHECK:   kernel.def @xor_1
//       CHECK:     %[[INDEX:.*]] = kernel.index[(d0, d1) -> (d0 * 6 + d1)]
//       CHECK:     %[[BITS:.*]] = kernel.philox %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[INDEX]]
//       CHECK:     arith.xori %[[BITS]]
//       CHECK:   func.func @bits(%[[SEED:.*]]: tensor<i64>, %[[STEP:.*]]: tensor<i64>, %[[X:.*]]: tensor<4x6xui32>, %[[W:.*]]: tensor<4x6xui32>)
//  CHECK-NEXT:     %[[SCALARS:.*]]:3 = kernel.call @add_xor_0(%[[STEP]], %[[SEED]])
//  CHECK-NEXT:     kernel.call @xor_1(%[[X]], %[[SCALARS]]#1, %[[SCALARS]]#0)
//  CHECK-NEXT:     kernel.call @xor_1(%[[W]], %[[SCALARS]]#2, %[[SCALARS]]#0)
func.func @bits(%seed: tensor<i64>, %step: tensor<i64>, %x: tensor<4x6xui32>, %w: tensor<4x6xui32>) -> (tensor<4x6xui32>, tensor<4x6xui32>) {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %next = prim.add %step, %one : tensor<i64>
  %b = prim.philox %seed, %next, %zero, %zero {stream = 7 : i64}
      : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4x6xui32>
  %y = prim.xor %b, %x : tensor<4x6xui32>
  %d = prim.philox %seed, %next, %zero, %zero {stream = 8 : i64}
      : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4x6xui32>
  %z = prim.xor %d, %w : tensor<4x6xui32>
  return %y, %z : tensor<4x6xui32>, tensor<4x6xui32>
}

// -----

// Equal kernels are one, also across functions; what nobody needs is gone.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @tanh_0
//   CHECK-NOT:   kernel.def
//       CHECK:   func.func @equal
//  CHECK-NEXT:     kernel.call @tanh_0
//  CHECK-NEXT:     kernel.matmul
//  CHECK-NEXT:     kernel.call @tanh_0
//  CHECK-NEXT:     return
//       CHECK:   func.func @equal_again
//  CHECK-NEXT:     kernel.call @tanh_0
//  CHECK-NEXT:     return
func.func @equal(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %dead = prim.exponential %x : tensor<4x4xf32>
  %0 = prim.tanh %x : tensor<4x4xf32>
  %1 = prim.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = prim.tanh %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
func.func @equal_again(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = prim.tanh %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Library calls
//===----------------------------------------------------------------------===//

// A transpose of an operand is an order in memory.

// CHECK-LABEL: module {
//   CHECK-NOT:   kernel.def
//       CHECK:   func.func @dot_transposed(%[[X:.*]]: tensor<8x4xf32>, %[[W:.*]]: tensor<5x4xf32>)
//  CHECK-NEXT:     kernel.matmul %[[X]] "bmk", %[[W]] "bnk" sizes [1, 8, 5, 4]
func.func @dot_transposed(%x: tensor<8x4xf32>, %w: tensor<5x4xf32>) -> tensor<8x5xf32> {
  %t = prim.transpose %w, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %y = prim.dot_general %x, %t, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return %y : tensor<8x5xf32>
}

// -----

// Batches in front, and contracted first.

// CHECK-LABEL: module {
//   CHECK-NOT:   kernel.def
//       CHECK:     kernel.matmul %{{.*}} "bkm", %{{.*}} "bkn" sizes [6, 4, 5, 7]
func.func @dot_batch(%x: tensor<2x3x7x4xf32>, %w: tensor<2x3x7x5xf32>) -> tensor<2x3x4x5xf32> {
  %y = prim.dot_general %x, %w, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2]
      : (tensor<2x3x7x4xf32>, tensor<2x3x7x5xf32>) -> tensor<2x3x4x5xf32>
  return %y : tensor<2x3x4x5xf32>
}

// -----

// Batch dimensions torn apart are brought together, by the same kernel on both sides.

// CHECK-LABEL: module {
//       CHECK:   kernel.def @transpose_0
//   CHECK-NOT:   kernel.def
//       CHECK:   func.func @dot_torn(%[[Q:.*]]: tensor<2x8x3x4xf32>, %[[K:.*]]: tensor<2x8x3x4xf32>)
//  CHECK-NEXT:     %[[QT:.*]] = kernel.call @transpose_0(%[[Q]]) : (tensor<2x8x3x4xf32>) -> tensor<2x3x8x4xf32>
//  CHECK-NEXT:     %[[KT:.*]] = kernel.call @transpose_0(%[[K]])
//  CHECK-NEXT:     kernel.matmul %[[QT]] "bmk", %[[KT]] "bnk" sizes [6, 8, 8, 4]
func.func @dot_torn(%q: tensor<2x8x3x4xf32>, %k: tensor<2x8x3x4xf32>) -> tensor<2x3x8x8xf32> {
  %y = prim.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3]
      : (tensor<2x8x3x4xf32>, tensor<2x8x3x4xf32>) -> tensor<2x3x8x8xf32>
  return %y : tensor<2x3x8x8xf32>
}

// -----

// A transpose that changes the order of free dimensions changes the result's: it stays.

// CHECK-LABEL: module {
//       CHECK:   func.func @dot_free_order
//  CHECK-NEXT:     %[[T:.*]] = kernel.call @transpose_0
//  CHECK-NEXT:     kernel.matmul %[[T]] "bmk", %{{.*}} "bkn" sizes [1, 6, 5, 4]
func.func @dot_free_order(%x: tensor<3x2x4xf32>, %w: tensor<4x5xf32>) -> tensor<2x3x5xf32> {
  %t = prim.transpose %x, dims = [1, 0, 2] : (tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
  %y = prim.dot_general %t, %w, contracting_dims = [2] x [0]
      : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
  return %y : tensor<2x3x5xf32>
}

// -----

// CHECK-LABEL: module {
//       CHECK:     kernel.sort(%{{.*}}, %{{.*}}) dimension 1 descending total_order
//       CHECK:     kernel.sort(%{{.*}}) dimension 0 :
func.func @sort(%x: tensor<2x5xf32>, %i: tensor<2x5xi32>) -> (tensor<2x5xi32>, tensor<2x5xf32>) {
  %y:2 = "prim.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = prim.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<2x5xf32>, tensor<2x5xi32>) -> (tensor<2x5xf32>, tensor<2x5xi32>)
  %z = "prim.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = prim.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y#1, %z : tensor<2x5xi32>, tensor<2x5xf32>
}

// -----

// A fold's start may be an element of a tensor, by way of shape ops.

// CHECK-LABEL: module {
//   CHECK-DAG:     kernel.load %{{.*}}[(d0) -> (0, 0)](%{{.*}}) : tensor<1x1xf32>
//   CHECK-DAG:     kernel.load %{{.*}}[(d0) -> (3)](%{{.*}}) : tensor<5xf32>
//       CHECK:   func.func @starts_inside
func.func @starts_inside(%x: tensor<3x4xf32>, %a: tensor<1x1xf32>, %b: tensor<5xf32>)
    -> (tensor<3xf32>, tensor<3xf32>) {
  %s = prim.reshape %a : (tensor<1x1xf32>) -> tensor<f32>
  %cut = prim.slice %b [3:4] : (tensor<5xf32>) -> tensor<1xf32>
  %t = prim.reshape %cut : (tensor<1xf32>) -> tensor<f32>
  %y = prim.reduce(%x init: %s) applies prim.add across dimensions = [1]
      : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %z = prim.reduce(%x init: %t) applies prim.add across dimensions = [1]
      : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %y, %z : tensor<3xf32>, tensor<3xf32>
}

// -----

// Nothing to do.

// CHECK-LABEL: module {
//  CHECK-NEXT:   func.func @no_ops(%[[X:.*]]: tensor<4xf32>)
//  CHECK-NEXT:     return %[[X]]
func.func @no_ops(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
