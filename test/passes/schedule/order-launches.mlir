// RUN: gradc-opt %s --split-input-file --gradc-order-launches | FileCheck %s

kernel.def @sgd grid(%i = ?) row() ins(%w: tensor<?xf32>, %g: tensor<?xf32>) outs(%y: tensor<?xf32>) {
  %v = kernel.load %w[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %d = kernel.load %g[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %n = arith.subf %v, %d : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}

// A gradient meets its update at once, and its memory is free for the next. Whoever reads the parameter comes before.

// CHECK-LABEL: func.func @updates(
//  CHECK-SAME:     %[[W1:.*]]: tensor<512x512xf32> {{.*}}, %[[W2:.*]]: tensor<512x512xf32> {{.*}}, %[[X:.*]]: tensor<512x512xf32>
//       CHECK:   %[[H:.*]] = kernel.matmul %[[X]] "bmk", %[[W1]]
//       CHECK:   %[[D2:.*]] = kernel.matmul %[[H]] "bkm", %[[H]]
//       CHECK:   %[[DH:.*]] = kernel.matmul %[[H]] "bmk", %[[W2]]
//       CHECK:   %[[NEW2:.*]] = kernel.call @sgd(%[[W2]], %[[D2]])
//       CHECK:   %[[D1:.*]] = kernel.matmul %[[X]] "bkm", %[[DH]]
//       CHECK:   %[[NEW1:.*]] = kernel.call @sgd(%[[W1]], %[[D1]])
//       CHECK:   return %[[NEW1]], %[[NEW2]]
func.func @updates(
    %w1: tensor<512x512xf32> {train.role = "parameter", train.name = "w1"},
    %w2: tensor<512x512xf32> {train.role = "parameter", train.name = "w2"},
    %x: tensor<512x512xf32> {train.role = "input", train.name = "x"})
    -> (tensor<512x512xf32> {train.role = "state", train.name = "w1"},
        tensor<512x512xf32> {train.role = "state", train.name = "w2"}) {
  %h = kernel.matmul %x "bmk", %w1 "bkn" sizes [1, 512, 512, 512] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %d2 = kernel.matmul %h "bkm", %h "bkn" sizes [1, 512, 512, 512] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %dh = kernel.matmul %h "bmk", %w2 "bnk" sizes [1, 512, 512, 512] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %d1 = kernel.matmul %x "bkm", %dh "bkn" sizes [1, 512, 512, 512] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %new:2 = kernel.foreach @sgd items(2) (%w1, %d1, %w2, %d2)
      : (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>)
  return %new#0, %new#1 : tensor<512x512xf32>, tensor<512x512xf32>
}

// -----

// Small updates stay together; a list that would hold a mebibyte is cut. What frees most runs first.

kernel.def @sgd grid(%i = ?) row() ins(%w: tensor<?xf32>, %g: tensor<?xf32>) outs(%y: tensor<?xf32>) {
  %v = kernel.load %w[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %d = kernel.load %g[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %n = arith.subf %v, %d : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}

// CHECK-LABEL: func.func @lists(
//       CHECK:   kernel.call @sgd({{.*}}) : (tensor<512x512xf32>, tensor<512x512xf32>)
//       CHECK:   kernel.call @sgd({{.*}}) : (tensor<256x513xf32>, tensor<256x513xf32>)
//       CHECK:   kernel.foreach @sgd items(2) ({{.*}}) : (tensor<8xf32>, tensor<8xf32>, tensor<256x512xf32>
func.func @lists(
    %w0: tensor<512x512xf32> {train.role = "parameter", train.name = "w0"},
    %w1: tensor<256x513xf32> {train.role = "parameter", train.name = "w1"},
    %w2: tensor<256x512xf32> {train.role = "parameter", train.name = "w2"},
    %w3: tensor<8xf32> {train.role = "parameter", train.name = "w3"},
    %x: tensor<8x1xf32> {train.role = "input", train.name = "x"})
    -> (tensor<512x512xf32> {train.role = "state", train.name = "w0"},
        tensor<256x513xf32> {train.role = "state", train.name = "w1"},
        tensor<256x512xf32> {train.role = "state", train.name = "w2"},
        tensor<8xf32> {train.role = "state", train.name = "w3"}) {
  %d3 = kernel.sort(%w3) dimension 0 : (tensor<8xf32>) -> tensor<8xf32>
  %d2 = kernel.sort(%w2) dimension 0 : (tensor<256x512xf32>) -> tensor<256x512xf32>
  %d1 = kernel.sort(%w1) dimension 0 : (tensor<256x513xf32>) -> tensor<256x513xf32>
  %d0 = kernel.sort(%w0) dimension 0 : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %new:4 = kernel.foreach @sgd items(4) (%w0, %d0, %w1, %d1, %w2, %d2, %w3, %d3)
      : (tensor<512x512xf32>, tensor<512x512xf32>, tensor<256x513xf32>, tensor<256x513xf32>,
         tensor<256x512xf32>, tensor<256x512xf32>, tensor<8xf32>, tensor<8xf32>)
      -> (tensor<512x512xf32>, tensor<256x513xf32>, tensor<256x512xf32>, tensor<8xf32>)
  return %new#0, %new#1, %new#2, %new#3 : tensor<512x512xf32>, tensor<256x513xf32>, tensor<256x512xf32>, tensor<8xf32>
}

// -----

// What is small, or reads nothing of the arena, waits until something needs it; small kernels stand by their levels.

kernel.def @negate grid(%i = ?) row() ins(%x: tensor<?xf32>) outs(%y: tensor<?xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}

// CHECK-LABEL: func.func @waiting(
//  CHECK-SAME:     %[[A:.*]]: tensor<8xf32> {{.*}}, %[[B:.*]]: tensor<8xf32> {{.*}}, %[[C:.*]]: tensor<512x512xf32>
//       CHECK:   %[[FIRST:.*]] = kernel.sort(%[[C]])
//       CHECK:   %[[SECOND:.*]] = kernel.sort(%[[FIRST]])
//       CHECK:   %[[LATE:.*]] = kernel.call @negate(%[[C]])
//       CHECK:   kernel.matmul %[[SECOND]] "bmk", %[[LATE]]
//       CHECK:   %[[A1:.*]] = kernel.call @negate(%[[A]])
//       CHECK:   %[[B1:.*]] = kernel.call @negate(%[[B]])
//       CHECK:   %[[A2:.*]] = kernel.call @negate(%[[A1]])
//       CHECK:   %[[B2:.*]] = kernel.call @negate(%[[B1]])
func.func @waiting(
    %a: tensor<8xf32> {train.role = "input", train.name = "a"},
    %b: tensor<8xf32> {train.role = "input", train.name = "b"},
    %c: tensor<512x512xf32> {train.role = "input", train.name = "c"})
    -> (tensor<8xf32> {train.role = "output", train.name = "x"}, tensor<8xf32> {train.role = "output", train.name = "y"},
        tensor<512x512xf32> {train.role = "output", train.name = "z"}) {
  %late = kernel.call @negate(%c) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %a1 = kernel.call @negate(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %a2 = kernel.call @negate(%a1) : (tensor<8xf32>) -> tensor<8xf32>
  %b1 = kernel.call @negate(%b) : (tensor<8xf32>) -> tensor<8xf32>
  %b2 = kernel.call @negate(%b1) : (tensor<8xf32>) -> tensor<8xf32>
  %first = kernel.sort(%c) dimension 0 : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %second = kernel.sort(%first) dimension 0 : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %z = kernel.matmul %second "bmk", %late "bkn" sizes [1, 512, 512, 512] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %a2, %b2, %z : tensor<8xf32>, tensor<8xf32>, tensor<512x512xf32>
}

// -----

// What adds least comes first if less is alive at once then: here a large product that is needed late.

// CHECK-LABEL: func.func @frugal(
//       CHECK:   %[[C:.*]] = kernel.sort
//       CHECK:   %[[THIN:.*]] = kernel.matmul %[[C]] "bmk", %{{.*}} "bkn" sizes [1, 512, 1, 512]
//       CHECK:   %[[WIDE:.*]] = kernel.matmul %[[THIN]]
//       CHECK:   %[[THIN2:.*]] = kernel.matmul %[[WIDE]]
//       CHECK:   kernel.matmul %[[C]] "bmk", %[[THIN2]]
//       CHECK:   %[[LARGE:.*]] = kernel.matmul %{{.*}}, %[[C]]
//       CHECK:   kernel.matmul %[[LARGE]] "bmk", %[[THIN2]]
func.func @frugal(
    %x: tensor<512x512xf32> {train.role = "input", train.name = "x"},
    %y: tensor<1024x512xf32> {train.role = "input", train.name = "y"},
    %z: tensor<512x1xf32> {train.role = "input", train.name = "z"})
    -> (tensor<1024x1xf32> {train.role = "output", train.name = "a"}, tensor<512x1xf32> {train.role = "output", train.name = "b"}) {
  %c = kernel.sort(%x) dimension 0 : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %large = kernel.matmul %y "bmk", %c "bkn" sizes [1, 1024, 512, 512] : (tensor<1024x512xf32>, tensor<512x512xf32>) -> tensor<1024x512xf32>
  %thin = kernel.matmul %c "bmk", %z "bkn" sizes [1, 512, 1, 512] : (tensor<512x512xf32>, tensor<512x1xf32>) -> tensor<512x1xf32>
  %wide = kernel.matmul %thin "bmk", %thin "bnk" sizes [1, 512, 512, 1] : (tensor<512x1xf32>, tensor<512x1xf32>) -> tensor<512x512xf32>
  %thin2 = kernel.matmul %wide "bmk", %thin "bkn" sizes [1, 512, 1, 512] : (tensor<512x512xf32>, tensor<512x1xf32>) -> tensor<512x1xf32>
  %a = kernel.matmul %large "bmk", %thin2 "bkn" sizes [1, 1024, 1, 512] : (tensor<1024x512xf32>, tensor<512x1xf32>) -> tensor<1024x1xf32>
  %b = kernel.matmul %c "bmk", %thin2 "bkn" sizes [1, 512, 1, 512] : (tensor<512x512xf32>, tensor<512x1xf32>) -> tensor<512x1xf32>
  return %a, %b : tensor<1024x1xf32>, tensor<512x1xf32>
}
