// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.round_nearest_afz %{{.*}} : tensor<4xf64>
//       CHECK:   prim.round_nearest_afz %{{.*}} : tensor<4xf32>
//       CHECK:   prim.round_nearest_afz %{{.*}} : tensor<4xf16>
//       CHECK:   prim.round_nearest_afz %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.round_nearest_afz %{{.*}} : tensor<bf16>
//       CHECK:   prim.round_nearest_afz %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %scalar: tensor<bf16>, %empty: tensor<0x3xf64>) {
  %0 = prim.round_nearest_afz %f64 : tensor<4xf64>
  %1 = prim.round_nearest_afz %f32 : tensor<4xf32>
  %2 = prim.round_nearest_afz %f16 : tensor<4xf16>
  %3 = prim.round_nearest_afz %bf16 : tensor<4xbf16>
  %4 = prim.round_nearest_afz %scalar : tensor<bf16>
  %5 = prim.round_nearest_afz %empty : tensor<0x3xf64>
  return
}

// -----

func.func @round_nearest_afz_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.round_nearest_afz' op requires the same type for all operands and results}}
  %y = "prim.round_nearest_afz"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

func.func @round_nearest_afz_elements(%x: tensor<4xi32>) {
  // expected-error @+1 {{'prim.round_nearest_afz' op operand #0 must be statically shaped tensor of}}
  %y = prim.round_nearest_afz %x : tensor<4xi32>
  return
}
