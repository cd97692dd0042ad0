// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.module @Two(%x, %residual) <drop = 0.000000e+00 : f64, heads> {
//       CHECK:   nn.add(%x, %residual)
//       CHECK:   nn.return %{{.*}}, %residual
nn.module @Two(%x, %residual) <heads, drop = 0.0> {
  %y = nn.add(%x, %residual)
  nn.return %y, %residual
}

// -----

// expected-error @+1 {{custom op 'nn.module' @module_c1 has no nn.return at its end}}
nn.module @module_c1(%x) {
}

// -----

nn.module @module_c1_groups(%x) {
  // expected-error @+1 {{'nn.return' op of a module returns plain values; loss(…), metrics(…) and outputs(…) are a model's}}
  nn.return loss(%x)
}
