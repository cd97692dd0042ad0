// RUN: gradc-opt %s --split-input-file --verify-diagnostics --gradc-verify-prim

func.func @prim(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = train.scalar "valid_rows" : tensor<i64>
  %y = prim.tanh %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @layer(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'nn.relu' op is still there after lowering to prim}}
  %y = nn.relu(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @training(%s: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'train.batch_mean' op is still there after lowering to prim}}
  %y = train.batch_mean %s, %s : tensor<f32>
  return %y : tensor<f32>
}
