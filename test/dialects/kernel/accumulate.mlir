// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// Sums by rows and by columns in one pass: the columns as 4 partial sums.

// CHECK-LABEL: kernel.def @rows_and_columns
//  CHECK-SAME:     grid(%[[I:.*]] = 16) row(8) partials(4)
//       CHECK:     kernel.accumulate add %{{.*}}, %{{.*}}[(d0, d1) -> (d1)](%[[I]], %{{.*}}) : f32 -> tensor<4x8xf32>
kernel.def @rows_and_columns grid(%i = 16) row(8) partials(4) ins(%x: tensor<16x8xf32>)
    outs(%r: tensor<16xf32>, %c: tensor<4x8xf32>) {
  %s = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<16x8xf32> -> f32
    kernel.accumulate add %v, %c[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<4x8xf32>
    kernel.yield %v : f32
  }
  kernel.store %s, %r[(d0) -> (d0)](%i) : f32 -> tensor<16xf32>
}

// A sum of everything: the row first, then the blocks of rows, the last of which is shorter.

// CHECK-LABEL: kernel.def @total
//       CHECK:   kernel.accumulate max %{{.*}}, %{{.*}}[(d0) -> ()](%{{.*}}) : f32 -> tensor<3xf32>
kernel.def @total grid(%i = 16) row(8) partials(3) ins(%x: tensor<16x8xf32>) outs(%p: tensor<3xf32>) {
  %s = kernel.stage reduce(max) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<16x8xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.accumulate max %s, %p[(d0) -> ()](%i) : f32 -> tensor<3xf32>
}
