// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// Ends the comparator of a sort.

// CHECK-LABEL: func.func @comparator(
//       CHECK:     prim.return %{{.*}} : tensor<i1>
func.func @comparator(%x: tensor<2x4xf32>) {
  %y = "prim.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = prim.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @return_terminates(%x: tensor<f32>) {
  // expected-error @+1 {{'prim.return' op must be the last operation in the parent block}}
  prim.return %x : tensor<f32>
  return
}
