// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @inputs(%image: ui8[B, 28, 28], %scalar: f32[], %arg2: bf16[4]) <B = 8 : i64, drop = 1.000000e-01 : f64, size> {
//       CHECK:   nn.return outputs(y = %image)
nn.model @inputs(%image: ui8[B, 28, 28], %scalar: f32, %2: bf16[4]) <B = 8, size, drop = 0.1> {
  nn.return outputs(y = %image)
}

// -----

// expected-error @+1 {{custom op 'nn.model' @model_c1 has no nn.return at its end}}
nn.model @model_c1(%x: f32[B]) {
  %y = nn.relu(%x)
}

// -----

nn.model @model_c1_values(%x: f32[B]) {
  // expected-error @+1 {{'nn.return' op of a model needs loss(…), metrics(…) or outputs(…) around its values}}
  nn.return %x
}

// -----

// expected-error @+1 {{'nn.model' op has B in dimension 1 of 'x'; the batch B must be the leading dimension}}
nn.model @model_c3(%x: f32[3, B]) {
  nn.return outputs(y = %x)
}

// -----

// expected-error @+1 {{'nn.model' op has a negative size in the shape of 'x'}}
nn.model @model_c4(%x: f32[-3]) {
  nn.return outputs(y = %x)
}

// -----

// expected-error @+1 {{custom op 'nn.model' takes inputs such as '%x: f32[B, 784]', found the type 'tensor<4xf32>'}}
nn.model @model_input_type(%x: tensor<4xf32>) {
  nn.return outputs(y = %x)
}

// -----

// expected-error @+1 {{custom op 'nn.model' has the name 'B' twice}}
nn.model @model_names(%x: f32[B]) <B = 1, B = 2> {
  nn.return outputs(y = %x)
}

// -----

// expected-error @+1 {{'nn.model' op has two inputs named 'x'}}
"nn.model"() ({
^bb0(%x: !nn.value, %y: !nn.value):
  "nn.return"(%x) {metric_names = [], output_names = ["y"], operandSegmentSizes = array<i32: 0, 0, 1, 0>} : (!nn.value) -> ()
}) {sym_name = "model_c2", names = {}, inputs = [{name = "x", dtype = f32, shape = []}, {name = "x", dtype = f32, shape = []}]} : () -> ()
