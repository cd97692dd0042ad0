// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.iota dim = 0 : tensor<4xi32>
//       CHECK:   prim.iota dim = 1 : tensor<2x3xf32>
//       CHECK:   prim.iota dim = 0 : tensor<0xui8>
func.func @forms() {
  %0 = prim.iota dim = 0 : tensor<4xi32>
  %1 = prim.iota dim = 1 : tensor<2x3xf32>
  %2 = prim.iota dim = 0 : tensor<0xui8>
  return
}

// -----

func.func @iota_c1() {
  // expected-error @+1 {{'prim.iota' op dim has 1, which is not a dimension of a tensor of rank 1}}
  %y = prim.iota dim = 1 : tensor<4xi32>
  return
}

// -----

func.func @iota_elements() {
  // expected-error @+1 {{'prim.iota' op result #0 must be statically shaped tensor of}}
  %y = prim.iota dim = 0 : tensor<4xi1>
  return
}
