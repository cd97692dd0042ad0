// RUN: gradc-opt %s --gradc-kernel-to-gpu | FileCheck %s

// Where data says what is read, or how much: gather, ragged rows, open extents, random bits.

// A line of a table is contiguous.

// CHECK-LABEL: gpu.func @embed(
//       CHECK:   %[[TOKEN:.*]] = memref.load %arg1
//       CHECK:   %[[LINE:.*]] = arith.index_cast %[[TOKEN]] : i32 to index
//       CHECK:   arith.muli %[[LINE]], %c64
//       CHECK:   vector.load %arg0
//       CHECK:   vector.store %{{.*}}, %arg2
kernel.def @embed grid(%i = 100, %j = 64) row()
    ins(%t : tensor<1000x64xf32>, %k: tensor<100xi32>) outs(%y : tensor<100x64xf32>) {
  %n = kernel.load %k[(d0) -> (d0)](%i) : tensor<100xi32> -> i32
  %m = arith.index_cast %n : i32 to index
  %v = kernel.gather %t[%m, %j] : tensor<1000x64xf32> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<100x64xf32>
}

// CHECK-LABEL: gpu.func @segments(
//       CHECK:   %[[LO:.*]] = arith.index_cast
//       CHECK:   %[[HI:.*]] = arith.index_cast
//       CHECK:   scf.for %[[FROM:.*]] = %[[LO]] to %[[HI]] step %c128 iter_args
//       CHECK:     scf.for %{{.*}} = %[[FROM]] to %{{.*}} step %c1 iter_args
//       CHECK:       vector.load %arg0
//       CHECK:       arith.addf %{{.*}} : vector<4xf32>
kernel.def @segments grid(%i = 1000, %j = 64) row(4096)
    ins(%t : tensor<4096x64xf32>, %p: tensor<4096xi32>, %o: tensor<1001xi32>) outs(%y : tensor<1000x64xf32>) {
  %l = kernel.load %o[(d0) -> (d0)](%i) : tensor<1001xi32> -> i32
  %h = kernel.load %o[(d0) -> (d0 + 1)](%i) : tensor<1001xi32> -> i32
  %lo = arith.index_cast %l : i32 to index
  %hi = arith.index_cast %h : i32 to index
  %s = kernel.stage reduce(add) at(%k) from %lo to %hi : f32 {
    %n = kernel.load %p[(d0) -> (d0)](%k) : tensor<4096xi32> -> i32
    %m = arith.index_cast %n : i32 to index
    %v = kernel.gather %t[%m, %j] : tensor<4096x64xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<1000x64xf32>
}

// Scalars of segments: a warp has one. Threads without a segment run over nothing.

// CHECK-LABEL: gpu.func @counts(
//       CHECK:   %[[POINT:.*]] = arith.cmpi ult, %{{.*}}, %c1001
//       CHECK:   scf.if %[[POINT]] -> (i32) {
//       CHECK:   %[[TO:.*]] = arith.select %[[POINT]]
//       CHECK:   scf.for %{{.*}} = %{{.*}} to %[[TO]] step %c4096 iter_args
//       CHECK:     scf.for {{.*}} step %c32
//       CHECK:   gpu.shuffle xor
kernel.def @counts grid(%i = 1001) row(4096)
    ins(%t : tensor<4096xf32>, %o: tensor<1002xi32>) outs(%y : tensor<1001xf32>) {
  %l = kernel.load %o[(d0) -> (d0)](%i) : tensor<1002xi32> -> i32
  %h = kernel.load %o[(d0) -> (d0 + 1)](%i) : tensor<1002xi32> -> i32
  %lo = arith.index_cast %l : i32 to index
  %hi = arith.index_cast %h : i32 to index
  %s = kernel.stage reduce(add) at(%k) from %lo to %hi : f32 {
    %v = kernel.load %t[(d0) -> (d0)](%k) : tensor<4096xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[(d0) -> (d0)](%i) : f32 -> tensor<1001xf32>
}

// The extent is an argument, and may leave a rest; a scalar is none of its tensors.

// CHECK-LABEL: gpu.func @open(
//  CHECK-SAME:     memref<?xf32>, %{{.*}}: memref<1xf32>, %{{.*}}: memref<?xf32>, %[[N:.*]]: index)
//   CHECK-NOT:     gradc.grid
//  CHECK-SAME:     gradc.points_per_block = 1024 : i64
//       CHECK:   %[[WHOLE:.*]] = arith.divui %[[N]], %c4
//       CHECK:   arith.cmpi ult, %{{.*}}, %[[WHOLE]]
//       CHECK:   vector.load %arg0
//       CHECK:   arith.cmpi eq, %{{.*}}, %[[WHOLE]]
//       CHECK:   scf.for %{{.*}} = %{{.*}} to %[[N]]
kernel.def @open grid(%i = ?) row() ins(%x: tensor<?xf32>, %lr: tensor<f32>) outs(%y: tensor<?xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %l = kernel.load %lr[() -> ()]() : tensor<f32> -> f32
  %n = arith.mulf %l, %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}

// Random bits belong to elements, whose number is that of the whole tensor though two dimensions have become one.

// CHECK-LABEL: gpu.func @dropout(
//       CHECK:   arith.mului_extended
//       CHECK:   vector.store %{{.*}} : memref<1024xi32>, vector<4xi32>
kernel.def @dropout grid(%i = 16, %j = 64) row() ins(%seed: tensor<i64>) outs(%y: tensor<16x64xi32>) {
  %s = kernel.load %seed[() -> ()]() : tensor<i64> -> i64
  %n = kernel.index[(d0, d1) -> (d0 * 64 + d1)](%i, %j)
  %b = kernel.philox %s, %s, %s, %s, %n
  kernel.store %b, %y[(d0, d1) -> (d0, d1)](%i, %j) : i32 -> tensor<16x64xi32>
}
