// RUN: gradc-opt %s --gradc-differentiate --split-input-file --verify-diagnostics

func.func @no_rule(%x: tensor<f64>, %t: tensor<i64>) -> tensor<f64> {
  // expected-error @+1 {{'train.schedule' op has no derivative rule, and a gradient is asked for that needs one}}
  %y = train.schedule %x, %t, %x ["constant"]
  %g = train.gradient %y wrt(%x) : tensor<f64>, tensor<f64>
  return %g : tensor<f64>
}
