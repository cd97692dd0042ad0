// RUN: split-file %s %t
// RUN: gradc %t/program.mlir --emit=kernel | FileCheck %t/program.mlir
// RUN: gradc %t/program.mlir --emit=rt | FileCheck %t/program.mlir --check-prefix=RT
// RUN: not gradc %t/mixed.mlir --emit=rt 2>&1 | FileCheck %t/mixed.mlir

//--- program.mlir

// A program may be written on the kernel floor: it stays as it is there, and goes down.

// CHECK: kernel.def @negate grid(%{{.*}} = 128) row()
// CHECK: func.func @main
// CHECK:   kernel.call @negate

// RT: rt.program @main
// RT:   rt.bind input "x"
// RT:   rt.bind output "y"
// RT:   rt.launch @negate

kernel.def @negate grid(%i = 128) row() ins(%x: tensor<128xf32>) outs(%y: tensor<128xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<128xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<128xf32>
}

func.func @main(%x: tensor<128xf32> {train.role = "input", train.name = "x"})
    -> (tensor<128xf32> {train.role = "output", train.name = "y"}) {
  %y = kernel.call @negate(%x) : (tensor<128xf32>) -> tensor<128xf32>
  return %y : tensor<128xf32>
}

//--- mixed.mlir

// Ops of higher floors don't belong there.

// CHECK: error: 'prim.abs' op {{.*}}kernel

kernel.def @unused grid(%i = 4) row() ins() outs(%y: tensor<4xf32>) {
  %n = arith.constant 1.0 : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

func.func @main(%x: tensor<4xf32> {train.role = "input", train.name = "x"})
    -> (tensor<4xf32> {train.role = "output", train.name = "y"}) {
  %y = prim.abs %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
