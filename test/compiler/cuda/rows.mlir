// RUN: gradc-opt %s --gradc-kernel-to-gpu | FileCheck %s

// A warp has a row, four of them a block. A thread loads its 24 values once, into registers, for all three stages. What
// the lanes of a warp have folded is folded by shuffles; each gets the result.

// CHECK-LABEL: gpu.func @softmax(
//  CHECK-SAME:     gradc.grid = 32 : i64, gradc.index_bits = 32 : i64, known_block_size = array<i32: 128, 1, 1>
//       CHECK:   %[[ROW:.*]] = memref.alloca() : memref<6xvector<4xf32>>
//   CHECK-NOT:   gpu.barrier
//       CHECK:   scf.for %[[J:.*]] = %c0 to %c6 step %c1 iter_args
//       CHECK:     %[[V:.*]] = vector.load %arg0
//       CHECK:     memref.store %[[V]], %[[ROW]][%[[J]]]
//       CHECK:     arith.maximumf %{{.*}}, %[[V]] : vector<4xf32>
//       CHECK:   } {gradc.unroll}
//       CHECK:   vector.extract
//       CHECK:   gpu.shuffle xor %{{.*}}, %c16_i32, %c32_i32 : f32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c8_i32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c4_i32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c2_i32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c1_i32
//   CHECK-NOT:   vector.load
//       CHECK:   memref.load %[[ROW]]
//       CHECK:   math.exp
//       CHECK:   memref.load %[[ROW]]
//       CHECK:   arith.divf
//       CHECK:   vector.store %{{.*}}, %arg1
kernel.def @softmax grid(%i = 128) row(768) ins(%x: tensor<128x768xf32>) outs(%y: tensor<128x768xf32>) {
  %max = kernel.stage reduce(max) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<128x768xf32> -> f32
    kernel.yield %v : f32
  }
  %sum = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<128x768xf32> -> f32
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    kernel.yield %e : f32
  }
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<128x768xf32> -> f32
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    %p = arith.divf %e, %sum : f32
    kernel.store %p, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<128x768xf32>
  }
}

// A longer row has a block of its own: shuffles, then each thread folds what the warps left in shared memory. One
// thread stores.

// CHECK-LABEL: gpu.func @block(
//  CHECK-SAME:     workgroup(%[[SHARED:.*]] : memref<4xf32, #gpu.address_space<workgroup>>)
//  CHECK-SAME:     gradc.grid = 8 : i64, gradc.index_bits = 32 : i64, known_block_size = array<i32: 128, 1, 1>
//       CHECK:   scf.for %{{.*}} = %thread_id_x to %c1024 step %c128 iter_args
//       CHECK:     vector.load %arg0
//       CHECK:   gpu.shuffle xor %{{.*}}, %c1_i32
//       CHECK:   %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0
//       CHECK:   scf.if %[[FIRST]] {
//       CHECK:     memref.store %{{.*}}, %[[SHARED]]
//       CHECK:   gpu.barrier
//       CHECK:   memref.load %[[SHARED]][%c0]
//       CHECK:   memref.load %[[SHARED]][%c3]
//       CHECK:   arith.addf
//       CHECK:   arith.addf
//       CHECK:   arith.addf
//       CHECK:   %[[ONE:.*]] = arith.cmpi eq, %{{.*}}, %c0
//       CHECK:   scf.if %[[ONE]] {
//       CHECK:     memref.store %{{.*}}, %arg1[%block_id_x]
kernel.def @block grid(%i = 8) row(4096) ins(%x: tensor<8x4096xf32>) outs(%y: tensor<8xf32>) {
  %sum = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<8x4096xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %sum, %y[(d0) -> (d0)](%i) : f32 -> tensor<8xf32>
}

// What does not fit into registers is loaded again; a fold of many steps goes in blocks.

// CHECK-LABEL: gpu.func @reload(
//  CHECK-SAME:     known_block_size = array<i32: 512, 1, 1>
//   CHECK-NOT:   alloca
//       CHECK:   scf.for %[[FROM:.*]] = %thread_id_x to %c262144 step %c65536 iter_args
//       CHECK:     scf.for %{{.*}} = %[[FROM]] to %{{.*}} step %c512 iter_args
//       CHECK:       vector.load %arg0
//   CHECK-NOT:   gradc.unroll
//       CHECK:   vector.load %arg0
kernel.def @reload grid(%i = 8) row(1048576) ins(%x: tensor<8x1048576xf32>) outs(%y: tensor<8x1048576xf32>) {
  %sum = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<8x1048576xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<8x1048576xf32> -> f32
    %p = arith.divf %v, %sum : f32
    kernel.store %p, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<8x1048576xf32>
  }
}

