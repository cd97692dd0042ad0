// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @any_order(
//       CHECK:   nn.return loss(%x), metrics(a = %x, b = %x), outputs(y = %x)
nn.model @any_order(%x: f32) {
  nn.return outputs(y = %x), metrics(a = %x, b = %x), loss(%x)
}

// CHECK-LABEL: nn.module @nothing(
//       CHECK:   nn.return{{$}}
nn.module @nothing(%x) {
  nn.return
}

// -----

nn.model @return_c1(%x: f32) {
  // expected-error @+1 {{'nn.return' op has two outputs named 'y'}}
  nn.return outputs(y = %x, y = %x)
}

// -----

nn.model @return_c2(%x: f32) {
  // expected-error @+1 {{'nn.return' op has a metric named 'loss', which is the name that the loss itself has in evaluation}}
  nn.return metrics(loss = %x)
}

// -----

nn.model @twice(%x: f32) {
  // expected-error @+1 {{custom op 'nn.return' has 'loss' twice}}
  nn.return loss(%x), loss(%x)
}

// -----

nn.model @other(%x: f32) {
  // expected-error @+1 {{custom op 'nn.return' takes loss(…), metrics(…), outputs(…) or values, not 'los'; did you mean 'loss'?}}
  nn.return los(%x)
}

// -----

nn.model @after_the_comma(%x: f32) {
  // expected-error @+1 {{custom op 'nn.return' expected loss(…), metrics(…), outputs(…) or a value}}
  nn.return loss(%x), 5
}
