// Rows that belong to one point of the grid: their folds, and what follows.

// for M, N = 5, 1; 40, 2; 300, 3; 128, 4; 60, 8; 128, 10; 40, 31; 9, 32; 9, 33; 20, 77; 6, 256; 3, 1000; 2, 1024; 2, 4099; 1, 20000
kernel.def @softmax_{M}_{N} grid(%i = {M}) row({N}) ins(%x: tensor<{M}x{N}xf32>) outs(%y: tensor<{M}x{N}xf32>) {
  %max = kernel.stage reduce(max) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}xf32> -> f32
    kernel.yield %v : f32
  }
  %sum = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}xf32> -> f32
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    kernel.yield %e : f32
  }
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}xf32> -> f32
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    %p = arith.divf %e, %sum : f32
    kernel.store %p, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<{M}x{N}xf32>
  }
}

// Moments of a row, with an output a row and one an element.

// for T, M, N = f32, 7, 768; bf16, 5, 768; f16, 33, 50; f32, 4, 1001
kernel.def @norm_{T}_{M}_{N} grid(%i = {M}) row({N}) ins(%x: tensor<{M}x{N}x{T}>, %g: tensor<{N}xf32>)
    outs(%y: tensor<{M}x{N}x{T}>, %m: tensor<{M}xf32>) {
  %n = arith.constant {N}.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %sum = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}x{T}> -> f32
    kernel.yield %v : f32
  }
  %mean = arith.divf %sum, %n : f32
  %squares = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}x{T}> -> f32
    %d = arith.subf %v, %mean : f32
    %q = arith.mulf %d, %d : f32
    kernel.yield %q : f32
  }
  %variance = arith.divf %squares, %n : f32
  %shifted = arith.addf %variance, %epsilon : f32
  %r = math.rsqrt %shifted : f32
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}x{T}> -> f32
    %w = kernel.load %g[(d0, d1) -> (d1)](%i, %j) : tensor<{N}xf32> -> f32
    %d = arith.subf %v, %mean : f32
    %e = arith.mulf %d, %r : f32
    %z = arith.mulf %e, %w : f32
    kernel.store %z, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<{M}x{N}x{T}>
  }
  kernel.store %mean, %m[(d0) -> (d0)](%i) : f32 -> tensor<{M}xf32>
}

// All kinds of folds of one row, at once.

kernel.def @kinds grid(%i = 11) row(45) ins(%x: tensor<11x45xf32>) outs(%a: tensor<11xf32>, %b: tensor<11xf32>, %c: tensor<11xf32>) {
  %sum, %max, %min = kernel.stage reduce(add, max, min) at(%j) : f32, f32, f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<11x45xf32> -> f32
    kernel.yield %v, %v, %v : f32, f32, f32
  }
  kernel.store %sum, %a[(d0) -> (d0)](%i) : f32 -> tensor<11xf32>
  kernel.store %max, %b[(d0) -> (d0)](%i) : f32 -> tensor<11xf32>
  kernel.store %min, %c[(d0) -> (d0)](%i) : f32 -> tensor<11xf32>
}

// for N = 6, 40, 100
kernel.def @product_{N} grid(%i = 11) row({N}) ins(%x: tensor<11x{N}xf32>) outs(%a: tensor<11xf32>) {
  %p = kernel.stage reduce(mul) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<11x{N}xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %p, %a[(d0) -> (d0)](%i) : f32 -> tensor<11xf32>
}

// for T = i8, i32, i64
kernel.def @integers_{T} grid(%i = 13) row(70) ins(%x: tensor<13x70x{T}>)
    outs(%a: tensor<13x{T}>, %b: tensor<13x{T}>, %c: tensor<13x{T}>, %d: tensor<13x{T}>, %e: tensor<13x{T}>, %f: tensor<13x{T}>) {
  %0, %1, %2, %3, %4, %5 = kernel.stage reduce(add, max, min, maxu, minu, or) at(%j) : {T}, {T}, {T}, {T}, {T}, {T} {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<13x70x{T}> -> {T}
    kernel.yield %v, %v, %v, %v, %v, %v : {T}, {T}, {T}, {T}, {T}, {T}
  }
  kernel.store %0, %a[(d0) -> (d0)](%i) : {T} -> tensor<13x{T}>
  kernel.store %1, %b[(d0) -> (d0)](%i) : {T} -> tensor<13x{T}>
  kernel.store %2, %c[(d0) -> (d0)](%i) : {T} -> tensor<13x{T}>
  kernel.store %3, %d[(d0) -> (d0)](%i) : {T} -> tensor<13x{T}>
  kernel.store %4, %e[(d0) -> (d0)](%i) : {T} -> tensor<13x{T}>
  kernel.store %5, %f[(d0) -> (d0)](%i) : {T} -> tensor<13x{T}>
}

