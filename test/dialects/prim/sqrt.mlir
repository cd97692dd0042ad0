// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.sqrt %{{.*}} : tensor<4xf64>
//       CHECK:   prim.sqrt %{{.*}} : tensor<4xf32>
//       CHECK:   prim.sqrt %{{.*}} : tensor<4xf16>
//       CHECK:   prim.sqrt %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.sqrt %{{.*}} : tensor<bf16>
//       CHECK:   prim.sqrt %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %scalar: tensor<bf16>, %empty: tensor<0x3xf64>) {
  %0 = prim.sqrt %f64 : tensor<4xf64>
  %1 = prim.sqrt %f32 : tensor<4xf32>
  %2 = prim.sqrt %f16 : tensor<4xf16>
  %3 = prim.sqrt %bf16 : tensor<4xbf16>
  %4 = prim.sqrt %scalar : tensor<bf16>
  %5 = prim.sqrt %empty : tensor<0x3xf64>
  return
}

// -----

func.func @sqrt_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.sqrt' op requires the same type for all operands and results}}
  %y = "prim.sqrt"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

func.func @sqrt_elements(%x: tensor<4xi32>) {
  // expected-error @+1 {{'prim.sqrt' op operand #0 must be statically shaped tensor of}}
  %y = prim.sqrt %x : tensor<4xi32>
  return
}
