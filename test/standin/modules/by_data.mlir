// Where data says what is read: tables, segments, random bits.

// values @embedding 1: index 100
kernel.def @embedding grid(%i = 37, %j = 24) row() ins(%table: tensor<100x24xbf16>, %token: tensor<37xi32>)
    outs(%y: tensor<37x24xf32>) {
  %t = kernel.load %token[(d0, d1) -> (d0)](%i, %j) : tensor<37xi32> -> i32
  %r = arith.index_cast %t : i32 to index
  %v = kernel.gather %table[%r, %j] : tensor<100x24xbf16> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<37x24xf32>
}

// Sums of segments of sorted rows, some of which are empty.

// for M, N, D, O = 9, 40, 16, 10; 30, 500, 5, 31
// values @segments_{M}_{N}_{D} 1: permutation
// values @segments_{M}_{N}_{D} 2: offsets {N}
kernel.def @segments_{M}_{N}_{D} grid(%i = {M}, %j = {D}) row({N})
    ins(%dy: tensor<{N}x{D}xf32>, %order: tensor<{N}xi64>, %offsets: tensor<{O}xi64>) outs(%y: tensor<{M}x{D}xf32>) {
  %lo = kernel.load %offsets[(d0, d1) -> (d0)](%i, %j) : tensor<{O}xi64> -> i64
  %hi = kernel.load %offsets[(d0, d1) -> (d0 + 1)](%i, %j) : tensor<{O}xi64> -> i64
  %from = arith.index_cast %lo : i64 to index
  %to = arith.index_cast %hi : i64 to index
  %s = kernel.stage reduce(add) at(%k) from %from to %to : f32 {
    %o = kernel.load %order[(d0, d1, d2) -> (d2)](%i, %j, %k) : tensor<{N}xi64> -> i64
    %r = arith.index_cast %o : i64 to index
    %v = kernel.gather %dy[%r, %j] : tensor<{N}x{D}xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<{M}x{D}xf32>
}

// for N = 1000, 1023
kernel.def @dropout_{N} grid(%i = {N}) row() ins(%x: tensor<{N}xf32>, %seed: tensor<i64>, %step: tensor<i64>)
    outs(%y: tensor<{N}xf32>, %b: tensor<{N}xui32>) {
  %zero = arith.constant 0 : i64
  %none = arith.constant 0.0 : f32
  %third = arith.constant 1431655765 : i32
  %s = kernel.load %seed[(d0) -> ()](%i) : tensor<i64> -> i64
  %t = kernel.load %step[(d0) -> ()](%i) : tensor<i64> -> i64
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<{N}xf32> -> f32
  %bits = kernel.philox %s, %t, %zero, %zero, %i
  %keep = arith.cmpi uge, %bits, %third : i32
  %d = arith.select %keep, %v, %none : f32
  kernel.store %d, %y[(d0) -> (d0)](%i) : f32 -> tensor<{N}xf32>
  kernel.store %bits, %b[(d0) -> (d0)](%i) : i32 -> tensor<{N}xui32>
}
