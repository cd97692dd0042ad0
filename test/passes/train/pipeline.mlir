// The example goes through the whole phase, to ops of prim alone.

// RUN: gradc-opt %examples/fashion_mlp.mlir --gradc-instantiate --gradc-build-entries --gradc-decompose=keep-differentiable --gradc-differentiate --gradc-decompose --gradc-bind-scalars --gradc-simplify --gradc-verify-train | FileCheck %s
// RUN: gradc-opt %examples/fashion_mlp.mlir --gradc-instantiate --gradc-build-entries=entry=value_and_grad --gradc-decompose=keep-differentiable --gradc-differentiate --gradc-decompose --gradc-bind-scalars --gradc-simplify --gradc-verify-train | FileCheck %s --check-prefix=GRAD

// CHECK-LABEL: func.func @init(%{{.*}}: tensor<i64> {train.default = 0 : i64, train.name = "seed", train.role = "scalar"})
// CHECK-LABEL: func.func @step(
//  CHECK-SAME:   train.name = "valid_rows", train.role = "scalar"
//  CHECK-SAME:   train.name = "lr", train.role = "scalar"
//  CHECK-SAME:   tensor<512x784xf32> {train.name = "fc1.weight", train.role = "state"}
//  CHECK-SAME:   tensor<2xf32> {train.name = "accuracy", train.role = "metric"}
// CHECK-LABEL: func.func @eval(
// CHECK-LABEL: func.func @predict(
//   CHECK-NOT:   train.name = "label"
//       CHECK:   return

// GRAD-LABEL: func.func @init(
// GRAD-LABEL: func.func @value_and_grad(
//  GRAD-SAME:   tensor<128x10xf32> {train.batch = 128 : i64, train.name = "logits", train.role = "output"}
//  GRAD-SAME:   tensor<512x784xf32> {train.name = "fc1.weight", train.role = "gradient"}
//   GRAD-NOT:   train.name = "image", train.role = "gradient"
