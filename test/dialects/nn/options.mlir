// RUN: gradc-opt %s --split-input-file --verify-diagnostics

nn.model @unknown(%x: f32[B, 4]) {
  // expected-error @+1 {{custom op 'nn.linear' has no option 'outt'; did you mean 'out'?}}
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

// -----

nn.model @set_by_compiler(%x: f32[B, 4]) {
  // expected-error @+1 {{custom op 'nn.mean' has no option 'batch'}}
  %y = nn.mean(%x) {batch = 2}
  nn.return outputs(y = %y)
}

// -----

nn.model @written_apart(%x: f32[B, 4]) {
  // expected-error @+1 {{custom op 'nn.relu' has no option 'path'}}
  %y = nn.relu(%x) {path = "a"}
  nn.return outputs(y = %y)
}

// -----

func.func @name_in_list(%x: tensor<4xf32>) {
  // expected-error @+1 {{'nn.reshape' op still has the name @B in its option 'shape'}}
  %y = nn.reshape(%x) {shape = [@B]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dynamic(%x: tensor<?xf32>) {
  // expected-error @+1 {{'nn.relu' op operand #0 must be a tensor of static shape, but got 'tensor<?xf32>'}}
  %y = nn.relu(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return
}
