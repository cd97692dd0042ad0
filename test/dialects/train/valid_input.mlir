// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @images(
//       CHECK:   train.valid_input %{{.*}}, %{{.*}} {batch = 4 : i64} : tensor<4x2xui8>
func.func @images(%x: tensor<4x2xui8>, %n: tensor<i64>) -> tensor<4x2xui8> {
  %y = train.valid_input %x, %n {batch = 4 : i64} : tensor<4x2xui8>
  return %y : tensor<4x2xui8>
}
