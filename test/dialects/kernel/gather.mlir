// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: kernel.def @rows
//       CHECK:   kernel.gather %{{.*}}[%{{.*}}, %{{.*}}] : tensor<100x8xbf16> -> f32
kernel.def @rows grid(%i = 4, %j = 8) row() ins(%table: tensor<100x8xbf16>, %token: tensor<4xi32>)
    outs(%y: tensor<4x8xf32>) {
  %t = kernel.load %token[(d0, d1) -> (d0)](%i, %j) : tensor<4xi32> -> i32
  %r = arith.index_cast %t : i32 to index
  %v = kernel.gather %table[%r, %j] : tensor<100x8xbf16> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x8xf32>
}
