// RUN: gradc-opt %s --split-input-file --verify-diagnostics

nn.model @unknown(%x: f32[B, 4]) {
  // expected-error @+1 {{'nn.linear' has no option 'outt'; did you mean 'out'?}}
  %y = nn.linear "fc"(%x) {outt = 5}
  nn.return outputs(y = %y)
}

// -----

nn.model @kind(%x: f32[B, 4]) {
  // expected-error @+1 {{'nn.linear' op attribute 'out' failed to satisfy constraint: an integer}}
  %y = nn.linear "fc"(%x) {out = "five"}
  nn.return outputs(y = %y)
}

// -----

nn.model @missing(%x: f32[B, 4]) {
  // expected-error @+1 {{'nn.linear' op requires attribute 'out'}}
  %y = nn.linear "fc"(%x)
  nn.return outputs(y = %y)
}

// -----

nn.model @operands(%x: f32[B, 4]) {
  // expected-error @+1 {{'nn.relu' op requires a single operand}}
  %y = nn.relu(%x, %x)
  nn.return outputs(y = %y)
}

// -----

func.func @mixed(%x: tensor<4xf32>, %z: !nn.value) {
  // expected-error @+1 {{'nn.add' op has both typed and untyped values}}
  %y = nn.add(%x, %z) : (tensor<4xf32>, !nn.value) -> tensor<4xf32>
  return
}
