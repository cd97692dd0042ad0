// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// Every way to combine.

// CHECK-LABEL: kernel.def @floats
//       CHECK:   %{{.*}}:4 = kernel.stage reduce(add, mul, max, min) at(%{{.*}}) : f32, f32, f32, f32 {
//       CHECK:     kernel.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, f32, f32
kernel.def @floats grid() row(8) ins(%x: tensor<8xf32>) outs(%y: tensor<f32>) {
  %r:4 = kernel.stage reduce(add, mul, max, min) at(%j) : f32, f32, f32, f32 {
    %v = kernel.load %x[(d0) -> (d0)](%j) : tensor<8xf32> -> f32
    kernel.yield %v, %v, %v, %v : f32, f32, f32, f32
  }
  kernel.store %r#2, %y[() -> ()]() : f32 -> tensor<f32>
}

// CHECK-LABEL: kernel.def @integers
//       CHECK:   %{{.*}}:4 = kernel.stage reduce(maxu, minu, and, or) at(%{{.*}}) : i32, i32, i32, i32 {
kernel.def @integers grid() row(8) ins(%x: tensor<8xui32>) outs(%y: tensor<ui32>) {
  %r:4 = kernel.stage reduce(maxu, minu, and, or) at(%j) : i32, i32, i32, i32 {
    %v = kernel.load %x[(d0) -> (d0)](%j) : tensor<8xui32> -> i32
    kernel.yield %v, %v, %v, %v : i32, i32, i32, i32
  }
  kernel.store %r#3, %y[() -> ()]() : i32 -> tensor<ui32>
}

// CHECK-LABEL: kernel.def @booleans
//       CHECK:   kernel.stage reduce(or) at(%{{.*}}) attributes {note = "any"} : i1 {
kernel.def @booleans grid() row(8) ins(%x: tensor<8xi1>) outs(%y: tensor<i1>) {
  %r = kernel.stage reduce(or) at(%j) attributes {note = "any"} : i1 {
    %v = kernel.load %x[(d0) -> (d0)](%j) : tensor<8xi1> -> i1
    kernel.yield %v : i1
  }
  kernel.store %r, %y[() -> ()]() : i1 -> tensor<i1>
}

// A stage that only stores has no terminator in its text.

// CHECK-LABEL: kernel.def @stores
//       CHECK:   kernel.stage at(%[[J:.*]]) {
//  CHECK-NEXT:     kernel.load
//  CHECK-NEXT:     kernel.store
//  CHECK-NEXT:   }
kernel.def @stores grid() row(8) ins(%x: tensor<8xf32>) outs(%y: tensor<8xf32>) {
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0) -> (d0)](%j) : tensor<8xf32> -> f32
    kernel.store %v, %y[(d0) -> (d0)](%j) : f32 -> tensor<8xf32>
  }
}

// Without row dimensions a stage has one point.

// CHECK-LABEL: kernel.def @no_row
//       CHECK:   kernel.stage reduce(add) at() : f32 {
kernel.def @no_row grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>) {
  %r = kernel.stage reduce(add) at() : f32 {
    %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %r, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// A ragged row: the sum of a segment.

// CHECK-LABEL: kernel.def @segments
//       CHECK:   kernel.stage reduce(add) at(%{{.*}}) from %[[FROM:.*]] to %[[TO:.*]] : f32 {
kernel.def @segments grid(%i = 4) row(100) ins(%x: tensor<100xf32>, %offsets: tensor<5xi64>) outs(%y: tensor<4xf32>) {
  %lo = kernel.load %offsets[(d0) -> (d0)](%i) : tensor<5xi64> -> i64
  %hi = kernel.load %offsets[(d0) -> (d0 + 1)](%i) : tensor<5xi64> -> i64
  %from = arith.index_cast %lo : i64 to index
  %to = arith.index_cast %hi : i64 to index
  %s = kernel.stage reduce(add) at(%k) from %from to %to : f32 {
    %v = kernel.load %x[(d0, d1) -> (d1)](%i, %k) : tensor<100xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}
