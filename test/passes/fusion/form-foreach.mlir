// RUN: gradc-opt %s --gradc-form-foreach | FileCheck %s

kernel.def @sgd grid(%i = ?) row() ins(%w: tensor<?xf32>, %g: tensor<?xf32>) outs(%y: tensor<?xf32>) {
  %v = kernel.load %w[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %d = kernel.load %g[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %n = arith.subf %v, %d : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}
kernel.def @negate grid(%i = ?) row() ins(%x: tensor<?xf32>) outs(%y: tensor<?xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}
kernel.def @fixed grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// Updates wait for the last gradient, though that is found later and on another level.

// CHECK-LABEL: func.func @updates(
//  CHECK-SAME:     %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<2x3xf32>, %[[C:.*]]: tensor<4xf32>
//       CHECK:   %[[DC:.*]] = kernel.call @fixed(%[[C]])
//       CHECK:   %[[DA:.*]] = kernel.call @fixed(%[[DC]])
//       CHECK:   %[[NEW:.*]]:3 = kernel.foreach @sgd items(3) (%[[C]], %[[DC]], %[[A]], %[[DA]], %[[B]], %[[B]])
//       CHECK:   return %[[NEW]]#1, %[[NEW]]#2, %[[NEW]]#0
func.func @updates(%a: tensor<4xf32>, %b: tensor<2x3xf32>, %c: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<2x3xf32>, tensor<4xf32>) {
  %dc = kernel.call @fixed(%c) : (tensor<4xf32>) -> tensor<4xf32>
  %c1 = kernel.call @sgd(%c, %dc) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %da = kernel.call @fixed(%dc) : (tensor<4xf32>) -> tensor<4xf32>
  %a1 = kernel.call @sgd(%a, %da) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %b1 = kernel.call @sgd(%b, %b) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %a1, %b1, %c1 : tensor<4xf32>, tensor<2x3xf32>, tensor<4xf32>
}

// Readers of an early one move behind it.

// CHECK-LABEL: func.func @readers(
//       CHECK:   %[[ALL:.*]]:2 = kernel.foreach @negate items(2)
//       CHECK:   kernel.call @fixed(%[[ALL]]#0)
func.func @readers(%a: tensor<4xf32>, %b: tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>) {
  %0 = kernel.call @negate(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = kernel.call @fixed(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = kernel.call @negate(%b) : (tensor<5xf32>) -> tensor<5xf32>
  return %1, %2 : tensor<4xf32>, tensor<5xf32>
}

// No call waits for itself: each of a chain is alone, and of two chains the calls of one level meet.

// CHECK-LABEL: func.func @chains(
//       CHECK:   %[[ONE:.*]]:2 = kernel.foreach @negate items(2) (%{{.*}}, %{{.*}})
//       CHECK:   %[[R:.*]] = kernel.reshape %[[ONE]]#0
//       CHECK:   %[[TWO:.*]]:2 = kernel.foreach @negate items(2) (%[[R]], %[[ONE]]#1)
//       CHECK:   kernel.matmul %[[TWO]]#0 "bmk", %[[TWO]]#1 "bkn"
//       CHECK:   kernel.call @negate
func.func @chains(%a: tensor<4xf32>, %b: tensor<4x1xf32>) -> tensor<1x1xf32> {
  %a1 = kernel.call @negate(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %r = kernel.reshape %a1 : tensor<4xf32> -> tensor<1x4xf32>
  %a2 = kernel.call @negate(%r) : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %b1 = kernel.call @negate(%b) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %b2 = kernel.call @negate(%b1) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %p = kernel.matmul %a2 "bmk", %b2 "bkn" sizes [1, 1, 1, 4] : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1xf32>
  %n = kernel.call @negate(%p) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  return %n : tensor<1x1xf32>
}

// Kernels of a fixed shape stay calls.

// CHECK-LABEL: func.func @no_fixed(
//   CHECK-NOT:   foreach
func.func @no_fixed(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = kernel.call @fixed(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = kernel.call @fixed(%b) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
