// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x2x3xbf16>, tensor<8x3x4xbf16>) -> tensor<8x2x4xf32>
//       CHECK:   prim.dot_general %{{.*}}, %{{.*}}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x2x3xbf16>, tensor<8x3x4xbf16>) -> tensor<8x2x4xbf16>
//       CHECK:   prim.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
//       CHECK:   prim.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1, 0] x [1, 0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
//       CHECK:   prim.dot_general %{{.*}}, %{{.*}}, contracting_dims = [] x [] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
//       CHECK:   prim.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [1] : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi32>
func.func @forms(%a: tensor<8x2x3xbf16>, %b: tensor<8x3x4xbf16>, %m: tensor<2x3xf32>, %v: tensor<3xf32>, %i: tensor<2x3xi8>) {
  %0 = prim.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x2x3xbf16>, tensor<8x3x4xbf16>) -> tensor<8x2x4xf32>
  %1 = prim.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<8x2x3xbf16>, tensor<8x3x4xbf16>) -> tensor<8x2x4xbf16>
  %2 = prim.dot_general %m, %v, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  %3 = prim.dot_general %m, %m, contracting_dims = [1, 0] x [1, 0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %4 = prim.dot_general %v, %v, contracting_dims = [] x [] : (tensor<3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  %5 = prim.dot_general %i, %i, contracting_dims = [1] x [1] : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi32>
  return
}

// -----

func.func @dot_general_c1_operands(%a: tensor<2x3xf32>, %b: tensor<3x4xf64>) {
  // expected-error @+1 {{'prim.dot_general' op expected one element type, but got 'f32' and 'f64'}}
  %y = prim.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf64>) -> tensor<2x4xf64>
  return
}

// -----

func.func @dot_general_c1_result(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.dot_general' op cannot give products of 'f32' as 'bf16'}}
  %y = prim.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xbf16>
  return
}

// -----

func.func @dot_general_c2(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.dot_general' op expected as many dimensions of the left operand as of the right one}}
  %y = prim.dot_general %a, %a, contracting_dims = [1] x [] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c3_range(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.dot_general' op the left operand's dimension list has 2, which is not a dimension of a tensor of rank 2}}
  %y = prim.dot_general %a, %a, contracting_dims = [2] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c3_twice(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{'prim.dot_general' op the right operand's dimension list has 0 twice}}
  %y = prim.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dot_general_c4(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.dot_general' op dimension 1 of the left operand has size 3, but dimension 0 of the right one has size 2}}
  %y = prim.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dot_general_c5(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.dot_general' op expected a result of type 'tensor<2x2xf32>', but got 'tensor<2x3xf32>'}}
  %y = prim.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
