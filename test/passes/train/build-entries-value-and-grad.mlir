// RUN: gradc-opt %s --gradc-build-entries=entry=value_and_grad --split-input-file | FileCheck %s

// The gradient of every parameter and every float input, frozen or not.

// CHECK-LABEL: func.func @init() -> (
//  CHECK-SAME:   tensor<f32> {train.name = "w", train.role = "state"},
//  CHECK-SAME:   tensor<i64> {train.name = "seed", train.role = "state"},
//  CHECK-SAME:   tensor<i64> {train.name = "step", train.role = "state"})

// CHECK-LABEL: func.func @value_and_grad(
//  CHECK-SAME:   %[[W:[a-z0-9]*]]: tensor<f32> {{{.*}}}, train.name = "w", train.role = "parameter"},
//  CHECK-SAME:   %[[SEED:[a-z0-9]*]]: tensor<i64> {train.name = "seed", train.role = "counter"},
//  CHECK-SAME:   %[[STEP:[a-z0-9]*]]: tensor<i64> {train.name = "step", train.role = "counter"},
//  CHECK-SAME:   %[[X:[a-z0-9]*]]: tensor<f32> {train.name = "x", train.role = "input"},
//  CHECK-SAME:   %[[I:[a-z0-9]*]]: tensor<i32> {train.name = "index", train.role = "input"}) -> (
//  CHECK-SAME:   tensor<f32> {train.name = "loss", train.role = "loss"},
//  CHECK-SAME:   tensor<2xf32> {train.name = "again", train.role = "metric"},
//  CHECK-SAME:   tensor<i64> {train.name = "s", train.role = "output"},
//  CHECK-SAME:   tensor<f32> {train.name = "w", train.role = "gradient"},
//  CHECK-SAME:   tensor<f32> {train.name = "x", train.role = "gradient"})
//       CHECK:   %[[LOSS:.*]] = prim.multiply
//       CHECK:   %[[G:.*]]:2 = train.gradient %[[LOSS]] wrt(%[[W]], %[[X]])
//       CHECK:   return %[[LOSS]], %{{.*}}, %[[SEED]], %[[G]]#0, %[[G]]#1
func.func @forward(%x: tensor<f32> {train.role = "input", train.name = "x"},
                   %i: tensor<i32> {train.role = "input", train.name = "index"},
                   %w: tensor<f32> {train.role = "parameter", train.name = "w", train.init = {kind = "normal", mean = 0.0, std = 1.0}})
    -> (tensor<f32> {train.role = "loss"}, tensor<f32> {train.role = "metric", train.name = "again"}, tensor<i64> {train.role = "output", train.name = "s"}) {
  %s = train.scalar "seed" : tensor<i64>
  %y = prim.multiply %x, %w : tensor<f32>
  return %y, %y, %s : tensor<f32>, tensor<f32>, tensor<i64>
}

// -----

// A model without attributes and without a recipe.

// CHECK-LABEL: func.func @value_and_grad(
//  CHECK-SAME:   train.name = "arg0", train.role = "input"
//  CHECK-SAME:   tensor<f32> {train.name = "loss", train.role = "loss"},
//  CHECK-SAME:   tensor<3xf32> {train.name = "result1", train.role = "output"},
//  CHECK-SAME:   tensor<3xf32> {train.name = "arg0", train.role = "gradient"})
func.func @any(%x: tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>) {
  %z = prim.sine %x : tensor<3xf32>
  %c = prim.constant dense<0.0> : tensor<f32>
  %y = prim.reduce(%z init: %c) applies prim.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %y, %z : tensor<f32>, tensor<3xf32>
}
