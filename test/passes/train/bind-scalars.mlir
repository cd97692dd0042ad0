// RUN: gradc-opt %s --gradc-bind-scalars --split-input-file | FileCheck %s

// One argument a name, in the order of first appearance.

// CHECK-LABEL: func.func @two_names(
//  CHECK-SAME:     %[[X:[a-z0-9]*]]: tensor<2xf32>,
//  CHECK-SAME:     %[[LR:[a-z0-9]*]]: tensor<f64> {train.default = 1.000000e-03 : f64, train.name = "lr", train.role = "scalar"},
//  CHECK-SAME:     %[[ROWS:[a-z0-9]*]]: tensor<i64> {train.name = "valid_rows", train.role = "scalar"})
//       CHECK:   return %[[LR]], %[[ROWS]], %[[LR]]
func.func @two_names(%x: tensor<2xf32>) -> (tensor<f64>, tensor<i64>, tensor<f64>) {
  %a = train.scalar "lr" : tensor<f64>
  %b = train.scalar "valid_rows" : tensor<i64>
  %c = train.scalar "lr" {default = 1.0e-3 : f64} : tensor<f64>
  return %a, %b, %c : tensor<f64>, tensor<i64>, tensor<f64>
}

// -----

// The counters of the state are what their names mean.

// CHECK-LABEL: func.func @counter(
//  CHECK-SAME:     %[[SEED:[a-z0-9]*]]: tensor<i64> {train.name = "seed", train.role = "counter"})
//       CHECK:   return %[[SEED]]
func.func @counter(%seed: tensor<i64> {train.role = "counter", train.name = "seed"}) -> tensor<i64> {
  %a = train.scalar "seed" : tensor<i64>
  return %a : tensor<i64>
}

// -----

// An input that happens to have the name is another thing.

// CHECK-LABEL: func.func @input_of_the_name(
//  CHECK-SAME:     %{{[a-z0-9]*}}: tensor<f64> {train.name = "lr", train.role = "input"},
//  CHECK-SAME:     %[[LR:[a-z0-9]*]]: tensor<f64> {train.name = "lr", train.role = "scalar"})
//       CHECK:   return %[[LR]]
func.func @input_of_the_name(%x: tensor<f64> {train.role = "input", train.name = "lr"}) -> tensor<f64> {
  %a = train.scalar "lr" : tensor<f64>
  return %a : tensor<f64>
}

// -----

// CHECK-LABEL: func.func @no_scalar() {
func.func @no_scalar() {
  return
}
