// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @columns_and_total
//       CHECK:   kernel.partial_reduce add %{{.*}} leading 2 row [] partials 16 : tensor<8x128x768xbf16> -> tensor<16x768xf32>
//       CHECK:   kernel.partial_reduce max %{{.*}} leading 1 row [1, 2] partials 4 : tensor<8x128x768xbf16> -> tensor<4xf32>
func.func @columns_and_total(%x: tensor<8x128x768xbf16>) -> (tensor<16x768xf32>, tensor<4xf32>) {
  %c = kernel.partial_reduce add %x leading 2 row [] partials 16 : tensor<8x128x768xbf16> -> tensor<16x768xf32>
  %t = kernel.partial_reduce max %x leading 1 row [1, 2] partials 4 : tensor<8x128x768xbf16> -> tensor<4xf32>
  return %c, %t : tensor<16x768xf32>, tensor<4xf32>
}
