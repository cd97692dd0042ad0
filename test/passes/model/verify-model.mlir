// RUN: gradc-opt %s --split-input-file --verify-diagnostics --gradc-verify-model

func.func @forward(%x: tensor<4xf32> {train.role = "input", train.name = "x"}) -> (tensor<4xf32> {train.role = "output", train.name = "y"}) {
  %y = nn.relu(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{'nn.model' op is still there after the model phase}}
nn.model @model(%x: f32[4]) {
  nn.return outputs(x = %x)
}

// -----

func.func @untyped(%x: !nn.value) {
  // expected-error @+1 {{'nn.relu' op has a value without a type}}
  %y = nn.relu(%x)
  return
}

// -----

func.func @other() {
  // expected-error @+1 {{'arith.constant' op does not belong into a model}}
  %c = arith.constant 1 : i32
  return
}

// -----

// expected-error @+1 {{'func.func' op has no name or no role for argument 0}}
func.func @forward(%x: tensor<4xf32>) {
  return
}

// -----

// expected-error @+1 {{'func.func' op has two arguments named 'x'}}
func.func @forward(%x: tensor<4xf32> {train.role = "input", train.name = "x"}, %y: tensor<4xf32> {train.role = "input", train.name = "x"}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op has no name or no role for result 0}}
func.func @forward(%x: tensor<4xf32> {train.role = "input", train.name = "x"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
