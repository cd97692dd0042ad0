// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @forms(
//       CHECK:   prim.philox %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {stream = 42 : i64} : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x3xui32>
func.func @forms(%s: tensor<i64>) {
  %0 = prim.philox %s, %s, %s, %s {stream = 42 : i64} : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x3xui32>
  return
}

// -----

func.func @philox_c1(%s: tensor<i64>, %t: tensor<i32>) {
  // expected-error @+1 {{'prim.philox' op operand #1 must be 0D tensor of 64-bit signless integer values, but got 'tensor<i32>'}}
  %y = prim.philox %s, %t, %s, %s {stream = 42 : i64} : (tensor<i64>, tensor<i32>, tensor<i64>, tensor<i64>) -> tensor<4xui32>
  return
}

// -----

func.func @philox_c2(%s: tensor<i64>) {
  // expected-error @+1 {{'prim.philox' op result #0 must be statically shaped tensor of 32-bit unsigned integer values, but got 'tensor<4xf32>'}}
  %y = prim.philox %s, %s, %s, %s {stream = 42 : i64} : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4xf32>
  return
}
