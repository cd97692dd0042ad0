// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.sine %{{.*}} : tensor<4xf64>
//       CHECK:   prim.sine %{{.*}} : tensor<4xf32>
//       CHECK:   prim.sine %{{.*}} : tensor<4xf16>
//       CHECK:   prim.sine %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.sine %{{.*}} : tensor<bf16>
//       CHECK:   prim.sine %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %scalar: tensor<bf16>, %empty: tensor<0x3xf64>) {
  %0 = prim.sine %f64 : tensor<4xf64>
  %1 = prim.sine %f32 : tensor<4xf32>
  %2 = prim.sine %f16 : tensor<4xf16>
  %3 = prim.sine %bf16 : tensor<4xbf16>
  %4 = prim.sine %scalar : tensor<bf16>
  %5 = prim.sine %empty : tensor<0x3xf64>
  return
}

// -----

func.func @sine_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.sine' op requires the same type for all operands and results}}
  %y = "prim.sine"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

func.func @sine_elements(%x: tensor<4xi32>) {
  // expected-error @+1 {{'prim.sine' op operand #0 must be statically shaped tensor of}}
  %y = prim.sine %x : tensor<4xi32>
  return
}
