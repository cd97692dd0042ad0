// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @one_input(
//       CHECK:   "prim.sort"(%{{.*}}) <{dimension = 1 : i64, is_stable = true}> ({
//  CHECK-NEXT:   ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
//  CHECK-NEXT:     %[[LESS:.*]] = prim.compare LT, %[[A]], %[[B]] :
//  CHECK-NEXT:     prim.return %[[LESS]] : tensor<i1>
//  CHECK-NEXT:   }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
func.func @one_input(%x: tensor<2x4xf32>) {
  %y = "prim.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = prim.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// Without attributes: the last dimension.

// CHECK-LABEL: func.func @two_inputs(
//       CHECK:   "prim.sort"(%{{.*}}, %{{.*}}) <{dimension = -1 : i64, is_stable = false}> ({
//       CHECK:   }) : (tensor<2x4xf32>, tensor<2x4xui8>) -> (tensor<2x4xf32>, tensor<2x4xui8>)
func.func @two_inputs(%x: tensor<2x4xf32>, %i: tensor<2x4xui8>) {
  %y:2 = "prim.sort"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<ui8>, %d: tensor<ui8>):
    %p = prim.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<2x4xf32>, tensor<2x4xui8>) -> (tensor<2x4xf32>, tensor<2x4xui8>)
  return
}

// -----

func.func @sort_c1(%x: tensor<2x4xf32>, %i: tensor<4xf32>) {
  // expected-error @+1 {{'prim.sort' op expected inputs of one shape, but got 'tensor<2x4xf32>' and 'tensor<4xf32>'}}
  %y:2 = "prim.sort"(%x, %i) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = prim.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @sort_c2(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{'prim.sort' op dimension 2 is not one of a tensor of rank 2}}
  %y = "prim.sort"(%x) <{dimension = 2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = prim.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @sort_c3(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{'prim.sort' op expected a comparator of ('tensor<f32>', 'tensor<f32>')}}
  %y = "prim.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>):
    %p = prim.constant dense<true> : tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @sort_c4_result(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{'prim.sort' op expected a comparator that returns one tensor<i1>}}
  %y = "prim.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    prim.return %a : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @sort_c4_outside(%x: tensor<2x4xf32>, %q: tensor<i1>) {
  // expected-error @+1 {{'prim.sort' op the comparator uses a value from outside}}
  %y = "prim.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    prim.return %q : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @sort_c5(%x: tensor<2x4xf32>) {
  // expected-error @+1 {{'prim.sort' op expected a result of type 'tensor<2x4xf32>', but got 'tensor<2x5xf32>'}}
  %y = "prim.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = prim.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    prim.return %p : tensor<i1>
  }) : (tensor<2x4xf32>) -> tensor<2x5xf32>
  return
}
