// RUN: gradc-opt %s --gradc-kernel-to-gpu | FileCheck %s

// Neighbouring threads have neighbouring columns. The eight warps of a block share their rows and meet in shared memory.

// CHECK-LABEL: gpu.func @shared(
//  CHECK-SAME:     workgroup(%[[SHARED:.*]] : memref<256xf32, #gpu.address_space<workgroup>>)
//  CHECK-SAME:     gradc.grid = 24 : i64, gradc.index_bits = 32 : i64, known_block_size = array<i32: 256, 1, 1>
//   CHECK-NOT:   gpu.shuffle
//       CHECK:   %[[WARP:.*]] = arith.divui %thread_id_x, %c32
//       CHECK:   %[[LANE:.*]] = arith.remui %thread_id_x, %c32
//       CHECK:   %[[COLUMN:.*]] = arith.addi %{{.*}}, %[[LANE]]
//       CHECK:   scf.for
//       CHECK:     %[[ROW:.*]] = arith.addi %{{.*}}, %[[WARP]]
//       CHECK:     %[[START:.*]] = arith.muli %[[ROW]], %c768
//       CHECK:     arith.addi %[[COLUMN]], %[[START]]
//       CHECK:     memref.load %arg0
//       CHECK:   memref.store %{{.*}}, %[[SHARED]][%thread_id_x]
//       CHECK:   gpu.barrier
//       CHECK:   memref.load %[[SHARED]][%[[LANE]]]
//       CHECK:   %[[FIRST:.*]] = arith.cmpi eq, %[[WARP]], %c0
//       CHECK:   scf.if %[[FIRST]] {
//       CHECK:     memref.store %{{.*}}, %arg1[%[[COLUMN]]]
kernel.def @shared grid(%j = 768) row(32) ins(%x: tensor<32x768xf32>) outs(%y: tensor<768xf32>) {
  %sum = kernel.stage reduce(add) at(%i) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d1, d0)](%j, %i) : tensor<32x768xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %sum, %y[(d0) -> (d0)](%j) : f32 -> tensor<768xf32>
}

// Where there are enough columns a thread has four and their rows alone.

// CHECK-LABEL: gpu.func @alone(
//  CHECK-SAME:     gradc.grid = 256 : i64
//   CHECK-NOT:   gpu.barrier
//       CHECK:   scf.for %{{.*}} = %c0 to %c32 step %c1 iter_args
//       CHECK:     vector.load %arg0
//       CHECK:     arith.addf %{{.*}} : vector<4xf32>
//       CHECK:   vector.store %{{.*}}, %arg1
kernel.def @alone grid(%j = 262144) row(32) ins(%x: tensor<32x262144xf32>) outs(%y: tensor<262144xf32>) {
  %sum = kernel.stage reduce(add) at(%i) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d1, d0)](%j, %i) : tensor<32x262144xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %sum, %y[(d0) -> (d0)](%j) : f32 -> tensor<262144xf32>
}
