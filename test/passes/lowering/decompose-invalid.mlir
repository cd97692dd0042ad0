// RUN: gradc-opt %s --split-input-file --verify-diagnostics --gradc-decompose

func.func @untyped(%x: !nn.value) {
  // expected-error @+1 {{'nn.relu' op has no types yet; gradc-instantiate infers them}}
  %y = nn.relu(%x)
  return
}

// -----

func.func @no_stream(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'nn.dropout' op has no path or no stream; gradc-instantiate sets both}}
  %y = nn.dropout(%x) {p = 0.1} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
