// RUN: gradc-opt %s --gradc-build-entries --split-input-file | FileCheck %s

// AdamW: every entry, its arguments and results in order.

// CHECK-LABEL: module attributes {train.batch = 4 : i64}
//       CHECK: train.recipe

// CHECK-LABEL: func.func @init() -> (
//  CHECK-SAME:   tensor<3xf32> {train.name = "w", train.role = "state"},
//  CHECK-SAME:   tensor<3xf32> {train.name = "w.exp_avg", train.role = "state"},
//  CHECK-SAME:   tensor<3xf32> {train.name = "w.exp_avg_sq", train.role = "state"},
//  CHECK-SAME:   tensor<i64> {train.name = "seed", train.role = "state"},
//  CHECK-SAME:   tensor<i64> {train.name = "step", train.role = "state"},
//  CHECK-SAME:   tensor<i64> {train.name = "skipped", train.role = "state"})
//       CHECK:   train.scalar "seed" {default = 0 : i64} : tensor<i64>
//       CHECK:   prim.philox

// CHECK-LABEL: func.func @step(
//  CHECK-SAME:   %[[W:[a-z0-9]*]]: tensor<3xf32> {train.init = {{{.*}}}, train.name = "w", train.role = "parameter"},
//  CHECK-SAME:   %[[M:[a-z0-9]*]]: tensor<3xf32> {train.name = "w.exp_avg", train.role = "slot"},
//  CHECK-SAME:   %[[V:[a-z0-9]*]]: tensor<3xf32> {train.name = "w.exp_avg_sq", train.role = "slot"},
//  CHECK-SAME:   %[[SEED:[a-z0-9]*]]: tensor<i64> {train.name = "seed", train.role = "counter"},
//  CHECK-SAME:   %[[STEP:[a-z0-9]*]]: tensor<i64> {train.name = "step", train.role = "counter"},
//  CHECK-SAME:   %[[SKIPPED:[a-z0-9]*]]: tensor<i64> {train.name = "skipped", train.role = "counter"},
//  CHECK-SAME:   %[[X:[a-z0-9]*]]: tensor<4x3xf32> {train.batch = 4 : i64, train.name = "x", train.role = "input"})
//  CHECK-SAME:   tensor<f32> {train.name = "loss", train.role = "loss"},
//  CHECK-SAME:   tensor<2xf32> {train.name = "error", train.role = "metric"},
//  CHECK-SAME:   tensor<2xf32> {train.name = "lr", train.role = "metric"},
//  CHECK-SAME:   tensor<2xf32> {train.name = "skipped", train.role = "metric"})
//       CHECK:   %[[ROWS:.*]] = train.scalar "valid_rows" {default = 4 : i64}
//       CHECK:   train.valid_input %[[X]], %[[ROWS]] {batch = 4 : i64}
//       CHECK:   %[[LOSS:.*]] = train.batch_mean
//       CHECK:   %[[G:.*]] = train.gradient %[[LOSS]] wrt(%[[W]])
//       CHECK:   %[[OK:.*]] = train.all_finite %[[LOSS]] : tensor<f32>
//       CHECK:   %[[BASE:.*]] = train.scalar "lr" {default = 1.000000e-03 : f64}
//       CHECK:   %[[TOTAL:.*]] = train.scalar "total_steps" {default = 0.000000e+00 : f64}
//       CHECK:   %[[LR:.*]] = train.schedule %[[BASE]], %[[STEP]], %[[TOTAL]] ["cosine to 0"]
//       CHECK:   %[[NEW_W:.*]], %{{.*}}, %{{.*}} = train.adam %[[W]], %[[G]], %[[M]], %[[V]] lr %[[LR]] {{.*}} step %[[STEP]] {decoupled}
//       CHECK:   %[[STATE_W:.*]] = prim.select %[[OK]], %[[NEW_W]], %[[W]]
//       CHECK:   %[[STATE_STEP:.*]] = prim.select %[[OK]], %{{.*}}, %[[STEP]]
//       CHECK:   %[[STATE_SKIPPED:.*]] = prim.select %[[OK]], %[[SKIPPED]], %{{.*}}
//       CHECK:   return %[[STATE_W]], %{{.*}}, %{{.*}}, %[[SEED]], %[[STATE_STEP]], %[[STATE_SKIPPED]], %[[LOSS]],

