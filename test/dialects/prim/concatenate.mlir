// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
//       CHECK:   prim.concatenate %{{.*}}, %{{.*}}, %{{.*}}, dim = 1 : (tensor<2x3xf32>, tensor<2x0xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
//       CHECK:   prim.concatenate %{{.*}}, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
func.func @forms(%a: tensor<2x3xf32>, %b: tensor<1x3xf32>, %c: tensor<2x0xf32>) {
  %0 = prim.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  %1 = prim.concatenate %a, %c, %a, dim = 1 : (tensor<2x3xf32>, tensor<2x0xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  %2 = prim.concatenate %a, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concatenate_c1() {
  // expected-error @+1 {{'prim.concatenate' op expected at least one input}}
  %y = prim.concatenate dim = 0 : () -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_c2_shape(%a: tensor<2x3xf32>, %b: tensor<1x4xf32>) {
  // expected-error @+1 {{'prim.concatenate' op cannot join 'tensor<2x3xf32>' and 'tensor<1x4xf32>' along dimension 0}}
  %y = prim.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<1x4xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @concatenate_c2_rank(%a: tensor<2xf32>, %b: tensor<1x2xf32>) {
  // expected-error @+1 {{'prim.concatenate' op cannot join 'tensor<2xf32>' and 'tensor<1x2xf32>' along dimension 0}}
  %y = prim.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<1x2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @concatenate_c2_element(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error @+1 {{'prim.concatenate' op cannot join 'tensor<2xf32>' and 'tensor<2xf64>' along dimension 0}}
  %y = prim.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<2xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate_c3(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.concatenate' op dim has -1, which is not a dimension of a tensor of rank 2}}
  %y = prim.concatenate %a, %a, dim = -1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @concatenate_c4(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'prim.concatenate' op expected a result of type 'tensor<4x3xf32>', but got 'tensor<5x3xf32>'}}
  %y = prim.concatenate %a, %a, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  return
}
