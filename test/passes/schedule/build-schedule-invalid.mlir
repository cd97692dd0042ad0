// RUN: gradc-opt %s --split-input-file --gradc-build-schedule --verify-diagnostics

// expected-error @+1 {{'func.func' op argument #0 has no train.role and train.name}}
func.func @argument(%x: tensor<4xf32>) {
  return
}

// -----

// expected-error @+1 {{'func.func' op result #0 has no train.role and train.name}}
func.func @result(%x: tensor<4xf32> {train.role = "input", train.name = "x"})
    -> (tensor<4xf32> {train.role = "output"}) {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op needs a body of one block to become a program}}
func.func private @declaration()
