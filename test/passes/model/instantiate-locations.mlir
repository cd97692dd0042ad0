// RUN: gradc-opt %s --gradc-instantiate --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// An op has its own line innermost, and the calls around it.

nn.module @Block(%x) {
  // CHECK: nn.relu{{.*}} loc(callsite("{{.*}}instantiate-locations.mlir":[[@LINE+1]]:8 at "{{.*}}instantiate-locations.mlir":[[@LINE+5]]:8))
  %y = nn.relu(%x)
  nn.return %y
}
nn.model @model(%x: f32[2]) {
  %y = nn.call @Block(%x)
  // CHECK: nn.tanh{{.*}} loc("{{.*}}instantiate-locations.mlir":[[@LINE+1]]:8)
  %z = nn.tanh(%y)
  nn.return outputs(z = %z)
}
