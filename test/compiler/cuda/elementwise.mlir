// RUN: gradc-opt %s --gradc-kernel-to-gpu | FileCheck %s
// RUN: gradc-opt %s --gradc-kernel-to-gpu | gradc-opt | FileCheck %s --check-prefix=AGAIN

// A thread takes 16 bytes at once; blocks are as many as it takes, no thread is idle.

// CHECK-LABEL: gpu.func @whole(
//  CHECK-SAME:     %[[X:[a-z0-9]*]]: memref<131072xf32>, %[[Y:[a-z0-9]*]]: memref<131072xf32>) kernel
//  CHECK-SAME:     gradc.grid = 128 : i64, gradc.index_bits = 32 : i64, known_block_size = array<i32: 256, 1, 1>
//   CHECK-NOT:   scf.if
//       CHECK:   %[[V:.*]] = vector.load %[[X]][%[[AT:.*]]] : memref<131072xf32>, vector<4xf32>
//       CHECK:   %[[N:.*]] = arith.negf %[[V]] : vector<4xf32>
//       CHECK:   vector.store %[[N]], %[[Y]][%[[AT]]]
//       CHECK:   gpu.return

// AGAIN: gpu.func @whole
kernel.def @whole grid(%i = 131072) row() ins(%x: tensor<131072xf32>) outs(%y: tensor<131072xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<131072xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<131072xf32>
}

// What does not fill a vector is done one by one, by one thread.

// CHECK-LABEL: gpu.func @tail(
//       CHECK:   %[[UNIT:.*]] = arith.addi
//       CHECK:   %[[WHOLE:.*]] = arith.cmpi ult, %[[UNIT]], %c256
//       CHECK:   scf.if %[[WHOLE]] {
//       CHECK:     vector.load
//       CHECK:   %[[REST:.*]] = arith.cmpi eq, %[[UNIT]], %c256
//       CHECK:   scf.if %[[REST]] {
//       CHECK:     scf.for %[[AT:.*]] = %c1024 to %c1027
//       CHECK:       memref.load %{{.*}}[%[[AT]]]
kernel.def @tail grid(%i = 1027) row() ins(%x: tensor<1027xf32>) outs(%y: tensor<1027xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<1027xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<1027xf32>
}

// Lines of whole vectors, a broadcast along them and one across.

// CHECK-LABEL: gpu.func @broadcast(
//       CHECK:   %[[J:.*]] = arith.remui %{{.*}}, %c10
//       CHECK:   %[[I:.*]] = arith.divui %{{.*}}, %c10
//       CHECK:   %[[COLUMN:.*]] = arith.muli %[[J]], %c4
//       CHECK:   memref.load %arg0[%[[I]]]
//       CHECK:   vector.load %arg1[%[[COLUMN]]]
//       CHECK:   vector.broadcast %{{.*}} : f32 to vector<4xf32>
//       CHECK:   vector.store
kernel.def @broadcast grid(%i = 64, %j = 40) row()
    ins(%a: tensor<64xf32>, %b: tensor<40xf32>) outs(%y: tensor<64x40xf32>) {
  %u = kernel.load %a[(d0) -> (d0)](%i) : tensor<64xf32> -> f32
  %v = kernel.load %b[(d0) -> (d0)](%j) : tensor<40xf32> -> f32
  %s = arith.addf %u, %v : f32
  kernel.store %s, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<64x40xf32>
}

// Eight bf16 are 16 bytes; beside f32 four are loaded. In memory they are i16, booleans i8.

// CHECK-LABEL: gpu.func @low(
//       CHECK:   vector.load %{{.*}} : memref<64xi16>, vector<8xi16>
//       CHECK:   arith.bitcast %{{.*}} : vector<8xi16> to vector<8xbf16>
//       CHECK:   arith.extf
// CHECK-LABEL: gpu.func @mixed(
//       CHECK:   vector.load %{{.*}} : memref<64xi16>, vector<4xi16>
//       CHECK:   arith.extui %{{.*}} : vector<4xi1> to vector<4xi8>
//       CHECK:   vector.store %{{.*}} : memref<64xf32>, vector<4xf32>
kernel.def @low grid(%i = 64) row() ins(%x: tensor<64xbf16>) outs(%y: tensor<64xbf16>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<64xbf16> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<64xbf16>
}
kernel.def @mixed grid(%i = 64) row()
    ins(%x: tensor<64xbf16>) outs(%y: tensor<64xf32>, %m: tensor<64xi1>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<64xbf16> -> f32
  %b = arith.cmpf oeq, %v, %v : f32
  kernel.store %b, %m[(d0) -> (d0)](%i) : i1 -> tensor<64xi1>
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<64xf32>
}

// An address that is not a multiple of four for a multiple of four, and a guard: no vectors.

// CHECK-LABEL: gpu.func @odd(
//   CHECK-NOT:   vector
// CHECK-LABEL: gpu.func @guarded(
//   CHECK-NOT:   vector
//       CHECK:   scf.if %{{.*}} -> (f32) {
//       CHECK:     memref.load
kernel.def @odd grid(%i = 64) row() ins(%x: tensor<65xf32>) outs(%y: tensor<64xf32>) {
  %v = kernel.load %x[(d0) -> (d0 + 1)](%i) : tensor<65xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<64xf32>
}
kernel.def @guarded grid(%i = 64) row() ins(%x: tensor<60xf32>) outs(%y: tensor<64xf32>) {
  %n = arith.constant 60 : index
  %zero = arith.constant 0.0 : f32
  %inside = arith.cmpi slt, %i, %n : index
  %v = kernel.load %x[(d0) -> (d0)](%i) if %inside else %zero as f32 : tensor<60xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<64xf32>
}

// Much work: a thread has four units, for more loads under way. Beyond 2^31 elements, indices have 64 bits.

// CHECK-LABEL: gpu.func @large(
//  CHECK-SAME:     gradc.grid = 1024 : i64, gradc.index_bits = 32
//       CHECK:   scf.for %{{.*}} = %c0 to %c4 step %c1 {
//       CHECK:     vector.load
//       CHECK:   } {gradc.unroll}
// CHECK-LABEL: gpu.func @huge(
//  CHECK-SAME:     gradc.index_bits = 64
kernel.def @large grid(%i = 4194304) row() ins(%x: tensor<4194304xf32>) outs(%y: tensor<4194304xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4194304xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4194304xf32>
}
kernel.def @huge grid(%i = 4294967296) row() ins(%x: tensor<4294967296xi8>) outs(%y: tensor<4294967296xi8>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4294967296xi8> -> i8
  kernel.store %v, %y[(d0) -> (d0)](%i) : i8 -> tensor<4294967296xi8>
}

// A tensor without elements has no points.

// CHECK-LABEL: gpu.func @empty(
//  CHECK-SAME:     gradc.grid = 0
//  CHECK-NEXT:   gpu.return
kernel.def @empty grid(%i = 0) row() ins(%x: tensor<0xf32>) outs(%y: tensor<0xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<0xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<0xf32>
}
