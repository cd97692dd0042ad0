// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: kernel.def @values
//       CHECK:     kernel.yield %{{.*}}, %{{.*}} : f64, i64
kernel.def @values grid() row(8) ins(%x: tensor<8xf64>, %n: tensor<8xi64>) outs(%y: tensor<f64>, %m: tensor<i64>) {
  %r:2 = kernel.stage reduce(max, add) at(%j) : f64, i64 {
    %v = kernel.load %x[(d0) -> (d0)](%j) : tensor<8xf64> -> f64
    %w = kernel.load %n[(d0) -> (d0)](%j) : tensor<8xi64> -> i64
    kernel.yield %v, %w : f64, i64
  }
  kernel.store %r#0, %y[() -> ()]() : f64 -> tensor<f64>
  kernel.store %r#1, %m[() -> ()]() : i64 -> tensor<i64>
}

// Nothing is yielded: the op may be left out.

// CHECK-LABEL: kernel.def @nothing
//   CHECK-NOT:   kernel.yield
kernel.def @nothing grid() row(8) ins() outs(%y: tensor<8xf32>) {
  %one = arith.constant 1.0 : f32
  kernel.stage at(%j) {
    kernel.store %one, %y[(d0) -> (d0)](%j) : f32 -> tensor<8xf32>
    kernel.yield
  }
}
