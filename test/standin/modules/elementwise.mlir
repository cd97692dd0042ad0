// Points on their own: sizes that fill vectors and blocks and such that do not.

// for N = 1, 3, 4, 1000, 1024, 5001
kernel.def @gelu_{N} grid(%i = {N}) row() ins(%x: tensor<{N}xf32>) outs(%y: tensor<{N}xf32>) {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c = arith.constant 0.0356774 : f32
  %s = arith.constant 0.7978846 : f32
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<{N}xf32> -> f32
  %v2 = arith.mulf %v, %v : f32
  %t = arith.mulf %v2, %c : f32
  %u = arith.addf %t, %s : f32
  %a = arith.mulf %u, %v : f32
  %h = math.tanh %a : f32
  %p = arith.addf %h, %one : f32
  %q = arith.mulf %v, %half : f32
  %r = arith.mulf %p, %q : f32
  kernel.store %r, %y[(d0) -> (d0)](%i) : f32 -> tensor<{N}xf32>
}

// Several outputs of several types, of one input and of a scalar.

// for M, N = 12, 64; 37, 29; 1, 200; 200, 1
kernel.def @outputs_{M}_{N} grid(%i = {M}, %j = {N}) row()
    ins(%x: tensor<{M}x{N}xf32>, %b: tensor<{N}xf32>, %c: tensor<{M}xf32>, %s: tensor<f64>)
    outs(%y: tensor<{M}x{N}xf32>, %m: tensor<{M}x{N}xi1>, %h: tensor<{M}x{N}xf16>, %t: tensor<{N}x{M}xbf16>) {
  %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}xf32> -> f32
  %w = kernel.load %b[(d0, d1) -> (d1)](%i, %j) : tensor<{N}xf32> -> f32
  %u = kernel.load %c[(d0, d1) -> (d0)](%i, %j) : tensor<{M}xf32> -> f32
  %r = kernel.load %s[(d0, d1) -> ()](%i, %j) : tensor<f64> -> f64
  %rf = arith.truncf %r : f64 to f32
  %a = math.fma %v, %rf, %w : f32
  %d = arith.divf %a, %u : f32
  %p = arith.cmpf ogt, %d, %v : f32
  kernel.store %d, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<{M}x{N}xf32>
  kernel.store %p, %m[(d0, d1) -> (d0, d1)](%i, %j) : i1 -> tensor<{M}x{N}xi1>
  kernel.store %a, %h[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<{M}x{N}xf16>
  kernel.store %a, %t[(d0, d1) -> (d1, d0)](%i, %j) : f32 -> tensor<{N}x{M}xbf16>
}

// A narrow float is widened and rounded, element by element.

// for T, N = f16, 1000; f16, 8; bf16, 1000; bf16, 7; f32, 1002
kernel.def @low_{T}_{N} grid(%i = {N}) row() ins(%x: tensor<{N}x{T}>, %z: tensor<{N}x{T}>) outs(%y: tensor<{N}x{T}>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<{N}x{T}> -> f32
  %w = kernel.load %z[(d0) -> (d0)](%i) : tensor<{N}x{T}> -> f32
  %m = arith.maximumf %v, %w : f32
  %n = arith.minimumf %v, %w : f32
  %d = arith.subf %m, %n : f32
  kernel.store %d, %y[(d0) -> (d0)](%i) : f32 -> tensor<{N}x{T}>
}

kernel.def @doubles grid(%i = 501) row() ins(%x: tensor<501xf64>, %z: tensor<501xf64>) outs(%y: tensor<501xf64>, %f: tensor<501xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<501xf64> -> f64
  %w = kernel.load %z[(d0) -> (d0)](%i) : tensor<501xf64> -> f64
  %m = arith.maximumf %v, %w : f64
  %q = math.fma %v, %w, %m : f64
  %r = math.absf %q : f64
  %s = math.sqrt %r : f64
  %g = arith.truncf %s : f64 to f32
  kernel.store %s, %y[(d0) -> (d0)](%i) : f64 -> tensor<501xf64>
  kernel.store %g, %f[(d0) -> (d0)](%i) : f32 -> tensor<501xf32>
}

// Math whose bits have to be those of the CPU.

