// Kernels whose extent is an argument of the launch.

kernel.def @adamw grid(%i = ?) row()
    ins(%w: tensor<?xf32>, %g: tensor<?xf32>, %m: tensor<?xf32>, %v: tensor<?xf32>, %lr: tensor<f64>)
    outs(%nw: tensor<?xf32>, %nm: tensor<?xf32>, %nv: tensor<?xf32>) {
  %b1 = arith.constant 0.9 : f32
  %c1 = arith.constant 0.1 : f32
  %b2 = arith.constant 0.999 : f32
  %c2 = arith.constant 0.001 : f32
  %epsilon = arith.constant 1.0e-8 : f32
  %rate = kernel.load %lr[(d0) -> ()](%i) : tensor<f64> -> f64
  %r = arith.truncf %rate : f64 to f32
  %p = kernel.load %w[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %d = kernel.load %g[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %first = kernel.load %m[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %second = kernel.load %v[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %m0 = arith.mulf %first, %b1 : f32
  %m1 = math.fma %d, %c1, %m0 : f32
  %d2 = arith.mulf %d, %d : f32
  %v0 = arith.mulf %second, %b2 : f32
  %v1 = math.fma %d2, %c2, %v0 : f32
  %s = math.sqrt %v1 : f32
  %t = arith.addf %s, %epsilon : f32
  %q = arith.divf %m1, %t : f32
  %u = arith.mulf %q, %r : f32
  %n = arith.subf %p, %u : f32
  kernel.store %n, %nw[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
  kernel.store %m1, %nm[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
  kernel.store %v1, %nv[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}

// for T, C = f16, f32; bf16, f32; f64, f64
kernel.def @negate_{T} grid(%i = ?) row() ins(%x: tensor<?x{T}>) outs(%y: tensor<?x{T}>, %p: tensor<?xi1>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<?x{T}> -> {C}
  %n = arith.negf %v : {C}
  %l = arith.cmpf ult, %n, %v : {C}
  kernel.store %n, %y[(d0) -> (d0)](%i) : {C} -> tensor<?x{T}>
  kernel.store %l, %p[(d0) -> (d0)](%i) : i1 -> tensor<?xi1>
}
