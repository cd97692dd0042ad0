// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// Two row dimensions, and an output of each kind: one value for each point of the domain, one for each of the grid.

// CHECK-LABEL: kernel.def @rows
//  CHECK-SAME:     grid(%[[I:.*]] = 4) row(3, 5)
//  CHECK-SAME:     ins(%[[X:.*]]: tensor<4x3x5xf32>) outs(%[[Y:.*]]: tensor<4x3x5xf32>, %[[S:.*]]: tensor<4xf32>) {
//       CHECK:   kernel.stage reduce(add) at(%[[J:.*]], %[[K:.*]]) : f32 {
//       CHECK:     kernel.load %[[X]][(d0, d1, d2) -> (d0, d1, d2)](%[[I]], %[[J]], %[[K]])
kernel.def @rows grid(%i = 4) row(3, 5)
    ins(%x: tensor<4x3x5xf32>) outs(%y: tensor<4x3x5xf32>, %s: tensor<4xf32>) {
  %sum = kernel.stage reduce(add) at(%j, %k) : f32 {
    %v = kernel.load %x[(d0, d1, d2) -> (d0, d1, d2)](%i, %j, %k) : tensor<4x3x5xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %sum, %s[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
  kernel.stage at(%j, %k) {
    %v = kernel.load %x[(d0, d1, d2) -> (d0, d1, d2)](%i, %j, %k) : tensor<4x3x5xf32> -> f32
    %d = arith.divf %v, %sum : f32
    kernel.store %d, %y[(d0, d1, d2) -> (d0, d1, d2)](%i, %j, %k) : f32 -> tensor<4x3x5xf32>
  }
}

// A single point, no inputs, an attribute.

// CHECK-LABEL: kernel.def @point grid() row() ins() outs(%{{.*}}: tensor<f32>) attributes {note = "one"} {
kernel.def @point grid() row() ins() outs(%y: tensor<f32>) attributes {note = "one"} {
  %one = arith.constant 1.0 : f32
  kernel.store %one, %y[() -> ()]() : f32 -> tensor<f32>
}

// The output lies transposed, with a dimension of size 1.

// CHECK-LABEL: kernel.def @transposed
//       CHECK:   kernel.store %{{.*}}, %{{.*}}[(d0, d1) -> (d1, 0, d0)](%{{.*}}, %{{.*}}) : f32 -> tensor<3x1x2xf32>
kernel.def @transposed grid(%i = 2, %j = 3) row() ins(%x: tensor<2x3xf32>) outs(%y: tensor<3x1x2xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<2x3xf32> -> f32
  kernel.store %v, %y[(d0, d1) -> (d1, 0, d0)](%i, %j) : f32 -> tensor<3x1x2xf32>
}

// A domain without points.

// CHECK-LABEL: kernel.def @no_points grid(%{{.*}} = 0) row()
kernel.def @no_points grid(%i = 0) row() ins() outs(%y: tensor<0xf32>) {
  %one = arith.constant 1.0 : f32
  kernel.store %one, %y[(d0) -> (d0)](%i) : f32 -> tensor<0xf32>
}