kernel.def @math grid(%i = 2000) row() ins(%x: tensor<2000xf32>)
    outs(%y0: tensor<2000xf32>, %y1: tensor<2000xf32>, %y2: tensor<2000xf32>, %y3: tensor<2000xf32>, %y4: tensor<2000xf32>,
         %y5: tensor<2000xf32>, %y6: tensor<2000xf32>, %y7: tensor<2000xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<2000xf32> -> f32
  %0 = math.exp %v : f32
  %1 = math.log %v : f32
  %2 = math.rsqrt %v : f32
  %3 = math.sqrt %v : f32
  %4 = math.erf %v : f32
  %5 = math.log1p %v : f32
  %6 = math.expm1 %v : f32
  %7 = math.tanh %v : f32
  kernel.store %0, %y0[(d0) -> (d0)](%i) : f32 -> tensor<2000xf32>
  kernel.store %1, %y1[(d0) -> (d0)](%i) : f32 -> tensor<2000xf32>
  kernel.store %2, %y2[(d0) -> (d0)](%i) : f32 -> tensor<2000xf32>
  kernel.store %3, %y3[(d0) -> (d0)](%i) : f32 -> tensor<2000xf32>
  kernel.store %4, %y4[(d0) -> (d0)](%i) : f32 -> tensor<2000xf32>
  kernel.store %5, %y5[(d0) -> (d0)](%i) : f32 -> tensor<2000xf32>
  kernel.store %6, %y6[(d0) -> (d0)](%i) : f32 -> tensor<2000xf32>
  kernel.store %7, %y7[(d0) -> (d0)](%i) : f32 -> tensor<2000xf32>
}

kernel.def @rounding grid(%i = 600) row() ins(%x: tensor<600xf32>)
    outs(%y0: tensor<600xf32>, %y1: tensor<600xf32>, %y2: tensor<600xf32>, %y3: tensor<600xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<600xf32> -> f32
  %0 = math.floor %v : f32
  %1 = math.ceil %v : f32
  %2 = math.roundeven %v : f32
  %3 = math.round %v : f32
  kernel.store %0, %y0[(d0) -> (d0)](%i) : f32 -> tensor<600xf32>
  kernel.store %1, %y1[(d0) -> (d0)](%i) : f32 -> tensor<600xf32>
  kernel.store %2, %y2[(d0) -> (d0)](%i) : f32 -> tensor<600xf32>
  kernel.store %3, %y3[(d0) -> (d0)](%i) : f32 -> tensor<600xf32>
}

// Integers wrap, and are signed or not by the op.

// for T, W = i8, i32; i16, i64; i32, i64
kernel.def @integers_{T} grid(%i = 333) row() ins(%x: tensor<333x{T}>, %z: tensor<333x{T}>)
    outs(%a: tensor<333x{T}>, %b: tensor<333x{T}>, %c: tensor<333x{T}>, %d: tensor<333x{W}>, %e: tensor<333xi1>, %f: tensor<333xf32>) {
  %seven = arith.constant 7 : {T}
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<333x{T}> -> {T}
  %w = kernel.load %z[(d0) -> (d0)](%i) : tensor<333x{T}> -> {T}
  %sum = arith.addi %v, %w : {T}
  %product = arith.muli %sum, %v : {T}
  %quotient = arith.divui %v, %seven : {T}
  %shift = arith.andi %w, %seven : {T}
  %left = arith.shli %quotient, %shift : {T}
  %right = arith.shrsi %v, %shift : {T}
  %mixed = arith.xori %left, %right : {T}
  %wide = arith.extsi %product : {T} to {W}
  %less = arith.cmpi slt, %v, %w : {T}
  %float = arith.sitofp %mixed : {T} to f32
  kernel.store %product, %a[(d0) -> (d0)](%i) : {T} -> tensor<333x{T}>
  kernel.store %mixed, %b[(d0) -> (d0)](%i) : {T} -> tensor<333x{T}>
  kernel.store %right, %c[(d0) -> (d0)](%i) : {T} -> tensor<333x{T}>
  kernel.store %wide, %d[(d0) -> (d0)](%i) : {W} -> tensor<333x{W}>
  kernel.store %less, %e[(d0) -> (d0)](%i) : i1 -> tensor<333xi1>
  kernel.store %float, %f[(d0) -> (d0)](%i) : f32 -> tensor<333xf32>
}

