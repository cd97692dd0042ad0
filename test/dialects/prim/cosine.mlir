// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.cosine %{{.*}} : tensor<4xf64>
//       CHECK:   prim.cosine %{{.*}} : tensor<4xf32>
//       CHECK:   prim.cosine %{{.*}} : tensor<4xf16>
//       CHECK:   prim.cosine %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.cosine %{{.*}} : tensor<bf16>
//       CHECK:   prim.cosine %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %scalar: tensor<bf16>, %empty: tensor<0x3xf64>) {
  %0 = prim.cosine %f64 : tensor<4xf64>
  %1 = prim.cosine %f32 : tensor<4xf32>
  %2 = prim.cosine %f16 : tensor<4xf16>
  %3 = prim.cosine %bf16 : tensor<4xbf16>
  %4 = prim.cosine %scalar : tensor<bf16>
  %5 = prim.cosine %empty : tensor<0x3xf64>
  return
}

// -----

func.func @cosine_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.cosine' op requires the same type for all operands and results}}
  %y = "prim.cosine"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

func.func @cosine_elements(%x: tensor<4xi32>) {
  // expected-error @+1 {{'prim.cosine' op operand #0 must be statically shaped tensor of}}
  %y = prim.cosine %x : tensor<4xi32>
  return
}
