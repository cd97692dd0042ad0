// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.reverse %{{.*}}, dims = [0, 1] : tensor<2x3xf32>
//       CHECK:   prim.reverse %{{.*}}, dims = [] : tensor<2x3xf32>
func.func @forms(%x: tensor<2x3xf32>) {
  %0 = prim.reverse %x, dims = [0, 1] : tensor<2x3xf32>
  %1 = prim.reverse %x, dims = [] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_c1(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.reverse' op requires the same type for all operands and results}}
  %y = "prim.reverse"(%x) <{dimensions = array<i64: 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @reverse_c2_range(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.reverse' op dims has -1, which is not a dimension of a tensor of rank 2}}
  %y = prim.reverse %x, dims = [-1] : tensor<2x3xf32>
  return
}

// -----

func.func @reverse_c2_twice(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.reverse' op dims has 0 twice}}
  %y = prim.reverse %x, dims = [0, 0] : tensor<2x3xf32>
  return
}
