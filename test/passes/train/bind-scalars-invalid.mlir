// RUN: gradc-opt %s --gradc-bind-scalars --split-input-file --verify-diagnostics

func.func @types() -> (tensor<f64>, tensor<i64>) {
  %a = train.scalar "lr" : tensor<f64>
  // expected-error @+1 {{is read as 'tensor<i64>' here and is a 'tensor<f64>' elsewhere}}
  %b = train.scalar "lr" : tensor<i64>
  return %a, %b : tensor<f64>, tensor<i64>
}

// -----

func.func @defaults() -> (tensor<f64>, tensor<f64>) {
  %a = train.scalar "lr" {default = 1.0 : f64} : tensor<f64>
  // expected-error @+1 {{has the default 2.000000e+00 : f64 here and 1.000000e+00 : f64 elsewhere}}
  %b = train.scalar "lr" {default = 2.0 : f64} : tensor<f64>
  return %a, %b : tensor<f64>, tensor<f64>
}