// CHECK-LABEL: func.func @eval(
//  CHECK-SAME:   %{{[a-z0-9]*}}: tensor<3xf32> {{{.*}}train.role = "parameter"},
//  CHECK-SAME:   %{{[a-z0-9]*}}: tensor<4x3xf32> {{{.*}}train.role = "input"}) -> (
//  CHECK-SAME:   tensor<2xf32> {train.name = "loss", train.role = "metric"},
//  CHECK-SAME:   tensor<2xf32> {train.name = "error", train.role = "metric"},
//  CHECK-SAME:   tensor<4x3xf32> {train.batch = 4 : i64, train.name = "y", train.role = "output"})
//       CHECK:   %[[SUM:.*]] = train.batch_sum
//       CHECK:   prim.reshape %[[SUM]]

// CHECK-LABEL: func.func @predict(
//   CHECK-NOT:   train.batch_sum
//       CHECK:   return

// CHECK-NOT: @forward
module attributes {train.batch = 4 : i64} {
  func.func @forward(%x: tensor<4x3xf32> {train.role = "input", train.name = "x", train.batch = 4 : i64},
                     %w: tensor<3xf32> {train.role = "parameter", train.name = "w", train.init = {kind = "uniform", low = -0.1, high = 0.1}})
      -> (tensor<f32> {train.role = "loss", train.name = "loss"}, tensor<f32> {train.role = "metric", train.name = "error"},
          tensor<4x3xf32> {train.role = "output", train.name = "y", train.batch = 4 : i64}) {
    %n = train.scalar "valid_rows" : tensor<i64>
    %b = prim.broadcast_in_dim %w, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
    %y = prim.multiply %x, %b : tensor<4x3xf32>
    %one = prim.constant dense<1.0> : tensor<4x3xf32>
    %sum = train.batch_sum %y, %n {batch = 4 : i64} : (tensor<4x3xf32>, tensor<i64>) -> tensor<f32>
    %count = train.batch_sum %one, %n {batch = 4 : i64} : (tensor<4x3xf32>, tensor<i64>) -> tensor<f32>
    %loss = train.batch_mean %sum, %count : tensor<f32>
    return %loss, %loss, %y : tensor<f32>, tensor<f32>, tensor<4x3xf32>
  }
  train.recipe {optimizer = "adamw", schedule = ["cosine to 0"]}
}

// -----

// Plain SGD has no slots, and a constant rate no schedule. A loss that is no
// mean over the batch counts once where there is no batch.

// CHECK-LABEL: func.func @step(
//  CHECK-SAME:   train.name = "w", train.role = "parameter"},
//  CHECK-SAME:   train.name = "seed"
//   CHECK-NOT:   train.schedule
//       CHECK:   train.sgd %{{.*}}, %{{.*}} lr %{{.*}} weight_decay %{{.*}} step %{{[a-z0-9]*}} : tensor<f32>
// CHECK-LABEL: func.func @eval(
//       CHECK:   %[[LOSS:.*]] = prim.multiply
//   CHECK-DAG:   prim.reshape %[[LOSS]]
//   CHECK-DAG:   dense<1.0{{.*}}> : tensor<f32>
//   CHECK-NOT: func.func @predict
func.func @forward(%x: tensor<f32> {train.role = "input", train.name = "x"},
                   %w: tensor<f32> {train.role = "parameter", train.name = "w", train.init = {kind = "constant", value = 2.0}}) -> tensor<f32> {
  %y = prim.multiply %x, %w : tensor<f32>
  return %y : tensor<f32>
}
train.recipe {optimizer = "sgd", lr = 0.1}

// -----

// Momentum has a buffer; non-finite gradients skip when the recipe says so.

// CHECK-LABEL: func.func @step(
//  CHECK-SAME:   train.name = "w.momentum_buffer", train.role = "slot"
//       CHECK:   %[[G:.*]] = train.gradient
//       CHECK:   train.all_finite %{{.*}}, %[[G]]
//       CHECK:   train.sgd {{.*}} momentum {{.*}} {nesterov}
func.func @forward(%x: tensor<f32> {train.role = "input", train.name = "x"},
                   %w: tensor<f32> {train.role = "parameter", train.name = "w", train.init = {kind = "constant", value = 2.0}}) -> tensor<f32> {
  %y = prim.multiply %x, %w : tensor<f32>
  return %y : tensor<f32>
}
train.recipe {optimizer = "sgd", momentum = 0.9, nesterov, skip_nonfinite = "gradients"}

