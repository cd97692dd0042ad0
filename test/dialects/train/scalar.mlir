// RUN: gradc-opt %s | gradc-opt | FileCheck %s
// RUN: gradc-opt %s --cse | FileCheck %s --check-prefix=CSE

// Two readings of one scalar are one value.

// CHECK-LABEL: func.func @scalars(
//       CHECK:   train.scalar "lr" {default = 1.000000e-03 : f64} : tensor<f64>
//       CHECK:   train.scalar "valid_rows" : tensor<i64>
//   CSE-LABEL: func.func @scalars(
// CSE-COUNT-2:   train.scalar
//     CSE-NOT:   train.scalar
func.func @scalars() -> (tensor<f64>, tensor<i64>, tensor<f64>) {
  %a = train.scalar "lr" {default = 1.0e-3 : f64} : tensor<f64>
  %b = train.scalar "valid_rows" : tensor<i64>
  %c = train.scalar "lr" {default = 1.0e-3 : f64} : tensor<f64>
  return %a, %b, %c : tensor<f64>, tensor<i64>, tensor<f64>
}
