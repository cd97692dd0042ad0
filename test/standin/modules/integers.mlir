// Integers narrower than 32 bits, which C++ would compute as ints.

// for T, B = i8, 7; i16, 15
kernel.def @shift_{T} grid(%i = 77) row() ins(%x: tensor<77x{T}>, %n: tensor<77x{T}>)
    outs(%a: tensor<77x{T}>, %b: tensor<77x{T}>, %c: tensor<77x{T}>) {
  %most = arith.constant {B} : {T}
  %least = arith.constant -3 : {T}
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<77x{T}> -> {T}
  %w = kernel.load %n[(d0) -> (d0)](%i) : tensor<77x{T}> -> {T}
  %s = arith.minui %w, %most : {T}
  %right = arith.shrsi %v, %s : {T}
  %up = arith.maxsi %w, %least : {T}
  %sum = arith.addi %v, %up : {T}
  %quotient = arith.floordivsi %sum, %most : {T}
  kernel.store %right, %a[(d0) -> (d0)](%i) : {T} -> tensor<77x{T}>
  kernel.store %up, %b[(d0) -> (d0)](%i) : {T} -> tensor<77x{T}>
  kernel.store %quotient, %c[(d0) -> (d0)](%i) : {T} -> tensor<77x{T}>
}
