// RUN: gradc-opt %s --gradc-kernel-to-loops --split-input-file  | FileCheck %s

// The second stage computes an exponential and keeps it, the third reads it and computes none, nor what it is made of;
// what is cheap is computed again.

// CHECK-LABEL: func.func @softmax
//       CHECK:   %[[KEPT:.*]] = memref.alloca() {alignment = 64 : i64} : memref<128xf32>
//       CHECK:   scf.for
//       CHECK:     arith.maximumf
//       CHECK:     %[[E:.*]] = math.exp
//       CHECK:     vector.store %[[E]], %[[KEPT]]
//       CHECK:     %[[R:.*]] = vector.load %[[KEPT]]
//   CHECK-NOT:     arith.subf
//       CHECK:     arith.divf %[[R]]
//   CHECK-NOT:   math.exp
//       CHECK:   return
kernel.def @softmax grid(%i = 64) row(128) ins(%x: tensor<64x128xf32>) outs(%y: tensor<64x128xf32>) {
  %max = kernel.stage reduce(max) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<64x128xf32> -> f32
    kernel.yield %v : f32
  }
  %sum = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<64x128xf32> -> f32
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    kernel.yield %e : f32
  }
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<64x128xf32> -> f32
    %d = arith.subf %v, %max : f32
    %e = math.exp %d : f32
    %p = arith.divf %e, %sum : f32
    kernel.store %p, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<64x128xf32>
  }
}

// Lanes over the grid keep a row each. A difference is cheaper than a buffer.

// CHECK-LABEL: func.func @columns
//   CHECK-NOT:   memref.alloca() {{.*}} memref<64xf32>
//       CHECK:   memref.alloca() {alignment = 64 : i64} : memref<48xf32>
//   CHECK-NOT:   memref.alloca
//       CHECK:   return
kernel.def @columns grid(%j = 64) row(3) ins(%x: tensor<3x64xf32>) outs(%y: tensor<3x64xf32>) {
  %sum = kernel.stage reduce(add) at(%i) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d1, d0)](%j, %i) : tensor<3x64xf32> -> f32
    %t = math.tanh %v : f32
    kernel.yield %t : f32
  }
  %squares = kernel.stage reduce(add) at(%i) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d1, d0)](%j, %i) : tensor<3x64xf32> -> f32
    %t = math.tanh %v : f32
    %d = arith.subf %t, %sum : f32
    %s = arith.mulf %d, %d : f32
    kernel.yield %s : f32
  }
  kernel.stage at(%i) {
    %v = kernel.load %x[(d0, d1) -> (d1, d0)](%j, %i) : tensor<3x64xf32> -> f32
    %t = math.tanh %v : f32
    %d = arith.subf %t, %sum : f32
    %p = arith.mulf %d, %squares : f32
    kernel.store %p, %y[(d0, d1) -> (d1, d0)](%j, %i) : f32 -> tensor<3x64xf32>
  }
}
