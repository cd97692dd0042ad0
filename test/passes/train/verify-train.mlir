// RUN: gradc-opt %s --gradc-verify-train --split-input-file --verify-diagnostics

// In order.

func.func @step(
    %w: tensor<f32> {train.role = "parameter", train.name = "w"},
    %frozen: tensor<f32> {train.role = "parameter", train.name = "frozen"},
    %t: tensor<i64> {train.role = "counter", train.name = "step"},
    %x: tensor<f32> {train.role = "input", train.name = "x"})
    -> (tensor<f32> {train.role = "state", train.name = "w"}, tensor<i64> {train.role = "state", train.name = "step"},
        tensor<f32> {train.role = "loss", train.name = "loss"}) {
  %y = prim.add %w, %x : tensor<f32>
  return %y, %t, %y : tensor<f32>, tensor<i64>, tensor<f32>
}

// -----

func.func @op(%x: tensor<f32> {train.role = "input", train.name = "x"}) {
  // expected-error @+1 {{'train.all_finite' op is left where only ops of prim may be}}
  %y = train.all_finite %x : tensor<f32>
  return
}

// -----

// expected-error @+1 {{argument 0 has no 'train.role' or no 'train.name'}}
func.func @argument(%x: tensor<f32> {train.role = "input"}) {
  return
}

// -----

// expected-error @+1 {{result 0 has no 'train.role' or no 'train.name'}}
func.func @result(%x: tensor<f32> {train.role = "input", train.name = "x"}) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// expected-error @+1 {{has two arguments called 'x'}}
func.func @two_arguments(
    %x: tensor<f32> {train.role = "input", train.name = "x"},
    %y: tensor<f32> {train.role = "input", train.name = "x"}) {
  return
}

// -----

// expected-error @+1 {{has two results called 'y' of the role output}}
func.func @two_results(%x: tensor<f32> {train.role = "input", train.name = "x"})
    -> (tensor<f32> {train.role = "output", train.name = "y"}, tensor<f32> {train.role = "output", train.name = "y"}) {
  return %x, %x : tensor<f32>, tensor<f32>
}

// -----

// expected-error @+1 {{result 'a' is no state of the arguments, or stands out of order}}
func.func @order(
    %a: tensor<f32> {train.role = "parameter", train.name = "a"},
    %b: tensor<f32> {train.role = "parameter", train.name = "b"})
    -> (tensor<f32> {train.role = "state", train.name = "b"}, tensor<f32> {train.role = "state", train.name = "a"}) {
  return %b, %a : tensor<f32>, tensor<f32>
}

// -----

// expected-error @+1 {{state 'a' goes in as 'tensor<f32>' and comes out as 'tensor<i64>'}}
func.func @type(
    %a: tensor<f32> {train.role = "parameter", train.name = "a"},
    %b: tensor<i64> {train.role = "counter", train.name = "step"})
    -> (tensor<i64> {train.role = "state", train.name = "a"}) {
  return %b : tensor<i64>
}
