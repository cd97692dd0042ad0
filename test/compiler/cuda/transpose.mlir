// RUN: gradc-opt %s --gradc-kernel-to-gpu | FileCheck %s

// What is stored along one dimension and loaded along another goes through a tile of 32 x 32 in shared memory, whose
// lines have 33 elements against bank conflicts. Points beyond an edge are guarded, the barrier is not.

// CHECK-LABEL: gpu.func @transpose(
//  CHECK-SAME:     workgroup(%[[TILE:.*]] : memref<1056xf32, #gpu.address_space<workgroup>>)
//  CHECK-SAME:     gradc.grid = 8 : i64, gradc.index_bits = 32 : i64, known_block_size = array<i32: 256, 1, 1>
//       CHECK:   scf.for
//       CHECK:     arith.muli %{{.*}}, %c33
//       CHECK:     scf.if
//       CHECK:       %[[V:.*]] = memref.load %arg0
//       CHECK:       memref.store %[[V]], %[[TILE]]
//       CHECK:   gpu.barrier
//       CHECK:   scf.for
//       CHECK:     scf.if
//       CHECK:       memref.load %[[TILE]]
//       CHECK:       memref.load %arg1
//       CHECK:       memref.store %{{.*}}, %arg2
kernel.def @transpose grid(%i = 100, %j = 64) row()
    ins(%x : tensor<64x100xf32>, %w: tensor<100x64xf32>) outs(%y : tensor<100x64xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d1, d0)](%i, %j) : tensor<64x100xf32> -> f32
  %u = kernel.load %w[(d0, d1) -> (d0, d1)](%i, %j) : tensor<100x64xf32> -> f32
  %s = arith.addf %u, %v : f32
  kernel.store %s, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<100x64xf32>
}

// A batch of heads: three dimensions lie as one in memory for the store, not for the load.

// CHECK-LABEL: gpu.func @heads(
//   CHECK-NOT:   workgroup(
//       CHECK:   vector.load %arg0
//       CHECK:   vector.store %{{.*}}, %arg1
kernel.def @heads grid(%b = 2, %h = 12, %t = 64, %d = 64) row()
    ins(%x : tensor<2x64x12x64xf32>) outs(%y : tensor<2x12x64x64xf32>) {
  %v = kernel.load %x[(d0, d1, d2, d3) -> (d0, d2, d1, d3)](%b, %h, %t, %d) : tensor<2x64x12x64xf32> -> f32
  kernel.store %v, %y[(d0, d1, d2, d3) -> (d0, d1, d2, d3)](%b, %h, %t, %d) : f32 -> tensor<2x12x64x64xf32>
}

// Too few lines to be worth a tile.

// CHECK-LABEL: gpu.func @no_tile(
//   CHECK-NOT:   workgroup(
//       CHECK:   gpu.return
kernel.def @no_tile grid(%i = 100, %j = 4) row() ins(%x : tensor<4x100xf32>) outs(%y : tensor<100x4xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d1, d0)](%i, %j) : tensor<4x100xf32> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<100x4xf32>
}
