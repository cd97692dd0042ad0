// RUN: gradc-opt %s --gradc-kernel-to-loops | FileCheck %s

// The epilogue of a matmul: a task is a tile, those of one range of columns follow each other. The product is in
// scratch memory, a tile of 48 x 32 at a time; the last 8 of 40 columns are done under a mask.

// CHECK-LABEL: func.func @bias(
//  CHECK-SAME:     %[[P:.*]]: memref<4000xf32>{{.*}}, %{{.*}}: memref<40xf32>
//       CHECK:   scf.for %[[TILE:.*]] = %
//       CHECK:     arith.remui %[[TILE]], %c3
//       CHECK:     %[[TILE_OF_P:.*]] = memref.reinterpret_cast %[[P]] to offset: [%{{.*}}]
//       CHECK:     scf.for
//       CHECK:       scf.for
//       CHECK:         vector.load %[[TILE_OF_P]]
//       CHECK:         vector.store %{{.*}} : memref<4000xf32>
//       CHECK:       scf.if
//       CHECK:         vector.maskedload %[[TILE_OF_P]]
kernel.def @bias grid(%i = 100, %j = 40) row()
    ins(%p: tensor<100x40xf32>, %b: tensor<40xf32>) outs(%y: tensor<100x40xf32>)
    attributes {kernel.tile = array<i64: 1, 48, 32>} {
  %0 = kernel.load %p[(d0, d1) -> (d0, d1)](%i, %j) : tensor<100x40xf32> -> f32
  %1 = kernel.load %b[(d0, d1) -> (d1)](%i, %j) : tensor<40xf32> -> f32
  %2 = arith.addf %0, %1 : f32
  kernel.store %2, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<100x40xf32>
}

// Partial sums start from zeros in each block of the tile, blocks without points included.

// CHECK-LABEL: func.func @sums(
//       CHECK:   arith.select
//       CHECK:   scf.for
//       CHECK:     scf.for
//       CHECK:       vector.store
//       CHECK:     scf.for
//       CHECK:       scf.for
//       CHECK:         vector.load
//       CHECK:         arith.addf
//       CHECK:         vector.store
kernel.def @sums grid(%i = 96, %j = 32) row() partials(7)
    ins(%p: tensor<96x32xf32>) outs(%y: tensor<7x32xf32>)
    attributes {kernel.tile = array<i64: 1, 42, 16>} {
  %0 = kernel.load %p[(d0, d1) -> (d0, d1)](%i, %j) : tensor<96x32xf32> -> f32
  kernel.accumulate add %0, %y[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<7x32xf32>
}
