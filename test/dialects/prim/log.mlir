// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.log %{{.*}} : tensor<4xf64>
//       CHECK:   prim.log %{{.*}} : tensor<4xf32>
//       CHECK:   prim.log %{{.*}} : tensor<4xf16>
//       CHECK:   prim.log %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.log %{{.*}} : tensor<bf16>
//       CHECK:   prim.log %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %scalar: tensor<bf16>, %empty: tensor<0x3xf64>) {
  %0 = prim.log %f64 : tensor<4xf64>
  %1 = prim.log %f32 : tensor<4xf32>
  %2 = prim.log %f16 : tensor<4xf16>
  %3 = prim.log %bf16 : tensor<4xbf16>
  %4 = prim.log %scalar : tensor<bf16>
  %5 = prim.log %empty : tensor<0x3xf64>
  return
}

// -----

func.func @log_c1(%x: tensor<4xf64>) {
  // expected-error @+1 {{'prim.log' op requires the same type for all operands and results}}
  %y = "prim.log"(%x) : (tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

func.func @log_elements(%x: tensor<4xi32>) {
  // expected-error @+1 {{'prim.log' op operand #0 must be statically shaped tensor of}}
  %y = prim.log %x : tensor<4xi32>
  return
}
