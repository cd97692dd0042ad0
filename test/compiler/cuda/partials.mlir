// RUN: gradc-opt %s --gradc-kernel-to-gpu | FileCheck %s

// A block makes 32 columns of one partial result: its warps run down the 64 rows of it, then meet in shared memory.

// CHECK-LABEL: gpu.func @columns(
//  CHECK-SAME:     workgroup(%[[SHARED:.*]] : memref<256xf32, #gpu.address_space<workgroup>>)
//  CHECK-SAME:     gradc.grid = 384 : i64, gradc.index_bits = 32 : i64, known_block_size = array<i32: 256, 1, 1>
//       CHECK:   %[[PARTIAL:.*]] = arith.divui %block_id_x, %c24
//       CHECK:   %[[SLAB:.*]] = arith.remui %block_id_x, %c24
//       CHECK:   %[[TOP:.*]] = arith.muli %[[PARTIAL]], %c64
//       CHECK:   %[[FROM:.*]] = arith.addi %[[TOP]], %{{.*}}
//       CHECK:   %[[TO:.*]] = arith.addi %[[TOP]], %c64
//       CHECK:   scf.for %{{.*}} = %[[FROM]] to %[[TO]] step %c8 iter_args
//       CHECK:     memref.load %arg0
//       CHECK:     arith.addf
//       CHECK:   memref.store %{{.*}}, %[[SHARED]][%thread_id_x]
//       CHECK:   gpu.barrier
//       CHECK:   scf.if
//       CHECK:     memref.store %{{.*}}, %arg1
kernel.def @columns grid(%i = 1024, %j = 768) row() partials(16)
    ins(%x : tensor<1024x768xf32>) outs(%y : tensor<16x768xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<1024x768xf32> -> f32
  kernel.accumulate add %v, %y[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<16x768xf32>
}

// A norm's backward: a warp has a row, loads it once and keeps the columns' sums in registers, from row to row. The last
// block of rows is shorter. In the end the warps' sums meet, piece by piece.

// CHECK-LABEL: gpu.func @rows(
//  CHECK-SAME:     gradc.grid = 16 : i64, gradc.index_bits = 32 : i64, known_block_size = array<i32: 256, 1, 1>
//   CHECK-DAG:   %[[SUMS:.*]] = memref.alloca() : memref<6xvector<4xf32>>
//   CHECK-DAG:   %[[ROW:.*]] = memref.alloca() : memref<6xvector<4xf32>>
//       CHECK:   arith.minui %{{.*}}, %c1000
//       CHECK:   scf.for {{.*}} step %c8 {
//       CHECK:     vector.load %arg0
//       CHECK:     gpu.shuffle xor
//       CHECK:     vector.store %{{.*}}, %arg1
//       CHECK:     arith.addf %{{.*}} : vector<4xf32>
//       CHECK:     memref.store
//       CHECK:   scf.for
//       CHECK:     vector.store %{{.*}} : memref<1024xf32, #gpu.address_space<workgroup>>
//       CHECK:     gpu.barrier
//       CHECK:     vector.load %{{.*}} : memref<1024xf32, #gpu.address_space<workgroup>>
//       CHECK:     gpu.barrier
//       CHECK:     scf.if
//       CHECK:       vector.store %{{.*}}, %arg2
//       CHECK:   } {gradc.unroll}
kernel.def @rows grid(%i = 1000) row(768) partials(16)
    ins(%x : tensor<1000x768xf32>) outs(%dx: tensor<1000x768xf32>, %y : tensor<16x768xf32>) {
  %sum = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<1000x768xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<1000x768xf32> -> f32
    %u = arith.subf %v, %sum : f32
    kernel.store %u, %dx[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<1000x768xf32>
    kernel.accumulate add %v, %y[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<16x768xf32>
  }
}

// Rows that take a block use its shared memory over and over: a barrier before, one after.

// CHECK-LABEL: gpu.func @blocks(
//       CHECK:   scf.for
//       CHECK:     gpu.barrier
//       CHECK:     memref.load %{{.*}} : memref<{{[0-9]+}}xf32, #gpu.address_space<workgroup>>
//       CHECK:     gpu.barrier
//       CHECK:   scf.if
//       CHECK:     memref.store %{{.*}}, %arg1
kernel.def @blocks grid(%i = 1024) row(4096) partials(16)
    ins(%x : tensor<1024x4096xf32>) outs(%y : tensor<16xf32>) {
  %max = kernel.stage reduce(max) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<1024x4096xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.accumulate add %max, %y[(d0) -> ()](%i) : f32 -> tensor<16xf32>
}

// A sum of all elements: the threads of a block have neighbours, four at once.

// CHECK-LABEL: gpu.func @total(
//  CHECK-SAME:     gradc.grid = 64 : i64
//       CHECK:   scf.for {{.*}} step %c1024 iter_args(%{{.*}}) -> (vector<4xf32>)
//       CHECK:     vector.load %arg0
//       CHECK:   gpu.shuffle xor
//       CHECK:   gpu.barrier
//       CHECK:   memref.store %{{.*}}, %arg1[%block_id_x]
kernel.def @total grid(%i = 1048576) row() partials(64)
    ins(%x : tensor<1048576xf32>) outs(%y : tensor<64xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<1048576xf32> -> f32
  kernel.accumulate add %v, %y[(d0) -> ()](%i) : f32 -> tensor<64xf32>
}
