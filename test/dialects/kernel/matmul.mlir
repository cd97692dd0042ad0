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

// An epilogue over the product, with sums over its columns.

kernel.def @relu grid(%i = 4, %j = 5) row() partials(2) ins(%p: tensor<4x5xf32>, %b: tensor<5xf32>)
    outs(%y: tensor<4x5xbf16>, %s: tensor<2x5xf32>) {
  %v = kernel.load %p[(d0, d1) -> (d0, d1)](%i, %j) : tensor<4x5xf32> -> f32
  %c = kernel.load %b[(d0, d1) -> (d1)](%i, %j) : tensor<5xf32> -> f32
  %w = arith.addf %v, %c : f32
  %zero = arith.constant 0.0 : f32
  %r = arith.maximumf %w, %zero : f32
  kernel.store %r, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x5xbf16>
  kernel.accumulate add %r, %s[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<2x5xf32>
}

// CHECK-LABEL: func.func @epilogue
//       CHECK:   kernel.matmul %{{.*}} "bmk", %{{.*}} "bkn" sizes [1, 4, 5, 3] epilogue @relu(%{{.*}}) : (tensor<4x3xbf16>, tensor<3x5xbf16>, tensor<5xf32>) -> (tensor<4x5xbf16>, tensor<2x5xf32>)
func.func @epilogue(%x: tensor<4x3xbf16>, %w: tensor<3x5xbf16>, %b: tensor<5xf32>) -> tensor<4x5xbf16> {
  %y, %s = kernel.matmul %x "bmk", %w "bkn" sizes [1, 4, 5, 3] epilogue @relu(%b)
      : (tensor<4x3xbf16>, tensor<3x5xbf16>, tensor<5xf32>) -> (tensor<4x5xbf16>, tensor<2x5xf32>)
  return %y : tensor<4x5xbf16>
}
