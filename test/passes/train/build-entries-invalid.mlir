// RUN: gradc-opt %s --gradc-build-entries --split-input-file --verify-diagnostics

// expected-error @+1 {{there is no model: expected an nn.model, or one function called @forward or @main}}
module {
  train.recipe {optimizer = "sgd"}
}

// -----

// expected-error @+1 {{the model has no loss: return one, a float scalar}}
func.func @forward(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
train.recipe {optimizer = "sgd"}

// -----

// expected-error @+1 {{the model has no recipe: add train.recipe}}
func.func @forward(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// expected-error @+1 {{parameter 'w' needs initial values: 'train.init'}}
func.func @forward(%w: tensor<f32> {train.role = "parameter", train.name = "w"}) -> tensor<f32> {
  return %w : tensor<f32>
}
train.recipe {optimizer = "sgd"}

// -----

// expected-error @+1 {{argument 'w' of a model can't be a slot}}
func.func @forward(%w: tensor<f32> {train.role = "slot", train.name = "w"}) -> tensor<f32> {
  return %w : tensor<f32>
}
train.recipe {optimizer = "sgd"}

// -----

// expected-error @+1 {{has two arguments called 'arg1'}}
func.func @forward(%x: tensor<f32> {train.name = "arg1"}, %y: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
train.recipe {optimizer = "sgd"}

// -----

// expected-error @+1 {{argument 'arg0' must be a tensor of static shape, found 'tensor<?xf32>'}}
func.func @forward(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<f32> {
  return %y : tensor<f32>
}
train.recipe {optimizer = "sgd"}

// -----

// expected-error @+1 {{metric 'm' must be a float scalar, found 'tensor<3xf32>'}}
func.func @forward(%x: tensor<f32>, %y: tensor<3xf32>) -> (tensor<f32>, tensor<3xf32> {train.role = "metric", train.name = "m"}) {
  return %x, %y : tensor<f32>, tensor<3xf32>
}
train.recipe {optimizer = "sgd"}

// -----

// expected-error @+1 {{has two losses}}
func.func @forward(%x: tensor<f32>) -> (tensor<f32> {train.role = "loss"}, tensor<f32> {train.role = "loss"}) {
  return %x, %x : tensor<f32>, tensor<f32>
}
train.recipe {optimizer = "sgd"}

// -----

// expected-error @+1 {{result 'm' is no buffer of its type}}
func.func @forward(%x: tensor<f32>) -> (tensor<f32>, tensor<f32> {train.role = "state", train.name = "m"}) {
  return %x, %x : tensor<f32>, tensor<f32>
}
train.recipe {optimizer = "sgd"}

// -----

// expected-error @+1 {{a metric can't be called 'lr': a step returns one of that name already}}
func.func @forward(%x: tensor<f32>) -> (tensor<f32>, tensor<f32> {train.role = "metric", train.name = "lr"}) {
  return %x, %x : tensor<f32>, tensor<f32>
}
train.recipe {optimizer = "sgd"}

// -----

func.func @forward(%w: tensor<f32> {train.role = "parameter", train.name = "fc.weight", train.init = {kind = "constant", value = 1.0}}) -> tensor<f32> {
  return %w : tensor<f32>
}
// expected-error @+1 {{has the group "fc.weigth", which matches no parameter; did you mean 'fc.weight'?}}
train.recipe {optimizer = "sgd", groups = {"fc.weigth" = {lr = 1.0}}}

// -----

// expected-error @+1 {{parameter 'w' is of 'f16': only f32 and f64 can be trained}}
func.func @forward(%w: tensor<f16> {train.role = "parameter", train.name = "w", train.init = {kind = "constant", value = 1.0}}) -> tensor<f16> {
  return %w : tensor<f16>
}
train.recipe {optimizer = "sgd"}

// -----

// A warning, not an error.

// expected-warning @+2 {{parameter 'v' is not reached by the loss: it will not be trained}}
func.func @forward(%w: tensor<f32> {train.role = "parameter", train.name = "w", train.init = {kind = "constant", value = 1.0}},
                   %v: tensor<f32> {train.role = "parameter", train.name = "v", train.init = {kind = "constant", value = 1.0}}) -> tensor<f32> {
  return %w : tensor<f32>
}
train.recipe {optimizer = "sgd"}

// -----

// expected-error @+1 {{no input or parameter can be called 'seed': a step has one of that name already}}
func.func @forward(%x: tensor<f32> {train.role = "input", train.name = "seed"}) -> (tensor<f32> {train.role = "loss"}) {
  return %x : tensor<f32>
}
train.recipe {optimizer = "sgd"}
