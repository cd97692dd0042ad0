// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// A value is rounded to the element's type.

// CHECK-LABEL: kernel.def @types
//       CHECK:   kernel.store %{{.*}}, %{{.*}}[(d0) -> (d0)](%{{.*}}) : f32 -> tensor<4xf16>
//       CHECK:   kernel.store %{{.*}}, %{{.*}}[(d0) -> (d0)](%{{.*}}) : i8 -> tensor<4xui8>
kernel.def @types grid(%i = 4) row() ins() outs(%y: tensor<4xf16>, %z: tensor<4xui8>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2 : i8
  kernel.store %one, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf16>
  kernel.store %two, %z[(d0) -> (d0)](%i) : i8 -> tensor<4xui8>
}

// In a stage an output has the row's dimensions as well.

// CHECK-LABEL: kernel.def @stage
//       CHECK:     kernel.store %{{.*}}, %{{.*}}[(d0, d1) -> (d1, d0)](%{{.*}}, %{{.*}}) : f32 -> tensor<8x4xf32>
kernel.def @stage grid(%i = 4) row(8) ins() outs(%y: tensor<8x4xf32>) {
  %one = arith.constant 1.0 : f32
  kernel.stage at(%j) {
    kernel.store %one, %y[(d0, d1) -> (d1, d0)](%i, %j) : f32 -> tensor<8x4xf32>
  }
}
