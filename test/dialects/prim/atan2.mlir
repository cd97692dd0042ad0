// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @types(
//       CHECK:   prim.atan2 %{{.*}}, %{{.*}} : tensor<4xf64>
//       CHECK:   prim.atan2 %{{.*}}, %{{.*}} : tensor<4xf32>
//       CHECK:   prim.atan2 %{{.*}}, %{{.*}} : tensor<4xf16>
//       CHECK:   prim.atan2 %{{.*}}, %{{.*}} : tensor<4xbf16>
//       CHECK:   prim.atan2 %{{.*}}, %{{.*}} : tensor<bf16>
//       CHECK:   prim.atan2 %{{.*}}, %{{.*}} : tensor<0x3xf64>
func.func @types(%f64: tensor<4xf64>, %f32: tensor<4xf32>, %f16: tensor<4xf16>, %bf16: tensor<4xbf16>, %scalar: tensor<bf16>, %empty: tensor<0x3xf64>) {
  %0 = prim.atan2 %f64, %f64 : tensor<4xf64>
  %1 = prim.atan2 %f32, %f32 : tensor<4xf32>
  %2 = prim.atan2 %f16, %f16 : tensor<4xf16>
  %3 = prim.atan2 %bf16, %bf16 : tensor<4xbf16>
  %4 = prim.atan2 %scalar, %scalar : tensor<bf16>
  %5 = prim.atan2 %empty, %empty : tensor<0x3xf64>
  return
}

// -----

func.func @atan2_c1(%a: tensor<4xf64>, %b: tensor<1xf64>) {
  // expected-error @+1 {{'prim.atan2' op requires the same type for all operands and results}}
  %y = "prim.atan2"(%a, %b) : (tensor<4xf64>, tensor<1xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @atan2_elements(%x: tensor<4xi32>) {
  // expected-error @+1 {{'prim.atan2' op operand #0 must be statically shaped tensor of}}
  %y = prim.atan2 %x, %x : tensor<4xi32>
  return
}
