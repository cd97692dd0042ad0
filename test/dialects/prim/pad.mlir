// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.pad %{{.*}}, %{{.*}}, low = [1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
//       CHECK:   prim.pad %{{.*}}, %{{.*}}, low = [0], high = [2], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<12xf32>
//       CHECK:   prim.pad %{{.*}}, %{{.*}}, low = [-1], high = [-2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
func.func @forms(%x: tensor<4xf32>, %v: tensor<f32>) {
  %0 = prim.pad %x, %v, low = [1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  %1 = prim.pad %x, %v, low = [0], high = [2], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<12xf32>
  %2 = prim.pad %x, %v, low = [-1], high = [-2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_c1(%x: tensor<4xf32>, %v: tensor<f64>) {
  // expected-error @+1 {{'prim.pad' op expected one element type, but got 'f32' and 'f64'}}
  %y = prim.pad %x, %v, low = [1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f64>) -> tensor<5xf32>
  return
}

// -----

func.func @pad_c2(%x: tensor<4xf32>, %v: tensor<1xf32>) {
  // expected-error @+1 {{'prim.pad' op expected a padding value of rank 0, but got 'tensor<1xf32>'}}
  %y = prim.pad %x, %v, low = [1], high = [0], interior = [0] : (tensor<4xf32>, tensor<1xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @pad_c3(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'prim.pad' op expected 1 entries in low, high and interior, but got 2}}
  %y = prim.pad %x, %v, low = [1], high = [0, 0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

func.func @pad_c4(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'prim.pad' op interior has -1, which is negative}}
  %y = prim.pad %x, %v, low = [1], high = [0], interior = [-1] : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @pad_c5_negative(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'prim.pad' op dimension 0 of the result would have size -1}}
  %y = prim.pad %x, %v, low = [-5], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @pad_c5_result(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'prim.pad' op expected a result of type 'tensor<5xf32>', but got 'tensor<4xf32>'}}
  %y = prim.pad %x, %v, low = [1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