// Short rows share a warp: eight threads have one, of which five have two values each. Work is guarded where a thread
// has no point or no part of the row; shuffles are not.

// CHECK-LABEL: gpu.func @short(
//  CHECK-SAME:     gradc.grid = 7 : i64
//       CHECK:   %[[POINT:.*]] = arith.cmpi ult, %{{.*}}, %c100
//       CHECK:   %[[PART:.*]] = arith.cmpi ult, %{{.*}}, %c5
//       CHECK:   %[[BOTH:.*]] = arith.andi %[[POINT]], %[[PART]]
//       CHECK:   scf.if %[[BOTH]] -> (vector<2xf32>) {
//       CHECK:     vector.load %arg0
//       CHECK:   gpu.shuffle xor %{{.*}}, %c4_i32
//       CHECK:   gpu.shuffle xor %{{.*}}, %c1_i32
//       CHECK:   %[[WRITES:.*]] = arith.andi %[[POINT]]
//       CHECK:   scf.if %[[WRITES]] {
//       CHECK:     memref.load %arg1
//       CHECK:     memref.store %{{.*}}, %arg2
kernel.def @short grid(%i = 100) row(10) ins(%x: tensor<100x10xf32>, %b: tensor<100xf32>) outs(%y: tensor<100xf32>) {
  %sum = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<100x10xf32> -> f32
    kernel.yield %v : f32
  }
  %v = kernel.load %b[(d0) -> (d0)](%i) : tensor<100xf32> -> f32
  %s = arith.addf %v, %sum : f32
  kernel.store %s, %y[(d0) -> (d0)](%i) : f32 -> tensor<100xf32>
}

// Shuffles take no small integers: an i1 is folded as an i32.

// CHECK-LABEL: gpu.func @any(
//       CHECK:   arith.extui %{{.*}} : i1 to i32
//       CHECK:   gpu.shuffle xor %{{.*}} : i32
//       CHECK:   arith.ori %{{.*}} : i32
//       CHECK:   arith.trunci %{{.*}} : i32 to i1
kernel.def @any grid(%i = 100) row(64) ins(%x: tensor<100x64xi1>) outs(%y: tensor<100xi1>) {
  %any = kernel.stage reduce(or) at(%j) : i1 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<100x64xi1> -> i1
    kernel.yield %v : i1
  }
  kernel.store %any, %y[(d0) -> (d0)](%i) : i1 -> tensor<100xi1>
}

// The output may lie over the input: nobody writes before all have loaded.

// CHECK-LABEL: gpu.func @in_place(
//       CHECK:   memref.load %arg1
//       CHECK:   vector.store %{{.*}}, %arg2
//       CHECK:   gpu.barrier
//       CHECK:   scf.if
//       CHECK:     memref.store %{{.*}}, %arg3
kernel.def @in_place grid(%i = 128) row(128)
    ins(%x: tensor<128x128xf32>, %b: tensor<128xf32>) outs(%y: tensor<128x128xf32>, %c: tensor<128xf32>) {
  %u = kernel.load %b[(d0) -> (d0)](%i) : tensor<128xf32> -> f32
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<128x128xf32> -> f32
    %s = arith.addf %v, %u : f32
    kernel.store %s, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<128x128xf32>
  }
  %w = arith.negf %u : f32
  kernel.store %w, %c[(d0) -> (d0)](%i) : f32 -> tensor<128xf32>
}

// A row without points folds nothing.

// CHECK-LABEL: gpu.func @no_row(
//   CHECK-NOT:   scf.for
//       CHECK:   vector.store %cst
kernel.def @no_row grid(%i = 100) row(0) ins(%x: tensor<100x0xf32>) outs(%y: tensor<100xf32>) {
  %sum = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<100x0xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %sum, %y[(d0) -> (d0)](%i) : f32 -> tensor<100xf32>
}
