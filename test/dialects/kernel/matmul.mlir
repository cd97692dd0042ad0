// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @plain
//       CHECK:   kernel.matmul %{{.*}} "bmk", %{{.*}} "bkn" sizes [1, 4, 5, 3] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
func.func @plain(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) -> tensor<4x5xf32> {
  %y = kernel.matmul %x "bmk", %w "bkn" sizes [1, 4, 5, 3] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %y : tensor<4x5xf32>
}

// Transposed operands, batches between rows and columns, a wider result, shapes of any rank.

// CHECK-LABEL: func.func @orders
//       CHECK:   kernel.matmul %{{.*}} "kbm", %{{.*}} "nbk" sizes [2, 12, 5, 3]
//  CHECK-SAME:     : (tensor<3x2x3x4xbf16>, tensor<5x2x3xbf16>) -> tensor<2x3x4x5xf32>
func.func @orders(%x: tensor<3x2x3x4xbf16>, %w: tensor<5x2x3xbf16>) -> tensor<2x3x4x5xf32> {
  %y = kernel.matmul %x "kbm", %w "nbk" sizes [2, 12, 5, 3]
      : (tensor<3x2x3x4xbf16>, tensor<5x2x3xbf16>) -> tensor<2x3x4x5xf32>
  return %y : tensor<2x3x4x5xf32>
}
