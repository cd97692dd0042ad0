// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @reshape
//       CHECK:   kernel.reshape %{{.*}} : tensor<2x3xf32> -> tensor<6x1xf32>
func.func @reshape(%x: tensor<2x3xf32>) -> tensor<6x1xf32> {
  %y = kernel.reshape %x : tensor<2x3xf32> -> tensor<6x1xf32>
  return %y : tensor<6x1xf32>
}
