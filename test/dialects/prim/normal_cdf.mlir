// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.normal_cdf %{{.*}} : tensor<4xf64>
//       CHECK:   prim.normal_cdf %{{.*}} : tensor<4xf32>
//       CHECK:   prim.normal_cdf %{{.*}} : tensor<4xf16>
//       CHECK:   prim.normal_cdf %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.normal_cdf %{{.*}} : tensor<bf16>
//       CHECK:   prim.normal_cdf %{{.*}} : tensor<0x3xf64>
//       CHECK:   prim.normal_cdf %{{.*}} {by_tanh} : tensor<4xf32>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %scalar: tensor<bf16>, %empty: tensor<0x3xf64>) {
  %0 = prim.normal_cdf %f64 : tensor<4xf64>
  %1 = prim.normal_cdf %f32 : tensor<4xf32>
  %2 = prim.normal_cdf %f16 : tensor<4xf16>
  %3 = prim.normal_cdf %bf16 : tensor<4xbf16>
  %4 = prim.normal_cdf %scalar : tensor<bf16>
  %5 = prim.normal_cdf %empty : tensor<0x3xf64>
  %6 = prim.normal_cdf %f32 {by_tanh} : tensor<4xf32>
  return
}

// -----

func.func @normal_cdf_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.normal_cdf' op requires the same type for all operands and results}}
  %y = "prim.normal_cdf"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

func.func @normal_cdf_elements(%x: tensor<4xi32>) {
  // expected-error @+1 {{'prim.normal_cdf' op operand #0 must be statically shaped tensor of}}
  %y = prim.normal_cdf %x : tensor<4xi32>
  return
}
