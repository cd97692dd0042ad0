// RUN: gradc-opt %s -gradc-choose-tiles | FileCheck %s

// CHECK: kernel.def @launched
// CHECK-NOT: kernel.tile
// CHECK: kernel.def @launched_0
// CHECK-SAME: attributes {kernel.tile = array<i64: 1, 64, 64>}
kernel.def @launched grid(%i = 64, %j = 64) row()
    ins(%z : tensor<64x64xf32>) outs(%y : tensor<64x64xf32>) {
  %v = kernel.load %z[(d0, d1) -> (d0, d1)](%i, %j) : tensor<64x64xf32> -> f32
  %w = arith.negf %v : f32
  kernel.store %w, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<64x64xf32>
}

// CHECK: kernel.def @after
// CHECK-SAME: attributes {kernel.tile = array<i64: 1, 64, [[COLUMNS:[0-9]+]]>}
// CHECK: kernel.def @after_1
// CHECK-SAME: attributes {kernel.tile = array<i64: 1, 64, [[MORE:[0-9]+]]>}
kernel.def @after grid(%i = 64, %j = 512) row() partials(1)
    ins(%z : tensor<64x512xf32>) outs(%y : tensor<1x512xf32>) {
  %v = kernel.load %z[(d0, d1) -> (d0, d1)](%i, %j) : tensor<64x512xf32> -> f32
  kernel.accumulate add %v, %y[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<1x512xf32>
}

// CHECK-LABEL: func @f
//       CHECK:   kernel.matmul
//  CHECK-SAME:     epilogue @launched_0() {kernel.tile = array<i64: 1, 64, 64>}
//       CHECK:   kernel.call @launched(
//       CHECK:   kernel.matmul
//  CHECK-SAME:     {kernel.tile = array<i64: 1, 64, 64>}
func.func @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = kernel.matmul %x "bmk", %x "bkn" sizes [1, 64, 64, 64] epilogue @launched()
      : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = kernel.call @launched(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = kernel.matmul %1 "bmk", %x "bkn" sizes [1, 64, 64, 64]
      : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// Two depths, two cuts of one epilogue.
// CHECK-LABEL: func @depths
//       CHECK:   epilogue @after() {kernel.tile = array<i64: 1, 64, [[COLUMNS]]>}
//       CHECK:   epilogue @after_1() {kernel.tile = array<i64: 1, 64, [[MORE]]>}
//       CHECK:   epilogue @after() {kernel.tile = array<i64: 1, 64, [[COLUMNS]]>}
func.func @depths(%a: tensor<64x16xf32>, %b: tensor<16x512xf32>, %c: tensor<64x1024xf32>, %d: tensor<1024x512xf32>)
    -> (tensor<1x512xf32>, tensor<1x512xf32>, tensor<1x512xf32>) {
  %0 = kernel.matmul %a "bmk", %b "bkn" sizes [1, 64, 512, 16] epilogue @after()
      : (tensor<64x16xf32>, tensor<16x512xf32>) -> tensor<1x512xf32>
  %1 = kernel.matmul %c "bmk", %d "bkn" sizes [1, 64, 512, 1024] epilogue @after()
      : (tensor<64x1024xf32>, tensor<1024x512xf32>) -> tensor<1x512xf32>
  %2 = kernel.matmul %a "bmk", %b "bkn" sizes [1, 64, 512, 16] epilogue @after()
      : (tensor<64x16xf32>, tensor<16x512xf32>) -> tensor<1x512xf32>
  return %0, %1, %2 : tensor<1x512xf32>, tensor<1x512xf32>, tensor<1x512xf32>
}
