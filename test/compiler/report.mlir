// RUN: gradc %s --report | FileCheck %s
// RUN: gradc %s --report=%t.json && FileCheck %s --check-prefix=JSON < %t.json
// RUN: gradc %s --report=%t.txt && FileCheck %s < %t.txt
// RUN: gradc %s --report=%t.json -o %t.so && FileCheck %s --check-prefix=JSON < %t.json
// RUN: gradc %s --report --entry=value_and_grad | FileCheck %s --check-prefix=GRAD
// RUN: not gradc %s --report=/nonexistent/report.json 2>&1 | FileCheck %s --check-prefix=PLACE

//      CHECK: entry             step
// CHECK-NEXT: parameters        8
// CHECK-NEXT: state             448 B
// CHECK-NEXT: arena             {{.*}} (at least {{.*}} in this order)
// CHECK-NEXT: floating-point    {{[0-9]+}} operations a step
// CHECK-NEXT: memory traffic    {{.*}} a step (at least {{.*}})
// CHECK-NEXT: launches          {{[0-9]+}}
//      CHECK: in the arena at its fullest:
// CHECK-NEXT:   {{[0-9.]+}} {{K?i?B}}  {{[a-z_0-9]+}}  report.mlir:[[#]]
//      CHECK: kernels and library calls:
//      CHECK:   2 x {{.*}}  matmul  report.mlir:[[#@LINE+29]]

// The two products (forward, and the weight's gradient) are 2 * 4 * 3 * 2 operations each.

//      JSON: "arena_bytes": [[#ARENA:]],
// JSON-NEXT: "bytes_moved": [[#]],
// JSON-NEXT: "distinct_kernels": [[#]],
// JSON-NEXT: "entry": "step",
// JSON-NEXT: "flops": [[#]],
// JSON-NEXT: "kernels": [
//      JSON:     "calls": 2,
// JSON-NEXT:     "flops": 96,
// JSON-NEXT:     "line": "report.mlir:[[#@LINE+17]]",
// JSON-NEXT:     "name": "matmul"
//      JSON: "launches": [[#]],
// JSON-NEXT: "least_bytes": [[#]],
// JSON-NEXT: "library_calls": 2,
// JSON-NEXT: "lower_bound_bytes": [[#]],
// JSON-NEXT: "parameters": 8,
// JSON-NEXT: "peak": [
//      JSON:     "bytes": [[#]],
// JSON-NEXT:     "line": "report.mlir:[[#]]",
// JSON-NEXT:     "name":
//      JSON: "state_bytes": 448

// GRAD: entry             value_and_grad

// PLACE: gradc: --report: cannot write /nonexistent/report.json: No such file or directory
nn.model @tiny(%x: f32[B, 3], %t: f32[B, 2]) <B = 4> {
  %h = nn.linear "fc"(%x) {out = 2, act = "relu"}
  %loss = nn.mse(%h, %t)
  nn.return loss(%loss), outputs(y = %h)
}
train.recipe {optimizer = "sgd", lr = 0.5, momentum = 0.9}
