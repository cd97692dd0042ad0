// RUN: gradc-opt %s --split-input-file --gradc-form-kernels --verify-diagnostics

func.func @sort_by_second(%x: tensor<5xf32>, %i: tensor<5xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{'prim.sort' op must compare its first pair of elements by LT or GT, and nothing else, to run on this target}}
  %y:2 = "prim.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = prim.compare LT, %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return %y#1 : tensor<5xf32>
}

// -----

func.func @sort_by_equality(%x: tensor<5xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{must compare its first pair of elements by LT or GT}}
  %y = "prim.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = prim.compare LE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<5xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----

func.func @sort_by_more(%x: tensor<5xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{must compare its first pair of elements by LT or GT}}
  %y = "prim.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %n = prim.negate %a : tensor<f32>
    %p = prim.compare LT, %n, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<5xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// -----

func.func @other_dialect(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'nn.relu' op cannot be lowered to kernels}}
  %y = nn.relu(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op needs a body of one block to become kernels}}
func.func private @declaration(tensor<4xf32>)
