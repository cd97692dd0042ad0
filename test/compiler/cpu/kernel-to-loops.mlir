// RUN: gradc-opt %s --gradc-kernel-to-loops --split-input-file | FileCheck %s

// A sum of a long row: four vectors side by side, so that no addition waits for the last one, in blocks of 128 steps.
// Its input shares memory with nothing that is written.

// CHECK-LABEL: func.func @row_sum
//  CHECK-SAME:     %{{.*}}: memref<400000xf32> {llvm.noalias}, %{{.*}}: memref<4xf32> {llvm.noalias}
//       CHECK:   arith.constant 8192 : index
//       CHECK:   scf.for {{.*}} iter_args
//       CHECK:     scf.for {{.*}} iter_args
//       CHECK:       vector.load %{{.*}} : memref<400000xf32>, vector<64xf32>
//       CHECK:       arith.addf %{{.*}} : vector<64xf32>
//       CHECK:   vector.maskedload
//       CHECK:   vector.shuffle %{{.*}} : vector<64xf32>, vector<64xf32>
//       CHECK:   arith.addf %{{.*}} : vector<32xf32>
//       CHECK:   memref.store
kernel.def @row_sum grid(%i = 4) row(100000)
    ins(%x: tensor<4x100000xf32>) outs(%y: tensor<4xf32>) {
  %sum = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<4x100000xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %sum, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// -----

// What may be written over an input is not said to lie elsewhere.

// CHECK-LABEL: func.func @scale
//  CHECK-SAME:     %{{.*}}: memref<4096xf32>, %{{.*}}: memref<1xf32> {llvm.noalias}, %{{.*}}: memref<4096xf32>, %{{.*}}: index
kernel.def @scale grid(%i = 4096) row()
    ins(%x: tensor<4096xf32>, %s: tensor<f32>) outs(%y: tensor<4096xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4096xf32> -> f32
  %f = kernel.load %s[() -> ()]() : tensor<f32> -> f32
  %p = arith.mulf %v, %f : f32
  kernel.store %p, %y[(d0) -> (d0)](%i) : f32 -> tensor<4096xf32>
}

// -----

// A block of 64 rows starts from zeros; then its rows are added up, column by column, where the sums lie.

// CHECK-LABEL: func.func @column_sums
//       CHECK:   %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
//       CHECK:   vector.store %[[ZEROS]], %{{.*}} : memref<768xf32, strided<[1], offset: ?>>, vector<16xf32>
//       CHECK:   arith.constant 64 : index
//       CHECK:   arith.minsi
//       CHECK:   scf.for
//       CHECK:     scf.for
//       CHECK:       %[[V:.*]] = vector.load %{{.*}} : memref<49152xf32>, vector<16xf32>
//       CHECK:       %[[BLOCK:.*]] = memref.reinterpret_cast
//       CHECK:       %[[OLD:.*]] = vector.load %[[BLOCK]]
//       CHECK:       %[[NEW:.*]] = arith.addf %[[OLD]], %[[V]]
//       CHECK:       vector.store %[[NEW]], %[[BLOCK]]
kernel.def @column_sums grid(%i = 1024) row(48) partials(16)
    ins(%x : tensor<1024x48xf32>) outs(%y : tensor<16x48xf32>) {
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<1024x48xf32> -> f32
    kernel.accumulate add %v, %y[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<16x48xf32>
  }
}

// -----

// Four consecutive elements share a block of random bits, if the first of the lanes starts one.

// CHECK-LABEL: func.func @bits
//       CHECK:   %[[WHOLE:.*]] = arith.cmpi eq
//       CHECK:   scf.if %[[WHOLE]] -> (vector<64xi32>)
//       CHECK:     arith.mului_extended %{{.*}} : vector<16xi32>
//       CHECK:     vector.interleave
//       CHECK:     vector.interleave
//       CHECK:     vector.interleave %{{.*}} : vector<32xi32>
//       CHECK:   else
//       CHECK:     arith.mului_extended %{{.*}} : vector<64xi32>
//       CHECK:   vector.store %{{.*}} : memref<1024xi32>, vector<64xi32>
kernel.def @bits grid(%i = 1024) row()
    ins(%s: tensor<i64>) outs(%y: tensor<1024xi32>) {
  %seed = kernel.load %s[() -> ()]() : tensor<i64> -> i64
  %zero = arith.constant 0 : i64
  %b = kernel.philox %seed, %zero, %zero, %zero, %i
  kernel.store %b, %y[(d0) -> (d0)](%i) : i32 -> tensor<1024xi32>
}

// -----

// A part of a row: whole vectors from its start on, and the rest under a mask that is computed.

// CHECK-LABEL: func.func @segments
//       CHECK:   %[[FROM:.*]] = arith.index_cast
//       CHECK:   %[[TO:.*]] = arith.index_cast
//       CHECK:   %[[SIZE:.*]] = arith.subi %[[TO]], %[[FROM]]
//       CHECK:   %[[OVER:.*]] = arith.remui %[[SIZE]]
//       CHECK:   %[[WHOLE:.*]] = arith.subi %[[TO]], %[[OVER]]
//       CHECK:   scf.for %{{.*}} = %[[FROM]] to %[[WHOLE]]
//       CHECK:   %[[MASK:.*]] = vector.create_mask %[[OVER]]
//       CHECK:   vector.maskedload %{{.*}}, %[[MASK]]
//       CHECK:   arith.select %[[MASK]]
kernel.def @segments grid(%i = 17) row(500)
    ins(%x: tensor<500xf32>, %o: tensor<18xi64>) outs(%y: tensor<17xf32>) {
  %lo = kernel.load %o[(d0) -> (d0)](%i) : tensor<18xi64> -> i64
  %hi = kernel.load %o[(d0) -> (d0 + 1)](%i) : tensor<18xi64> -> i64
  %from = arith.index_cast %lo : i64 to index
  %to = arith.index_cast %hi : i64 to index
  %sum = kernel.stage reduce(add) at(%k) from %from to %to : f32 {
    %v = kernel.load %x[(d0) -> (d0)](%k) : tensor<500xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %sum, %y[(d0) -> (d0)](%i) : f32 -> tensor<17xf32>
}

// -----

// What has left the caches before it is read is written past them: whole lines, not under a mask.

// CHECK-LABEL: func.func @streamed
//       CHECK:   vector.store %{{.*}} {nontemporal = true} : memref<4012xf32>, vector<64xf32>
//       CHECK:   vector.maskedstore
kernel.def @streamed grid(%i = 4012) row()
    ins(%x: tensor<4012xf32>) outs(%y: tensor<4012xf32>) attributes {kernel.streamed = array<i64: 0>} {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4012xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<4012xf32>
}

// -----

// Rows of 100 numbers do not start at lines, so that no store is known to be a whole one.

// CHECK-LABEL: func.func @unaligned
//   CHECK-NOT:   nontemporal = true
//       CHECK:   return
kernel.def @unaligned grid(%i = 8) row(100)
    ins(%x: tensor<8x100xf32>) outs(%y: tensor<8x100xf32>) attributes {kernel.streamed = array<i64: 0>} {
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<8x100xf32> -> f32
    kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<8x100xf32>
  }
}

// -----

// Dimensions that lie in memory as one are one loop: no row of 28 has a rest of its own.

// CHECK-LABEL: func.func @images
//       CHECK:   vector.load %{{.*}} : memref<100352xf32>, vector<64xf32>
//   CHECK-NOT:   masked
//       CHECK:   return
kernel.def @images grid(%b = 128, %i = 28, %j = 28) row()
    ins(%x: tensor<128x28x28xf32>) outs(%y: tensor<128x28x28xf32>) {
  %v = kernel.load %x[(d0, d1, d2) -> (d0, d1, d2)](%b, %i, %j) : tensor<128x28x28xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0, d1, d2) -> (d0, d1, d2)](%b, %i, %j) : f32 -> tensor<128x28x28xf32>
}