kernel.def @all_and_any grid(%i = 40) row(5) ins(%x: tensor<40x5xi1>) outs(%a: tensor<40xi1>, %b: tensor<40xi1>) {
  %all, %any = kernel.stage reduce(and, or) at(%j) : i1, i1 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<40x5xi1> -> i1
    kernel.yield %v, %v : i1, i1
  }
  kernel.store %all, %a[(d0) -> (d0)](%i) : i1 -> tensor<40xi1>
  kernel.store %any, %b[(d0) -> (d0)](%i) : i1 -> tensor<40xi1>
}

kernel.def @doubles grid(%i = 5) row(300) ins(%x: tensor<5x300xf64>) outs(%y: tensor<5xf64>) {
  %s = kernel.stage reduce(add) at(%j) : f64 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<5x300xf64> -> f64
    kernel.yield %v : f64
  }
  kernel.store %s, %y[(d0) -> (d0)](%i) : f64 -> tensor<5xf64>
}

// Cross-entropy of rows with the gradient: the label is compared, not gathered.

kernel.def @cross_entropy grid(%i = 30) row(10) ins(%x: tensor<30x10xf32>, %label: tensor<30xi32>)
    outs(%l: tensor<30xf32>, %dx: tensor<30x10xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %t = kernel.load %label[(d0) -> (d0)](%i) : tensor<30xi32> -> i32
  %max = kernel.stage reduce(max) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<30x10xf32> -> f32
    kernel.yield %v : f32
  }
  %sum, %own = kernel.stage reduce(add, add) at(%j) : f32, f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<30x10xf32> -> f32
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    %k = arith.index_cast %j : index to i32
    %is = arith.cmpi eq, %k, %t : i32
    %o = arith.select %is, %d, %zero : f32
    kernel.yield %e, %o : f32, f32
  }
  %log = math.log %sum : f32
  %loss = arith.subf %log, %own : f32
  kernel.store %loss, %l[(d0) -> (d0)](%i) : f32 -> tensor<30xf32>
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<30x10xf32> -> f32
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    %p = arith.divf %e, %sum : f32
    %k = arith.index_cast %j : index to i32
    %is = arith.cmpi eq, %k, %t : i32
    %y = arith.select %is, %one, %zero : f32
    %g = arith.subf %p, %y : f32
    kernel.store %g, %dx[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<30x10xf32>
  }
}

// Several dimensions on both sides; the row's not the last of memory.

kernel.def @planes grid(%b = 4, %c = 6) row(5, 7) ins(%x: tensor<4x6x5x7xf32>) outs(%y: tensor<4x6xf32>) {
  %s = kernel.stage reduce(add) at(%h, %w) : f32 {
    %v = kernel.load %x[(d0, d1, d2, d3) -> (d0, d1, d2, d3)](%b, %c, %h, %w) : tensor<4x6x5x7xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[(d0, d1) -> (d0, d1)](%b, %c) : f32 -> tensor<4x6xf32>
}

kernel.def @channels grid(%c = 6) row(4, 35) ins(%x: tensor<4x6x35xf32>) outs(%y: tensor<6xf32>, %z: tensor<4x6x35xf32>) {
  %s = kernel.stage reduce(add) at(%b, %w) : f32 {
    %v = kernel.load %x[(d0, d1, d2) -> (d1, d0, d2)](%c, %b, %w) : tensor<4x6x35xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[(d0) -> (d0)](%c) : f32 -> tensor<6xf32>
  kernel.stage at(%b, %w) {
    %v = kernel.load %x[(d0, d1, d2) -> (d1, d0, d2)](%c, %b, %w) : tensor<4x6x35xf32> -> f32
    %d = arith.subf %v, %s : f32
    kernel.store %d, %z[(d0, d1, d2) -> (d1, d0, d2)](%c, %b, %w) : f32 -> tensor<4x6x35xf32>
  }
}

// A fold of everything.

// for N = 1, 2, 4, 50, 5000
kernel.def @total_{N} grid() row({N}) ins(%x: tensor<{N}xf32>) outs(%y: tensor<f32>) {
  %s = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0) -> (d0)](%j) : tensor<{N}xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[() -> ()]() : f32 -> tensor<f32>
}
