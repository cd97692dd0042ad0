// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.transpose %{{.*}}, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
//       CHECK:   prim.transpose %{{.*}}, dims = [0, 1, 2] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
//       CHECK:   prim.transpose %{{.*}}, dims = [] : (tensor<i1>) -> tensor<i1>
func.func @forms(%x: tensor<2x3x4xf32>, %s: tensor<i1>) {
  %0 = prim.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = prim.transpose %x, dims = [0, 1, 2] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %2 = prim.transpose %s, dims = [] : (tensor<i1>) -> tensor<i1>
  return
}

// -----

func.func @transpose_c1_size(%x: tensor<2x3x4xf32>) {
  // expected-error @+1 {{'prim.transpose' op expected 3 entries in dims, but got 2}}
  %y = prim.transpose %x, dims = [1, 0] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  return
}

// -----

func.func @transpose_c1_range(%x: tensor<2x3x4xf32>) {
  // expected-error @+1 {{'prim.transpose' op dims has 3, which is not a dimension of a tensor of rank 3}}
  %y = prim.transpose %x, dims = [3, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

func.func @transpose_c1_twice(%x: tensor<2x3x4xf32>) {
  // expected-error @+1 {{'prim.transpose' op dims has 0 twice}}
  %y = prim.transpose %x, dims = [0, 0, 1] : (tensor<2x3x4xf32>) -> tensor<2x2x3xf32>
  return
}

// -----

func.func @transpose_c2(%x: tensor<2x3x4xf32>) {
  // expected-error @+1 {{'prim.transpose' op expected a result of type 'tensor<4x2x3xf32>', but got 'tensor<2x3x4xf32>'}}
  %y = prim.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
