// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.bitcast_convert %{{.*}} : (tensor<4xf32>) -> tensor<4xi32>
//       CHECK:   prim.bitcast_convert %{{.*}} : (tensor<4xf32>) -> tensor<4xui32>
//       CHECK:   prim.bitcast_convert %{{.*}} : (tensor<4xbf16>) -> tensor<4xf16>
//       CHECK:   prim.bitcast_convert %{{.*}} : (tensor<4xi32>) -> tensor<4xf32>
//       CHECK:   prim.bitcast_convert %{{.*}} : (tensor<4xi1>) -> tensor<4xi1>
func.func @forms(%f: tensor<4xf32>, %h: tensor<4xbf16>, %i: tensor<4xi32>, %p: tensor<4xi1>) {
  %0 = prim.bitcast_convert %f : (tensor<4xf32>) -> tensor<4xi32>
  %1 = prim.bitcast_convert %f : (tensor<4xf32>) -> tensor<4xui32>
  %2 = prim.bitcast_convert %h : (tensor<4xbf16>) -> tensor<4xf16>
  %3 = prim.bitcast_convert %i : (tensor<4xi32>) -> tensor<4xf32>
  %4 = prim.bitcast_convert %p : (tensor<4xi1>) -> tensor<4xi1>
  return
}

// -----

func.func @bitcast_convert_c1(%f: tensor<4xf32>) {
  // expected-error @+1 {{'prim.bitcast_convert' op requires the same shape for all operands and results}}
  %y = prim.bitcast_convert %f : (tensor<4xf32>) -> tensor<5xi32>
  return
}

// -----

func.func @bitcast_convert_c2(%f: tensor<4xf32>) {
  // expected-error @+1 {{'prim.bitcast_convert' op expected element types of one width, but got 32 and 16 bits}}
  %y = prim.bitcast_convert %f : (tensor<4xf32>) -> tensor<4xi16>
  return
}
