// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: kernel.def @linear
//       CHECK:   kernel.index[(d0, d1) -> (d0 * 3 + d1)](%{{.*}}, %{{.*}})
kernel.def @linear grid(%i = 2) row(3) ins() outs(%y: tensor<2xi64>) {
  %r = kernel.stage reduce(add) at(%j) : i64 {
    %n = kernel.index[(d0, d1) -> (d0 * 3 + d1)](%i, %j)
    %v = arith.index_cast %n : index to i64
    kernel.yield %v : i64
  }
  kernel.store %r, %y[(d0) -> (d0)](%i) : i64 -> tensor<2xi64>
}
