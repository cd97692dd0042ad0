// What the schedules of a GPU do one and not the other.

// Few columns, empty blocks, several lanes.
// for T, N, M, P = f32, 100, 10, 16; f32, 5, 3, 8; f64, 60, 77, 7; f32, 256, 2, 4; i32, 64, 40, 5; f32, 8, 128, 256
kernel.def @max_{T}_{N}_{M}_{P} grid(%i = {N}, %j = {M}) row() partials({P}) ins(%x: tensor<{N}x{M}x{T}>)
    outs(%y: tensor<{P}x{M}x{T}>, %z: tensor<{N}x{M}x{T}>) {
  %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{N}x{M}x{T}> -> {T}
  kernel.store %v, %z[(d0, d1) -> (d0, d1)](%i, %j) : {T} -> tensor<{N}x{M}x{T}>
  kernel.accumulate max %v, %y[(d0, d1) -> (d1)](%i, %j) : {T} -> tensor<{P}x{M}x{T}>
}

// Rows that are folded and whose columns are: by warps, by a block, in registers or in memory.
// for N, K, P = 37, 10, 4; 20, 1000, 6; 9, 4096, 2; 5, 20001, 2
kernel.def @columns_of_rows_{N}_{K}_{P} grid(%i = {N}) row({K}) partials({P}) ins(%x: tensor<{N}x{K}xf32>)
    outs(%y: tensor<{P}x{K}xf32>, %t: tensor<{P}xf32>, %m: tensor<{N}xf32>, %z: tensor<{N}x{K}xf32>) {
  %s = kernel.stage reduce(add) at(%k) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %k) : tensor<{N}x{K}xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %m[(d0) -> (d0)](%i) : f32 -> tensor<{N}xf32>
  kernel.accumulate add %s, %t[(d0) -> ()](%i) : f32 -> tensor<{P}xf32>
  kernel.stage at(%k) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %k) : tensor<{N}x{K}xf32> -> f32
    %a = math.absf %v : f32
    kernel.store %a, %z[(d0, d1) -> (d0, d1)](%i, %k) : f32 -> tensor<{N}x{K}xf32>
    kernel.accumulate add %v, %y[(d0, d1) -> (d1)](%i, %k) : f32 -> tensor<{P}x{K}xf32>
  }
}

// Neighbouring threads have neighbouring points.
// for N, P = 1000, 8; 4096, 4; 777, 5; 3, 8; 100, 1
kernel.def @sum_{N}_{P} grid(%i = {N}) row() partials({P}) ins(%x: tensor<{N}xf32>) outs(%y: tensor<{P}xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<{N}xf32> -> f32
  kernel.accumulate add %v, %y[(d0) -> ()](%i) : f32 -> tensor<{P}xf32>
}

