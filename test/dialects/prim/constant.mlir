// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.constant dense<1.000000e+00> : tensor<4xf32>
//       CHECK:   prim.constant dense<[true, false]> : tensor<2xi1>
//       CHECK:   prim.constant dense<255> : tensor<ui8>
//       CHECK:   prim.constant dense<-1> : tensor<2x3xi64>
//       CHECK:   prim.constant dense<0xFF80> : tensor<bf16>
//       CHECK:   prim.constant dense<> : tensor<0xf16>
func.func @forms() {
  %0 = prim.constant dense<1.000000e+00> : tensor<4xf32>
  %1 = prim.constant dense<[true, false]> : tensor<2xi1>
  %2 = prim.constant dense<255> : tensor<ui8>
  %3 = prim.constant dense<-1> : tensor<2x3xi64>
  %4 = prim.constant dense<0xFF80> : tensor<bf16>
  %5 = prim.constant dense<> : tensor<0xf16>
  return
}

// -----

func.func @constant_c1() {
  // expected-error @+1 {{'prim.constant' op expected a result of type 'tensor<4xf32>', but got 'tensor<5xf32>'}}
  %y = "prim.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<5xf32>
  return
}

// -----

func.func @constant_elements() {
  // expected-error @+1 {{'prim.constant' op result #0 must be statically shaped tensor of}}
  %y = prim.constant dense<1> : tensor<4xi4>
  return
}
