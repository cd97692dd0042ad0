// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: kernel.def @bits
//       CHECK:   kernel.philox %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}
kernel.def @bits grid(%i = 4) row()
    ins(%seed: tensor<i64>, %step: tensor<i64>) outs(%y: tensor<4xui32>) {
  %s = kernel.load %seed[(d0) -> ()](%i) : tensor<i64> -> i64
  %t = kernel.load %step[(d0) -> ()](%i) : tensor<i64> -> i64
  %zero = arith.constant 0 : i64
  %b = kernel.philox %s, %t, %zero, %zero, %i
  kernel.store %b, %y[(d0) -> (d0)](%i) : i32 -> tensor<4xui32>
}
