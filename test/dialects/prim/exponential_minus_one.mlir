// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.exponential_minus_one %{{.*}} : tensor<4xf64>
//       CHECK:   prim.exponential_minus_one %{{.*}} : tensor<4xf32>
//       CHECK:   prim.exponential_minus_one %{{.*}} : tensor<4xf16>
//       CHECK:   prim.exponential_minus_one %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.exponential_minus_one %{{.*}} : tensor<bf16>
//       CHECK:   prim.exponential_minus_one %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %scalar: tensor<bf16>, %empty: tensor<0x3xf64>) {
  %0 = prim.exponential_minus_one %f64 : tensor<4xf64>
  %1 = prim.exponential_minus_one %f32 : tensor<4xf32>
  %2 = prim.exponential_minus_one %f16 : tensor<4xf16>
  %3 = prim.exponential_minus_one %bf16 : tensor<4xbf16>
  %4 = prim.exponential_minus_one %scalar : tensor<bf16>
  %5 = prim.exponential_minus_one %empty : tensor<0x3xf64>
  return
}

// -----

func.func @exponential_minus_one_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.exponential_minus_one' op requires the same type for all operands and results}}
  %y = "prim.exponential_minus_one"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

func.func @exponential_minus_one_elements(%x: tensor<4xi32>) {
  // expected-error @+1 {{'prim.exponential_minus_one' op operand #0 must be statically shaped tensor of}}
  %y = prim.exponential_minus_one %x : tensor<4xi32>
  return
}
