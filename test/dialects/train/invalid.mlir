// RUN: gradc-opt %s --split-input-file --verify-diagnostics

func.func @batch_sum_c1(%x: tensor<f32>, %n: tensor<i64>) {
  // expected-error @+1 {{'train.batch_sum' op operand must have a leading dimension, found 'tensor<f32>'}}
  %y = train.batch_sum %x, %n {batch = 4 : i64} : (tensor<f32>, tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @batch_sum_c2(%x: tensor<6xf32>, %n: tensor<i64>) {
  // expected-error @+1 {{needs a leading dimension that is a multiple of the batch, found 'tensor<6xf32>' and batch 4}}
  %y = train.batch_sum %x, %n {batch = 4 : i64} : (tensor<6xf32>, tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @batch_sum_c3(%x: tensor<4xf64>, %n: tensor<i64>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<f64>' are incompatible with return type(s) of operation 'tensor<f32>'}}
  %y = train.batch_sum %x, %n {batch = 4 : i64} : (tensor<4xf64>, tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @gradient_c1(%l: tensor<f32>) {
  // expected-error @+1 {{'train.gradient' op asks for the gradient of no value}}
  "train.gradient"(%l) : (tensor<f32>) -> ()
  return
}

// -----

// expected-error @+1 {{'train.recipe' op unknown key 'momentun'; did you mean 'momentum'?}}
train.recipe {optimizer = "sgd", momentun = 0.9}

// -----

// expected-error @+1 {{'train.recipe' op unknown key 'zzzzzzzz'; known are optimizer, lr, betas,}}
train.recipe {optimizer = "sgd", zzzzzzzz = 0.9}

// -----

// expected-error @+1 {{'train.recipe' op 'optimizer' can't be "adanw"; did you mean 'adamw'?}}
train.recipe {optimizer = "adanw"}

// -----

// expected-error @+1 {{'train.recipe' op 'lr' must be a number that is not negative, not "fast"}}
train.recipe {optimizer = "sgd", lr = "fast"}

// -----

// expected-error @+1 {{'train.recipe' op 'betas' must be two numbers in [0, 1), not [1.000000e+00,}}
train.recipe {optimizer = "adam", betas = [1.0, 0.999]}

// -----

// expected-error @+1 {{'train.recipe' op unknown key 'weight_deca' of group "*.bias"; did you mean 'weight_decay'?}}
train.recipe {optimizer = "adam", groups = {"*.bias" = {weight_deca = 0.0}}}

// -----

// expected-error @+1 {{'train.recipe' op 'groups' has the bad pattern "[a"}}
train.recipe {optimizer = "adam", groups = {"[a" = {weight_decay = 0.0}}}

// -----

// expected-error @+1 {{'train.recipe' op 'nesterov' needs a 'momentum' and no 'dampening'}}
train.recipe {optimizer = "sgd", nesterov = true}

// -----

// expected-error @+1 {{'train.recipe' op 'precision' can only be "f32": this version of gradc has no mixed precision}}
train.recipe {optimizer = "sgd", precision = "bf16"}

// -----

// expected-error @+1 {{'train.recipe' op 'accumulate' can only be 1}}
train.recipe {optimizer = "sgd", accumulate = 4}

// -----

// expected-error @+1 {{'train.recipe' op 'clip' can't be given: this version of gradc does not clip gradients}}
train.recipe {optimizer = "sgd", clip = 1.0}

// -----

// expected-error @+1 {{'train.recipe' op 'skip_nonfinite' can't be "gradient"; did you mean 'gradients'?}}
train.recipe {optimizer = "sgd", skip_nonfinite = "gradient"}

// -----

// expected-error @+1 {{expected ',' or '}', found 'f4'}}
train.recipe {optimizer = "sgd", lr = 3 f4}

// -----

// expected-error @+1 {{the key 'lr' is given twice}}
train.recipe {optimizer = "sgd", lr = 1, lr = 2}

// -----

module @recipe_c2 {
  // expected-error @+1 {{'train.recipe' op needs the key 'optimizer'}}
  train.recipe {lr = 0.1}
}

// -----

module @recipe_c3 {
  // expected-error @+1 {{'train.recipe' op 'betas' is a setting of adam and adamw, and the optimizer is sgd}}
  train.recipe {optimizer = "sgd", betas = [0.9, 0.99]}
}

// -----

module @recipe_c3_momentum {
  // expected-error @+1 {{'train.recipe' op 'momentum' is a setting of sgd, and the optimizer is adam}}
  train.recipe {optimizer = "adam", momentum = 0.9}
}

// -----

module @recipe_c4 {
  train.recipe {optimizer = "sgd"}
  // expected-error @+1 {{'train.recipe' op is the second of this module}}
  train.recipe {optimizer = "sgd"}
}

// -----

func.func @scalar_c1() {
  // expected-error @+1 {{'train.scalar' op needs a name}}
  %y = train.scalar "" : tensor<f64>
  return
}

// -----

func.func @scalar_c2() {
  // expected-error @+1 {{'train.scalar' op default must be of type 'f64', found 1 : i64}}
  %y = train.scalar "lr" {default = 1 : i64} : tensor<f64>
  return
}

// -----

func.func @schedule_c1(%lr: tensor<f64>, %t: tensor<i64>) {
  // expected-error @+1 {{'train.schedule' op schedule "warmupp 2%" has the unknown phase 'warmupp'; did you mean 'warmup'?}}
  %y = train.schedule %lr, %t, %lr ["warmupp 2%"]
  return
}

// -----

func.func @schedule_c1_length(%lr: tensor<f64>, %t: tensor<i64>) {
  // expected-error @+1 {{schedule "warmup 0" needs a positive number of steps or per cents, not '0'}}
  %y = train.schedule %lr, %t, %lr ["warmup 0"]
  return
}

// -----

func.func @schedule_c1_no_length(%lr: tensor<f64>, %t: tensor<i64>) {
  // expected-error @+1 {{schedule "warmup" needs the length of its warm-up}}
  %y = train.schedule %lr, %t, %lr ["warmup"]
  return
}

// -----

func.func @schedule_c1_end(%lr: tensor<f64>, %t: tensor<i64>) {
  // expected-error @+1 {{schedule "cosine to 0.1" must end in 'to 0' or in 'to P%', per cents of the learning rate}}
  %y = train.schedule %lr, %t, %lr ["cosine to 0.1"]
  return
}

// -----

func.func @schedule_c1_word(%lr: tensor<f64>, %t: tensor<i64>) {
  // expected-error @+1 {{schedule "constant 10 steps" has the unexpected word 'steps'}}
  %y = train.schedule %lr, %t, %lr ["constant 10 steps"]
  return
}

// -----

func.func @schedule_c2(%lr: tensor<f64>, %t: tensor<i64>) {
  // expected-error @+1 {{schedule "warmup 2" must be the first phase}}
  %y = train.schedule %lr, %t, %lr ["constant 3", "warmup 2"]
  return
}

// -----

func.func @schedule_c2_length(%lr: tensor<f64>, %t: tensor<i64>) {
  // expected-error @+1 {{schedule "cosine to 0" needs a length, as it is not the last phase}}
  %y = train.schedule %lr, %t, %lr ["cosine to 0", "constant"]
  return
}

// -----

func.func @sgd_c2(%p: tensor<4xf32>, %s: tensor<f64>, %t: tensor<i64>) {
  // expected-error @+1 {{'train.sgd' op has nesterov without momentum}}
  %y = train.sgd %p, %p lr %s weight_decay %s step %t {nesterov} : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @sgd_c1(%p: tensor<4xf32>, %s: tensor<f64>, %t: tensor<i64>) {
  // expected-error @+1 {{'train.sgd' op takes momentum, dampening and buffer together or none of them}}
  %y = "train.sgd"(%p, %p, %s, %s, %t, %s) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 0, 0>} : (tensor<4xf32>, tensor<4xf32>, tensor<f64>, tensor<f64>, tensor<i64>, tensor<f64>) -> tensor<4xf32>
  return
}

// -----

func.func @sgd_c3(%p: tensor<4xf32>, %g: tensor<5xf32>, %s: tensor<f64>, %t: tensor<i64>) {
  // expected-error @+1 {{'train.sgd' op needs a gradient and a buffer of the type of the parameter, 'tensor<4xf32>'}}
  %y = train.sgd %p, %g lr %s weight_decay %s step %t : tensor<4xf32>, tensor<5xf32>
  return
}

// -----

func.func @valid_input_c1(%x: tensor<5xf32>, %n: tensor<i64>) {
  // expected-error @+1 {{'train.valid_input' op needs a leading dimension of the batch, found 'tensor<5xf32>' and batch 4}}
  %y = train.valid_input %x, %n {batch = 4 : i64} : tensor<5xf32>
  return
}