kernel.def @booleans grid(%i = 70) row() ins(%p: tensor<70xi1>, %q: tensor<70xi1>, %x: tensor<70xf32>)
    outs(%y: tensor<70xi1>, %z: tensor<70xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = kernel.load %p[(d0) -> (d0)](%i) : tensor<70xi1> -> i1
  %b = kernel.load %q[(d0) -> (d0)](%i) : tensor<70xi1> -> i1
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<70xf32> -> f32
  %c = arith.xori %a, %b : i1
  %s = arith.select %c, %v, %zero : f32
  kernel.store %c, %y[(d0) -> (d0)](%i) : i1 -> tensor<70xi1>
  kernel.store %s, %z[(d0) -> (d0)](%i) : f32 -> tensor<70xf32>
}

// Numbers made of indices, and elements that are not there.

kernel.def @padded grid(%i = 20, %j = 50) row() ins(%x: tensor<18x44xf32>) outs(%y: tensor<20x50xf32>) {
  %zero = arith.constant -1.0 : f32
  %lo = arith.constant 3 : index
  %hi = arith.constant 47 : index
  %top = arith.constant 18 : index
  %a = arith.cmpi uge, %j, %lo : index
  %b = arith.cmpi ult, %j, %hi : index
  %c = arith.cmpi ult, %i, %top : index
  %ab = arith.andi %a, %b : i1
  %in = arith.andi %ab, %c : i1
  %v = kernel.load %x[(d0, d1) -> (d0, d1 - 3)](%i, %j) if %in else %zero as f32 : tensor<18x44xf32> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<20x50xf32>
}

kernel.def @numbered grid(%i = 9, %j = 31) row() ins(%x: tensor<31xi32>) outs(%y: tensor<9x31xi32>, %h: tensor<9x31xi1>) {
  %n = kernel.index[(d0, d1) -> (d0 * 31 + d1)](%i, %j)
  %k = arith.index_cast %n : index to i32
  %v = kernel.load %x[(d0, d1) -> (-d1 + 30)](%i, %j) : tensor<31xi32> -> i32
  %e = arith.cmpi eq, %v, %k : i32
  %s = arith.addi %v, %k : i32
  kernel.store %s, %y[(d0, d1) -> (d0, d1)](%i, %j) : i32 -> tensor<9x31xi32>
  kernel.store %e, %h[(d0, d1) -> (d0, d1)](%i, %j) : i1 -> tensor<9x31xi1>
}

// Transposes and strides.

// for M, N = 64, 96; 50, 70; 3, 100; 100, 3
kernel.def @transpose_{M}_{N} grid(%i = {M}, %j = {N}) row() ins(%x: tensor<{N}x{M}xf32>, %z: tensor<{M}x{N}xf32>)
    outs(%y: tensor<{M}x{N}xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d1, d0)](%i, %j) : tensor<{N}x{M}xf32> -> f32
  %w = kernel.load %z[(d0, d1) -> (d0, d1)](%i, %j) : tensor<{M}x{N}xf32> -> f32
  %s = arith.addf %v, %w : f32
  kernel.store %s, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<{M}x{N}xf32>
}

kernel.def @heads grid(%b = 3, %t = 17, %h = 4, %d = 10) row() ins(%x: tensor<3x17x40xbf16>) outs(%y: tensor<3x4x17x10xbf16>) {
  %v = kernel.load %x[(d0, d1, d2, d3) -> (d0, d1, d2 * 10 + d3)](%b, %t, %h, %d) : tensor<3x17x40xbf16> -> f32
  kernel.store %v, %y[(d0, d1, d2, d3) -> (d0, d2, d1, d3)](%b, %t, %h, %d) : f32 -> tensor<3x4x17x10xbf16>
}

kernel.def @strided grid(%i = 21, %j = 33) row() ins(%x: tensor<42x99xf32>) outs(%y: tensor<21x33xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d0 * 2 + 1, d1 * 3)](%i, %j) : tensor<42x99xf32> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<21x33xf32>
}
