// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK: module attributes {train.batch = 4 : i64}
module attributes {train.batch = 4 : i64} {
  // CHECK: func.func @entry(
  func.func @entry(
      %w: tensor<3xf32> {train.role = "parameter", train.name = "w", train.init = {kind = "uniform", low = -0.1, high = 0.1}},
      %m: tensor<3xf32> {train.role = "slot", train.name = "w.exp_avg", train.init = {kind = "constant", value = 0.0}},
      %x: tensor<4x3xf32> {train.role = "input", train.name = "x", train.batch = 4 : i64},
      %lr: tensor<f64> {train.role = "scalar", train.name = "lr", train.default = 1.0e-3 : f64})
      -> (tensor<3xf32> {train.role = "state", train.name = "w"}, tensor<4x3xf32> {train.role = "output", train.name = "y", train.batch = 4 : i64}) {
    return %w, %x : tensor<3xf32>, tensor<4x3xf32>
  }
}
