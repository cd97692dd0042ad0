// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @written(
//       CHECK:   nn.parameter "w" {dtype = f64, init = "ones", shape = [@B, 3]}
//       CHECK:   nn.parameter "v" {shape = []} : tensor<f32>
nn.model @written() <B = 1> {
  %w = nn.parameter "w" {shape = [@B, 3], init = "ones", dtype = f64}
  %v = nn.parameter "v" {shape = []} : tensor<f32>
  nn.return outputs(w = %w, v = %v)
}

// -----

nn.model @option() {
  // expected-error @+1 {{custom op 'nn.parameter' has no option 'shap'; did you mean 'shape'?}}
  %w = nn.parameter "w" {shap = [3]}
  nn.return outputs(w = %w)
}

// -----

nn.model @no_shape() {
  // expected-error @+1 {{'nn.parameter' op requires attribute 'shape'}}
  %w = nn.parameter "w"
  nn.return outputs(w = %w)
}
