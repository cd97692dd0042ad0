// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.slice %{{.*}} [1:2, 0:4:2] : (tensor<3x4xf32>) -> tensor<1x2xf32>
//       CHECK:   prim.slice %{{.*}} [3:3, 0:4] : (tensor<3x4xf32>) -> tensor<0x4xf32>
//       CHECK:   prim.slice %{{.*}} [0:3:5, 1:4:2] : (tensor<3x4xf32>) -> tensor<1x2xf32>
//       CHECK:   prim.slice %{{.*}} [] : (tensor<f32>) -> tensor<f32>
func.func @forms(%x: tensor<3x4xf32>, %s: tensor<f32>) {
  %0 = prim.slice %x [1:2, 0:4:2] : (tensor<3x4xf32>) -> tensor<1x2xf32>
  %1 = prim.slice %x [3:3, 0:4] : (tensor<3x4xf32>) -> tensor<0x4xf32>
  %2 = prim.slice %x [0:3:5, 1:4:2] : (tensor<3x4xf32>) -> tensor<1x2xf32>
  %3 = prim.slice %s [] : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @slice_c1(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{'prim.slice' op expected 2 ranges, but got 1}}
  %y = prim.slice %x [1:2] : (tensor<3x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @slice_c2_limit(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{'prim.slice' op range 0:5 is not within dimension 1 of size 4}}
  %y = prim.slice %x [0:3, 0:5] : (tensor<3x4xf32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @slice_c2_order(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{'prim.slice' op range 2:1 is not within dimension 0 of size 3}}
  %y = prim.slice %x [2:1, 0:4] : (tensor<3x4xf32>) -> tensor<0x4xf32>
  return
}

// -----

func.func @slice_c2_start(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{'prim.slice' op range -1:3 is not within dimension 0 of size 3}}
  %y = prim.slice %x [-1:3, 0:4] : (tensor<3x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @slice_c3(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{'prim.slice' op stride 0 is not positive}}
  %y = prim.slice %x [0:3:0, 0:4] : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @slice_c4(%x: tensor<3x4xf32>) {
  // expected-error @+1 {{'prim.slice' op expected a result of type 'tensor<2x4xf32>', but got 'tensor<3x4xf32>'}}
  %y = prim.slice %x [0:3:2, 0:4] : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}
