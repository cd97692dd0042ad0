// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: nn.model @calls(
//       CHECK:   nn.call @Block "h"(%x) repeat 12 {causal, ff = @ff, heads = 12 : i64}
//       CHECK:   nn.call @Block "g"(%{{.*}}) repeat @depth
//       CHECK:   %{{.*}}:2 = nn.call @Two(%{{.*}}, %x)
nn.model @calls(%x: f32[B, 4]) {
  %y = nn.call @Block "h"(%x) repeat 12 {heads = 12, ff = @ff, causal}
  %z = nn.call @Block "g"(%y) repeat @depth
  %a, %b = nn.call @Two(%z, %x)
  nn.return outputs(a = %a, b = %b)
}

// -----

nn.model @repeat(%x: f32[B, 4]) {
  // expected-error @+1 {{custom op 'nn.call' needs a number of times or a name after repeat}}
  %y = nn.call @Block "h"(%x) repeat -1
  nn.return outputs(y = %y)
}
