// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
//       CHECK:   prim.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
//       CHECK:   prim.broadcast_in_dim %{{.*}}, dims = [2, 0] : (tensor<1x3xui8>) -> tensor<3x5x2xui8>
//       CHECK:   prim.broadcast_in_dim %{{.*}}, dims = [0] : (tensor<1xi1>) -> tensor<0xi1>
func.func @forms(%s: tensor<f32>, %x: tensor<3xf32>, %o: tensor<1x3xui8>, %e: tensor<1xi1>) {
  %0 = prim.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %1 = prim.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %2 = prim.broadcast_in_dim %o, dims = [2, 0] : (tensor<1x3xui8>) -> tensor<3x5x2xui8>
  %3 = prim.broadcast_in_dim %e, dims = [0] : (tensor<1xi1>) -> tensor<0xi1>
  return
}

// -----

func.func @broadcast_in_dim_c1(%x: tensor<3xf32>) {
  // expected-error @+1 {{'prim.broadcast_in_dim' op expected one element type, but got 'f32' and 'f64'}}
  %y = prim.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_in_dim_c2(%x: tensor<3xf32>) {
  // expected-error @+1 {{'prim.broadcast_in_dim' op expected 1 entries in dims, but got 2}}
  %y = prim.broadcast_in_dim %x, dims = [0, 1] : (tensor<3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c3_range(%x: tensor<3xf32>) {
  // expected-error @+1 {{'prim.broadcast_in_dim' op dims has 2, which is not a dimension of a tensor of rank 2}}
  %y = prim.broadcast_in_dim %x, dims = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c3_twice(%x: tensor<3x3xf32>) {
  // expected-error @+1 {{'prim.broadcast_in_dim' op dims has 1 twice}}
  %y = prim.broadcast_in_dim %x, dims = [1, 1] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @broadcast_in_dim_c4(%x: tensor<3xf32>) {
  // expected-error @+1 {{'prim.broadcast_in_dim' op cannot broadcast dimension 0 of size 3 to size 2}}
  %y = prim.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
