// RUN: gradc-opt %s | gradc-opt | FileCheck %s

kernel.def @twice grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>, %z: tensor<4xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
  kernel.store %v, %z[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

kernel.def @one grid() row() ins() outs(%y: tensor<f32>) {
  %one = arith.constant 1.0 : f32
  kernel.store %one, %y[() -> ()]() : f32 -> tensor<f32>
}

// CHECK-LABEL: func.func @calls
//       CHECK:   kernel.call @twice(%{{.*}}) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
//       CHECK:   kernel.call @one() : () -> tensor<f32>
func.func @calls(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %y:2 = kernel.call @twice(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %one = kernel.call @one() : () -> tensor<f32>
  return %y#1, %one : tensor<4xf32>, tensor<f32>
}
