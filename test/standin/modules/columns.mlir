// Folds over rows of memory: columns side by side, and partial results by blocks of rows.

// for M, N = 4, 1000; 33, 64; 100, 7; 300, 50
kernel.def @columns_{M}_{N} grid(%j = {N}) row({M}) ins(%x: tensor<{M}x{N}xf32>) outs(%y: tensor<{N}xf32>, %z: tensor<{N}xf32>) {
  %sum, %max = kernel.stage reduce(add, max) at(%i) : f32, f32 {
    %v = kernel.load %x[(d0, d1) -> (d1, d0)](%j, %i) : tensor<{M}x{N}xf32> -> f32
    kernel.yield %v, %v : f32, f32
  }
  kernel.store %sum, %y[(d0) -> (d0)](%j) : f32 -> tensor<{N}xf32>
  kernel.store %max, %z[(d0) -> (d0)](%j) : f32 -> tensor<{N}xf32>
}

// Blocks of rows: the last may be shorter, or have none.

// for M, N, P = 64, 96, 4; 100, 50, 7; 9, 33, 8; 200, 3, 16; 40, 256, 1
kernel.def @partials_{M}_{N}_{P} grid(%i = {M}, %j = {N}) row() partials({P}) ins(%x: tensor<{M}x{N}xf32>)
    outs(%p: tensor<{P}x{N}xf32>, %q: tensor<{P}x{N}xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}xf32> -> f32
  %w = arith.mulf %v, %v : f32
  kernel.accumulate add %w, %p[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<{P}x{N}xf32>
  kernel.accumulate max %v, %q[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<{P}x{N}xf32>
}

// Rows and columns in one pass.

// for M, N, P = 16, 8, 4; 50, 768, 6; 70, 77, 5
kernel.def @rows_and_columns_{M}_{N}_{P} grid(%i = {M}) row({N}) partials({P}) ins(%x: tensor<{M}x{N}xf32>, %dy: tensor<{M}x{N}xf32>)
    outs(%dx: tensor<{M}x{N}xf32>, %dg: tensor<{P}x{N}xf32>, %db: tensor<{P}x{N}xf32>) {
  %s = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}xf32> -> f32
    %d = kernel.load %dy[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}xf32> -> f32
    %p = arith.mulf %v, %d : f32
    kernel.yield %p : f32
  }
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}xf32> -> f32
    %d = kernel.load %dy[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}xf32> -> f32
    %p = arith.mulf %v, %d : f32
    %r = arith.subf %d, %s : f32
    kernel.store %r, %dx[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<{M}x{N}xf32>
    kernel.accumulate add %p, %dg[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<{P}x{N}xf32>
    kernel.accumulate add %d, %db[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<{P}x{N}xf32>
  }
}

// A total by way of the rows, and by way of single points.

kernel.def @total_of_rows grid(%i = 60) row(70) partials(9) ins(%x: tensor<60x70xf32>) outs(%p: tensor<9xf32>) {
  %s = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<60x70xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.accumulate add %s, %p[(d0) -> ()](%i) : f32 -> tensor<9xf32>
}

// for N, P = 5000, 8; 700, 3
kernel.def @total_of_points_{N}_{P} grid(%i = {N}) row() partials({P}) ins(%x: tensor<{N}xf32>) outs(%p: tensor<{P}xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<{N}xf32> -> f32
  kernel.accumulate add %v, %p[(d0) -> ()](%i) : f32 -> tensor<{P}xf32>
}

// Integers and truth values fold as well.

kernel.def @counts grid(%i = 90, %j = 20) row() partials(4) ins(%x: tensor<90x20xi32>, %m: tensor<90x20xi1>)
    outs(%p: tensor<4x20xi32>, %q: tensor<4x20xi1>) {
  %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<90x20xi32> -> i32
  %w = kernel.load %m[(d0, d1) -> (d0, d1)](%i, %j) : tensor<90x20xi1> -> i1
  kernel.accumulate add %v, %p[(d0, d1) -> (d1)](%i, %j) : i32 -> tensor<4x20xi32>
  kernel.accumulate and %w, %q[(d0, d1) -> (d1)](%i, %j) : i1 -> tensor<4x20xi1>
}
