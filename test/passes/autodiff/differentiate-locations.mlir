// RUN: gradc-opt %s --gradc-differentiate --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// What is emitted for an op has its location.

// CHECK-LABEL: func.func @locations(
//       CHECK:   train.batch_sum
//       CHECK:   prim.select {{.*}} loc("model.mlir":7:3)
func.func @locations(%x: tensor<4xf32>, %n: tensor<i64>) -> tensor<4xf32> {
  %y = train.batch_sum %x, %n {batch = 4 : i64} : (tensor<4xf32>, tensor<i64>) -> tensor<f32> loc("model.mlir":7:3)
  %g = train.gradient %y wrt(%x) : tensor<f32>, tensor<4xf32> loc("model.mlir":9:3)
  return %g : tensor<4xf32>
}
