// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
//       CHECK:   prim.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<4xf32>
//       CHECK:   prim.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xui8>
//       CHECK:   prim.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xi1>
func.func @forms(%p: tensor<4xi1>, %s: tensor<i1>, %x: tensor<4xf32>, %u: tensor<4xui8>) {
  %0 = prim.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>
  %1 = prim.select %s, %x, %x : tensor<i1>, tensor<4xf32>
  %2 = prim.select %p, %u, %u : tensor<4xi1>, tensor<4xui8>
  %3 = prim.select %p, %p, %p : tensor<4xi1>, tensor<4xi1>
  return
}

// -----

func.func @select_c1(%p: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf64>) {
  // expected-error @+1 {{'prim.select' op failed to verify that all of {on_true, on_false, result} have same type}}
  %y = "prim.select"(%p, %a, %b) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @select_c2(%p: tensor<1xi1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'prim.select' op expected a predicate of rank 0 or of the result's shape, but got 'tensor<1xi1>' for 'tensor<4xf32>'}}
  %y = prim.select %p, %x, %x : tensor<1xi1>, tensor<4xf32>
  return
}
