// RUN: gradc-opt %s --split-input-file --gradc-open-extents | FileCheck %s

// Kernels that differ in shape alone are one afterwards; scalars stay, reshapes of what is passed go.

// CHECK-LABEL: kernel.def @step_0
//  CHECK-SAME:     grid(%[[I:.*]] = ?) row() ins(%[[W:.*]]: tensor<?xf32>, %[[RATE:.*]]: tensor<f32>) outs(%[[NEW:.*]]: tensor<?xf32>) {
//  CHECK-NEXT:   %[[V:.*]] = kernel.load %[[W]][(d0) -> (d0)](%[[I]]) : tensor<?xf32> -> f32
//  CHECK-NEXT:   %[[R:.*]] = kernel.load %[[RATE]][() -> ()]() : tensor<f32> -> f32
//  CHECK-NEXT:   %[[P:.*]] = arith.mulf %[[V]], %[[R]] : f32
//  CHECK-NEXT:   kernel.store %[[P]], %[[NEW]][(d0) -> (d0)](%[[I]]) : f32 -> tensor<?xf32>
//   CHECK-NOT: kernel.def
kernel.def @step_0 grid(%i = 4, %j = 1, %k = 5) row() ins(%w: tensor<4x1x5xf32>, %r: tensor<f32>) outs(%y: tensor<4x1x5xf32>) {
  %v = kernel.load %w[(d0, d1, d2) -> (d0, 0, d2)](%i, %j, %k) : tensor<4x1x5xf32> -> f32
  %s = kernel.load %r[(d0, d1, d2) -> ()](%i, %j, %k) : tensor<f32> -> f32
  %p = arith.mulf %v, %s : f32
  kernel.store %p, %y[(d0, d1, d2) -> (d0, 0, d2)](%i, %j, %k) : f32 -> tensor<4x1x5xf32>
}
kernel.def @step_1 grid(%i = 7) row() ins(%w: tensor<7xf32>, %r: tensor<1xf32>) outs(%y: tensor<7xf32>) {
  %v = kernel.load %w[(d0) -> (d0)](%i) : tensor<7xf32> -> f32
  %s = kernel.load %r[(d0) -> (0)](%i) : tensor<1xf32> -> f32
  %p = arith.mulf %v, %s : f32
  kernel.store %p, %y[(d0) -> (d0)](%i) : f32 -> tensor<7xf32>
}

// CHECK-LABEL: func.func @entry(
//  CHECK-SAME:     %[[A:.*]]: tensor<20xf32>, %[[B:.*]]: tensor<7xf32>, %[[S:.*]]: tensor<f32>, %[[T:.*]]: tensor<1xf32>)
//       CHECK:   kernel.call @step_0(%[[A]], %[[S]]) : (tensor<20xf32>, tensor<f32>) -> tensor<4x1x5xf32>
//       CHECK:   %[[ONE:.*]] = kernel.reshape %[[T]] : tensor<1xf32> -> tensor<f32>
//       CHECK:   kernel.call @step_0(%[[B]], %[[ONE]]) : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
func.func @entry(%a: tensor<20xf32>, %b: tensor<7xf32>, %s: tensor<f32>, %t: tensor<1xf32>)
    -> (tensor<4x1x5xf32>, tensor<7xf32>) {
  %w = kernel.reshape %a : tensor<20xf32> -> tensor<4x1x5xf32>
  %0 = kernel.call @step_0(%w, %s) : (tensor<4x1x5xf32>, tensor<f32>) -> tensor<4x1x5xf32>
  %1 = kernel.call @step_1(%b, %t) : (tensor<7xf32>, tensor<1xf32>) -> tensor<7xf32>
  return %0, %1 : tensor<4x1x5xf32>, tensor<7xf32>
}

// -----

// The number of a point in memory order, which random bits are made from, is the index.

// CHECK-LABEL: kernel.def @numbered
//  CHECK-SAME:     grid(%[[I:.*]] = ?)
//       CHECK:   kernel.index[(d0) -> (d0)](%[[I]])
kernel.def @numbered grid(%i = 4, %j = 5) row() ins() outs(%y: tensor<4x5xi64>) {
  %n = kernel.index [(d0, d1) -> (d0 * 5 + d1)](%i, %j)
  %v = arith.index_cast %n : index to i64
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : i64 -> tensor<4x5xi64>
}
func.func @entry() -> tensor<4x5xi64> {
  %0 = kernel.call @numbered() : () -> tensor<4x5xi64>
  return %0 : tensor<4x5xi64>
}

// -----

// What knows its shape keeps it: broadcasts, transposes, rows, columns by number, single points.

//   CHECK-NOT: = ?
// CHECK-LABEL: kernel.def @broadcast
kernel.def @broadcast grid(%i = 4, %j = 5) row() ins(%x: tensor<5xf32>) outs(%y: tensor<4x5xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d1)](%i, %j) : tensor<5xf32> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x5xf32>
}
kernel.def @transpose grid(%i = 4, %j = 4) row() ins(%x: tensor<4x4xf32>) outs(%y: tensor<4x4xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d1, d0)](%i, %j) : tensor<4x4xf32> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x4xf32>
}
kernel.def @row grid(%i = 4) row(5) ins(%x: tensor<4x5xf32>) outs(%y: tensor<4xf32>) {
  %s = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<4x5xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}
kernel.def @column grid(%i = 4, %j = 5) row() ins() outs(%y: tensor<4x5xi64>) {
  %n = kernel.index [(d0, d1) -> (d1)](%i, %j)
  %v = arith.index_cast %n : index to i64
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : i64 -> tensor<4x5xi64>
}
kernel.def @guarded grid(%i = 4) row() ins(%x: tensor<4xf32>, %p: tensor<4xi1>) outs(%y: tensor<4xf32>) {
  %p0 = kernel.load %p[(d0) -> (d0)](%i) : tensor<4xi1> -> i1
  %other = arith.constant 0.0 : f32
  %v = kernel.load %x[(d0) -> (d0)](%i) if %p0 else %other as f32 : tensor<4xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}
kernel.def @scalar grid() row() ins(%x: tensor<f32>) outs(%y: tensor<f32>) {
  %v = kernel.load %x[() -> ()]() : tensor<f32> -> f32
  kernel.store %v, %y[() -> ()]() : f32 -> tensor<f32>
}

// An epilogue has the product's shape.

kernel.def @epilogue grid(%i = 4, %j = 5) row() ins(%x: tensor<4x5xf32>) outs(%y: tensor<4x5xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<4x5xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x5xf32>
}
func.func @entry(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) -> tensor<4x5xf32> {
  %0 = kernel.matmul %x "bmk", %w "bkn" sizes [1, 4, 5, 3] epilogue @epilogue()
      : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