// -----

// Groups: the longest pattern decides each setting on its own; a frozen
// parameter has no slots and is returned as it is.

// CHECK-LABEL: func.func @step(
//  CHECK-SAME:   %[[A:[a-z0-9]*]]: tensor<f32> {{{[^}]*}}{{[^}]*}}}, train.name = "fc.bias"
//  CHECK-SAME:   %[[B:[a-z0-9]*]]: tensor<f32> {{{[^}]*}}{{[^}]*}}}, train.name = "head.bias"
//   CHECK-NOT:   "head.bias.exp_avg"
//       CHECK:   train.gradient %{{.*}} wrt(%[[A]])
//       CHECK:   %[[LR:.*]] = train.scalar "lr[fc.bias]" {default = 1.000000e-01 : f64}
//       CHECK:   %[[WD:.*]] = train.scalar "weight_decay[*.bias]" {default = 0.000000e+00 : f64}
//       CHECK:   train.adam {{.*}} lr %[[LR]] {{.*}} weight_decay %[[WD]]
//       CHECK:   return %{{.*}}, %[[B]],
func.func @forward(%x: tensor<f32> {train.role = "input", train.name = "x"},
                   %a: tensor<f32> {train.role = "parameter", train.name = "fc.bias", train.init = {kind = "constant", value = 2.0}},
                   %b: tensor<f32> {train.role = "parameter", train.name = "head.bias", train.init = {kind = "constant", value = 2.0}}) -> tensor<f32> {
  %y = prim.multiply %x, %a : tensor<f32>
  %z = prim.multiply %y, %b : tensor<f32>
  return %z : tensor<f32>
}
train.recipe {optimizer = "adam", groups = {"*.bias" = {weight_decay = 0.0, lr = 1.0}, "fc.bias" = {lr = 0.1}, "head.bias" = {frozen = true}}}

// -----

// Dropout is in the step only; so is the state of a buffer, whose new value is
// kept where the loss is finite.

// CHECK-LABEL: func.func @step(
//  CHECK-SAME:   %[[MEAN:[a-z0-9]*]]: tensor<f32> {{{.*}}}, train.name = "mean", train.role = "buffer"
//       CHECK:   nn.dropout
//       CHECK:   prim.select %{{.*}}, %{{.*}}, %[[MEAN]]
// CHECK-LABEL: func.func @eval(
//  CHECK-SAME:   %[[X:[a-z0-9]*]]: tensor<4xf32> {train.name = "x", train.role = "input"}) -> (
//   CHECK-NOT:   nn.dropout
//       CHECK:   prim.reduce(%[[X]]
func.func @forward(%x: tensor<4xf32> {train.role = "input", train.name = "x"},
                   %m: tensor<f32> {train.role = "buffer", train.name = "mean", train.init = {kind = "constant", value = 0.0}})
    -> (tensor<f32> {train.role = "loss", train.name = "loss"}, tensor<f32> {train.role = "state", train.name = "mean"}) {
  %d = nn.dropout "drop"(%x) {p = 0.5 : f64, stream = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %c = prim.constant dense<0.0> : tensor<f32>
  %y = prim.reduce(%d init: %c) applies prim.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %n = prim.add %m, %y : tensor<f32>
  return %y, %n : tensor<f32>, tensor<f32>
}
train.recipe {optimizer = "sgd"}

// -----

// Without attributes everything is an input, and the first float scalar the
// loss. An input that only the loss needs is not asked for by predict.

// CHECK-LABEL: func.func @eval(
//  CHECK-SAME:   train.name = "arg0", train.role = "input"
//  CHECK-SAME:   train.name = "arg1", train.role = "input"
//  CHECK-SAME:   train.name = "result1", train.role = "output"
// CHECK-LABEL: func.func @predict(
//  CHECK-SAME:   %[[X:[a-z0-9]*]]: tensor<f32> {train.name = "arg0", train.role = "input"}) -> (
//  CHECK-SAME:   tensor<f32> {train.name = "result1", train.role = "output"})
func.func @main(%x: tensor<f32>, %t: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %z = prim.sine %x : tensor<f32>
  %y = prim.subtract %z, %t : tensor<f32>
  return %y, %z : tensor<f32>, tensor<f32>
}
train.recipe {optimizer = "sgd"}