// Columns of points and of rows.
// for N, M, K, P = 12, 40, 5, 4; 9, 70, 3, 2
kernel.def @columns_of_columns_{N}_{M}_{K}_{P} grid(%i = {N}, %j = {M}) row({K}) partials({P}) ins(%x: tensor<{N}x{K}x{M}xf32>)
    outs(%y: tensor<{P}x{K}x{M}xf32>, %z: tensor<{P}x{M}xf32>) {
  %s = kernel.stage reduce(add) at(%k) : f32 {
    %v = kernel.load %x[(d0, d1, d2) -> (d0, d2, d1)](%i, %j, %k) : tensor<{N}x{K}x{M}xf32> -> f32
    kernel.accumulate add %v, %y[(d0, d1, d2) -> (d2, d1)](%i, %j, %k) : f32 -> tensor<{P}x{K}x{M}xf32>
    kernel.yield %v : f32
  }
  kernel.accumulate add %s, %z[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<{P}x{M}xf32>
}

// Transposes, through tiles whose edges are ragged.
// for T, C, A, M, N = bf16, f32, 2, 33, 40; f64, f64, 1, 100, 64; i1, i1, 3, 16, 17; f32, f32, 2, 32, 64
kernel.def @transpose_{T}_{A}_{M}_{N} grid(%a = {A}, %i = {M}, %j = {N}) row() ins(%x: tensor<{A}x{N}x{M}x{T}>, %w: tensor<{N}x{M}x{T}>)
    outs(%y: tensor<{A}x{M}x{N}x{T}>, %z: tensor<{A}x{M}x{N}x{T}>) {
  %v = kernel.load %x[(d0, d1, d2) -> (d0, d2, d1)](%a, %i, %j) : tensor<{A}x{N}x{M}x{T}> -> {C}
  %u = kernel.load %w[(d0, d1, d2) -> (d2, d1)](%a, %i, %j) : tensor<{N}x{M}x{T}> -> {C}
  kernel.store %v, %y[(d0, d1, d2) -> (d0, d1, d2)](%a, %i, %j) : {C} -> tensor<{A}x{M}x{N}x{T}>
  kernel.store %u, %z[(d0, d1, d2) -> (d0, d1, d2)](%a, %i, %j) : {C} -> tensor<{A}x{M}x{N}x{T}>
}

// Folds of every kind, of small integers, too.
// for K, T = max, i8; or, i1; minu, i8; mul, i16; add, i64; min, f64
kernel.def @fold_rows_{K}_{T} grid(%i = 37) row(130) ins(%x: tensor<37x130x{T}>) outs(%y: tensor<37x{T}>) {
  %s = kernel.stage reduce({K}) at(%k) : {T} {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %k) : tensor<37x130x{T}> -> {T}
    kernel.yield %v : {T}
  }
  kernel.store %s, %y[(d0) -> (d0)](%i) : {T} -> tensor<37x{T}>
}

// for K, T = max, i8; or, i1; minu, i8; add, f64
kernel.def @fold_columns_{K}_{T} grid(%i = 37) row(130) ins(%x: tensor<130x37x{T}>) outs(%y: tensor<37x{T}>) {
  %s = kernel.stage reduce({K}) at(%k) : {T} {
    %v = kernel.load %x[(d0, d1) -> (d1, d0)](%i, %k) : tensor<130x37x{T}> -> {T}
    kernel.yield %v : {T}
  }
  kernel.store %s, %y[(d0) -> (d0)](%i) : {T} -> tensor<37x{T}>
}

// Ragged rows, shared by warps.
// values @ragged 1: offsets 4096
kernel.def @ragged grid(%i = 101) row(4096) ins(%t : tensor<4096xf32>, %o: tensor<102xi32>) outs(%y : tensor<101xf32>) {
  %l = kernel.load %o[(d0) -> (d0)](%i) : tensor<102xi32> -> i32
  %h = kernel.load %o[(d0) -> (d0 + 1)](%i) : tensor<102xi32> -> i32
  %lo = arith.index_cast %l : i32 to index
  %hi = arith.index_cast %h : i32 to index
  %s = kernel.stage reduce(add) at(%k) from %lo to %hi : f32 {
    %v = kernel.load %t[(d0) -> (d0)](%k) : tensor<4096xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[(d0) -> (d0)](%i) : f32 -> tensor<101xf32>
}

// Dimensions that memory keeps apart.
kernel.def @apart grid(%a = 3, %b = 5) row(7, 9) ins(%x: tensor<3x7x5x9xf32>)
    outs(%y: tensor<3x5xf32>, %z: tensor<3x7x5x9xf32>) {
  %s = kernel.stage reduce(add) at(%k, %l) : f32 {
    %v = kernel.load %x[(d0, d1, d2, d3) -> (d0, d2, d1, d3)](%a, %b, %k, %l) : tensor<3x7x5x9xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[(d0, d1) -> (d0, d1)](%a, %b) : f32 -> tensor<3x5xf32>
  kernel.stage at(%k, %l) {
    %v = kernel.load %x[(d0, d1, d2, d3) -> (d0, d2, d1, d3)](%a, %b, %k, %l) : tensor<3x7x5x9xf32> -> f32
    %d = arith.subf %v, %s : f32
    kernel.store %d, %z[(d0, d1, d2, d3) -> (d0, d2, d1, d3)](%a, %b, %k, %l) : f32 -> tensor<3x7x5x9xf32>
  }
}
