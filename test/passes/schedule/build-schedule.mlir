// RUN: gradc-opt %s --split-input-file --gradc-build-schedule --gradc-verify-rt | FileCheck %s

//===----------------------------------------------------------------------===//
// Where things lie
//===----------------------------------------------------------------------===//

// Inputs and results lie in the entry's segment, states and scalars in ones that all entries share, data in constants.

kernel.def @sum grid(%i = 4) row()
    ins(%w: tensor<4xf32>, %x: tensor<4xf32>, %c: tensor<4xf32>, %s: tensor<f64>) outs(%y: tensor<4xf32>) {
  %a = kernel.load %w[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
  kernel.store %a, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// CHECK-LABEL: module attributes {rt.lower_bound = 0 : i64} {
//       CHECK:   rt.bind state "w" @state[0] tensor<4xf32>
//  CHECK-NEXT:   rt.bind scalar "lr" @scalars[0] tensor<f64> {initial = 1.000000e-03 : f64}
//  CHECK-NEXT:   rt.program @step {
//  CHECK-NEXT:     rt.bind input "x" @io_step[0] tensor<4xf32> {batch = 4 : i64}
//  CHECK-NEXT:     rt.bind output "y" @io_step[64] tensor<4xf32>
//   CHECK-DAG:     %[[W:.*]] = rt.view @state[0] : memref<4xf32>
//   CHECK-DAG:     %[[X:.*]] = rt.view @io_step[0] : memref<4xf32>
//   CHECK-DAG:     %[[C:.*]] = rt.view @constants[0] : memref<4xf32>
//   CHECK-DAG:     %[[S:.*]] = rt.view @scalars[0] : memref<f64>
//   CHECK-DAG:     %[[Y:.*]] = rt.view @io_step[64] : memref<4xf32>
//       CHECK:     rt.launch @sum ins(%[[W]], %[[X]], %[[C]], %[[S]] : {{.*}}) outs(%[[Y]] : memref<4xf32>)
//  CHECK-NEXT:   }
//       CHECK:   rt.segment io @io_step bytes 128
//       CHECK:   rt.program @eval {
//       CHECK:     rt.bind input "x" @io_eval[0]
//       CHECK:     rt.bind metric "loss" @io_eval[64]
//       CHECK:   rt.segment io @io_eval bytes 128
//   CHECK-NOT:   func.func
//       CHECK:   rt.segment state @state bytes 64
//       CHECK:   rt.segment scalars @scalars bytes 64
//       CHECK:   rt.segment temp @temp bytes 0
//       CHECK:   rt.segment constant @constants bytes 64 [dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]>
func.func @step(
    %w: tensor<4xf32> {train.role = "parameter", train.name = "w"},
    %x: tensor<4xf32> {train.role = "input", train.name = "x", train.batch = 4 : i64},
    %lr: tensor<f64> {train.role = "scalar", train.name = "lr", train.default = 1.0e-3 : f64})
    -> (tensor<4xf32> {train.role = "output", train.name = "y"}) {
  %c = kernel.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = kernel.call @sum(%w, %x, %c, %lr) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f64>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @eval(
    %w: tensor<4xf32> {train.role = "parameter", train.name = "w"},
    %x: tensor<4xf32> {train.role = "input", train.name = "x"},
    %lr: tensor<f64> {train.role = "scalar", train.name = "lr", train.default = 1.0e-3 : f64})
    -> (tensor<4xf32> {train.role = "metric", train.name = "loss"}) {
  %c = kernel.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = kernel.call @sum(%w, %x, %c, %lr) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<f64>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// An integer's default is a number as well.

// CHECK-LABEL: module
//       CHECK:   rt.bind scalar "seed" @scalars[0] tensor<i64> {initial = 7.000000e+00 : f64}
func.func @init(%seed: tensor<i64> {train.role = "scalar", train.name = "seed", train.default = 7 : i64})
    -> (tensor<i64> {train.role = "output", train.name = "seed"}) {
  return %seed : tensor<i64>
}

// -----

//===----------------------------------------------------------------------===//
// Library calls
//===----------------------------------------------------------------------===//

// dtypes, sizes, strides of lhs over (b, m, k), of rhs over (b, k, n), of the
// result, the tile: all of it.

// CHECK-LABEL: module
//       CHECK:   rt.lib matmul [{{[0-9]+}}, {{[0-9]+}}, 1, 8, 5, 4, 32, 4, 1, 20, 1, 4, 40, 5, 1, 1, 8, 5]
func.func @matmul(
    %x: tensor<8x4xf32> {train.role = "input", train.name = "x"},
    %w: tensor<5x4xf32> {train.role = "input", train.name = "w"})
    -> (tensor<8x5xf32> {train.role = "output", train.name = "y"}) {
  %y = kernel.matmul %x "bmk", %w "bnk" sizes [1, 8, 5, 4] : (tensor<8x4xf32>, tensor<5x4xf32>) -> tensor<8x5xf32>
  return %y : tensor<8x5xf32>
}

// -----

// Operands, outer, length, inner, descending, total order, dtypes.

// CHECK-LABEL: module
//       CHECK:   rt.lib sort [2, 2, 5, 3, 1, 1, {{[0-9]+}}, {{[0-9]+}}]
func.func @sort(
    %x: tensor<2x5x3xf32> {train.role = "input", train.name = "x"},
    %i: tensor<2x5x3xi64> {train.role = "input", train.name = "i"})
    -> (tensor<2x5x3xi64> {train.role = "output", train.name = "y"}) {
  %y:2 = kernel.sort(%x, %i) dimension 1 descending total_order
      : (tensor<2x5x3xf32>, tensor<2x5x3xi64>) -> (tensor<2x5x3xf32>, tensor<2x5x3xi64>)
  return %y#1 : tensor<2x5x3xi64>
}

// -----

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

kernel.def @negate grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}
kernel.def @reverse grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>) {
  %v = kernel.load %x[(d0) -> (-d0 + 3)](%i) : tensor<4xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// A state that its own kernel reads point by point is updated in place.

// CHECK-LABEL: module
//       CHECK:   rt.program @in_place {
//  CHECK-NEXT:     %[[W:.*]] = rt.view @state[0]
//  CHECK-NEXT:     rt.launch @negate ins(%[[W]] : memref<4xf32>) outs(%[[W]] : memref<4xf32>)
//  CHECK-NEXT:   }
func.func @in_place(%w: tensor<4xf32> {train.role = "parameter", train.name = "w"})
    -> (tensor<4xf32> {train.role = "state", train.name = "w"}) {
  %0 = kernel.call @negate(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// One that is read elsewhere than written is copied at the end.

// CHECK: rt.program @gathered {
// CHECK:   %[[W:.*]] = rt.view @state[0]
// CHECK:   %[[NEW:.*]] = rt.view @temp[0]
// CHECK:   rt.launch @reverse ins(%[[W]] : memref<4xf32>) outs(%[[NEW]] : memref<4xf32>)
// CHECK:   rt.copy %[[NEW]] to %[[W]]
func.func @gathered(%w: tensor<4xf32> {train.role = "parameter", train.name = "w"})
    -> (tensor<4xf32> {train.role = "state", train.name = "w"}) {
  %0 = kernel.call @reverse(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// One that a later kernel reads as it was is copied at the end, too.

// CHECK: rt.program @read_later {
// CHECK:   %[[W:.*]] = rt.view @state[0]
// CHECK:   %[[NEW:.*]] = rt.view @temp[0]
// CHECK:   rt.launch @negate ins(%[[W]] : memref<4xf32>) outs(%[[NEW]] : memref<4xf32>)
// CHECK:   rt.launch @reverse ins(%[[W]] : memref<4xf32>)
// CHECK:   rt.copy %[[NEW]] to %[[W]]
func.func @read_later(%w: tensor<4xf32> {train.role = "parameter", train.name = "w"})
    -> (tensor<4xf32> {train.role = "state", train.name = "w"}, tensor<4xf32> {train.role = "output", train.name = "y"}) {
  %0 = kernel.call @negate(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = kernel.call @reverse(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// The same through a reshape.

// CHECK: rt.program @reshaped {
// CHECK:   rt.launch @negate ins(%[[W:.*]] : memref<4xf32>) outs(%[[NEW:.*]] : memref<4xf32>)
// CHECK:   rt.lib matmul
// CHECK:   rt.copy %[[NEW]] to %[[W]]
func.func @reshaped(%w: tensor<4xf32> {train.role = "parameter", train.name = "w"})
    -> (tensor<4xf32> {train.role = "state", train.name = "w"},
        tensor<1x1xf32> {train.role = "output", train.name = "y"}) {
  %0 = kernel.call @negate(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %r = kernel.reshape %w : tensor<4xf32> -> tensor<1x4xf32>
  %1 = kernel.matmul %r "bmk", %r "bnk" sizes [1, 1, 1, 4] : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x1xf32>
  return %0, %1 : tensor<4xf32>, tensor<1x1xf32>
}

// A library does not work in place.

// CHECK: rt.program @library {
// CHECK:   rt.lib sort {{.*}} ins(%[[W:.*]] : memref<4xf32>) outs(%[[NEW:.*]] : memref<4xf32>)
// CHECK:   rt.copy %[[NEW]] to %[[W]]
func.func @library(%w: tensor<4xf32> {train.role = "parameter", train.name = "w"})
    -> (tensor<4xf32> {train.role = "state", train.name = "w"}) {
  %0 = kernel.sort(%w) dimension 0 : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What stays needs no command.

// CHECK:      rt.program @kept {
// CHECK-NEXT: }
func.func @kept(%w: tensor<4xf32> {train.role = "parameter", train.name = "w"})
    -> (tensor<4xf32> {train.role = "state", train.name = "w"}) {
  return %w : tensor<4xf32>
}

// -----

// States that change places meet in the entry's segment, so that neither is lost.

// CHECK-LABEL: module
//       CHECK:   rt.program @swapped {
//   CHECK-DAG:     %[[A:.*]] = rt.view @state[0]
//   CHECK-DAG:     %[[B:.*]] = rt.view @state[64]
//   CHECK-DAG:     %[[KEPT_B:.*]] = rt.view @io_swapped[0]
//   CHECK-DAG:     %[[KEPT_A:.*]] = rt.view @io_swapped[64]
//       CHECK:     rt.copy %[[A]] to %[[KEPT_A]]
//       CHECK:     rt.copy %[[KEPT_B]] to %[[A]]
//       CHECK:     rt.copy %[[KEPT_A]] to %[[B]]
func.func @swapped(
    %a: tensor<4xf32> {train.role = "parameter", train.name = "a"},
    %b: tensor<4xf32> {train.role = "parameter", train.name = "b"})
    -> (tensor<4xf32> {train.role = "state", train.name = "a"}, tensor<4xf32> {train.role = "state", train.name = "b"}) {
  return %b, %a : tensor<4xf32>, tensor<4xf32>
}

// -----

// An old state that is a result is copied before anything may write over it.

kernel.def @negate grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// CHECK-LABEL: module
//       CHECK:   rt.program @old {
//  CHECK-NEXT:     rt.bind output "before" @io_old[0]
//       CHECK:     rt.copy %[[W:.*]] to %{{.*}} : memref<4xf32>
//       CHECK:     rt.launch @negate ins(%[[W]] : memref<4xf32>)
func.func @old(%w: tensor<4xf32> {train.role = "parameter", train.name = "w"})
    -> (tensor<4xf32> {train.role = "state", train.name = "w"},
        tensor<4xf32> {train.role = "output", train.name = "before"}) {
  %0 = kernel.call @negate(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %w : tensor<4xf32>, tensor<4xf32>
}

// One value for two results is written once and copied; a constant is copied.

// CHECK: rt.program @twice {
// CHECK:   rt.launch @negate ins(%{{.*}} : memref<4xf32>) outs(%[[Y:.*]] : memref<4xf32>)
// CHECK:   rt.copy %[[Y]] to %{{.*}} : memref<4xf32>
// CHECK:   %[[C:.*]] = rt.view @constants[0]
// CHECK:   rt.copy %[[C]] to
func.func @twice(%x: tensor<4xf32> {train.role = "input", train.name = "x"})
    -> (tensor<4xf32> {train.role = "output", train.name = "y"}, tensor<4xf32> {train.role = "output", train.name = "z"},
        tensor<2xf32> {train.role = "output", train.name = "c"}) {
  %0 = kernel.call @negate(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %c = kernel.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0, %0, %c : tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}

// An output and a gradient of one name are two places.

// CHECK: rt.program @one_name {
// CHECK:   rt.bind output "w" @io_one_name[64]
// CHECK:   rt.bind gradient "w" @io_one_name[128]
func.func @one_name(%x: tensor<4xf32> {train.role = "input", train.name = "w"})
    -> (tensor<4xf32> {train.role = "output", train.name = "w"}, tensor<4xf32> {train.role = "gradient", train.name = "w"}) {
  %0 = kernel.call @negate(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = kernel.call @negate(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

//===----------------------------------------------------------------------===//
// The arena
//===----------------------------------------------------------------------===//

kernel.def @negate grid(%i = 64) row() ins(%x: tensor<64xf32>) outs(%y: tensor<64xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<64xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<64xf32>
}
kernel.def @reverse grid(%i = 64) row() ins(%x: tensor<64xf32>) outs(%y: tensor<64xf32>) {
  %v = kernel.load %x[(d0) -> (-d0 + 63)](%i) : tensor<64xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<64xf32>
}
kernel.def @add grid(%i = 64) row() ins(%x: tensor<64xf32>, %z: tensor<64xf32>) outs(%y: tensor<64xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<64xf32> -> f32
  %w = kernel.load %z[(d0) -> (d0)](%i) : tensor<64xf32> -> f32
  %n = arith.addf %v, %w : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<64xf32>
}

// What dies makes room: of a chain two blocks are alive at a time.

// CHECK-LABEL: module attributes {rt.lower_bound = 512 : i64} {
//       CHECK:   rt.program @reuse {
//       CHECK:     %[[FIRST:.*]] = rt.view @temp[0]
//       CHECK:     rt.launch @reverse ins(%{{.*}}) outs(%[[FIRST]]
//       CHECK:     %[[SECOND:.*]] = rt.view @temp[256]
//       CHECK:     rt.launch @reverse ins(%[[FIRST]]{{.*}}) outs(%[[SECOND]]
//       CHECK:     rt.launch @reverse ins(%[[SECOND]]{{.*}}) outs(%[[FIRST]]
//       CHECK:     rt.launch @reverse ins(%[[FIRST]]
func.func @reuse(%x: tensor<64xf32> {train.role = "input", train.name = "x"})
    -> (tensor<64xf32> {train.role = "output", train.name = "y"}) {
  %0 = kernel.call @reverse(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.call @reverse(%0) : (tensor<64xf32>) -> tensor<64xf32>
  %2 = kernel.call @reverse(%1) : (tensor<64xf32>) -> tensor<64xf32>
  %3 = kernel.call @reverse(%2) : (tensor<64xf32>) -> tensor<64xf32>
  return %3 : tensor<64xf32>
}

// A kernel writes over an input that dies with it, unless another reader comes or it is the host's.

// CHECK: rt.program @over_input {
// CHECK:   %[[T:.*]] = rt.view @temp[0]
// CHECK:   rt.launch @negate ins(%{{.*}}) outs(%[[T]] : memref<64xf32>)
// CHECK:   rt.launch @negate ins(%[[T]] : memref<64xf32>) outs(%[[T]] : memref<64xf32>)
// CHECK:   %[[U:.*]] = rt.view @temp[256]
// CHECK:   rt.launch @negate ins(%[[T]] : memref<64xf32>) outs(%[[U]] : memref<64xf32>)
// CHECK:   rt.launch @add ins(%[[T]], %[[U]] : {{.*}}) outs(%[[T]] : memref<64xf32>)
// CHECK:   rt.launch @reverse ins(%[[T]]
func.func @over_input(%x: tensor<64xf32> {train.role = "input", train.name = "x"})
    -> (tensor<64xf32> {train.role = "output", train.name = "y"}) {
  %0 = kernel.call @negate(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.call @negate(%0) : (tensor<64xf32>) -> tensor<64xf32>
  %2 = kernel.call @negate(%1) : (tensor<64xf32>) -> tensor<64xf32>
  %3 = kernel.call @add(%1, %2) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %4 = kernel.call @reverse(%3) : (tensor<64xf32>) -> tensor<64xf32>
  return %4 : tensor<64xf32>
}

// An input that comes in twice stays.

// CHECK: rt.program @twice {
// CHECK:   rt.launch @add ins(%[[T:.*]], %[[T]] : {{.*}}) outs(%[[U:.*]] : memref<64xf32>)
// CHECK:   rt.launch @reverse ins(%[[U]]
func.func @twice(%x: tensor<64xf32> {train.role = "input", train.name = "x"})
    -> (tensor<64xf32> {train.role = "output", train.name = "y"}) {
  %0 = kernel.call @negate(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.call @add(%0, %0) : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %2 = kernel.call @reverse(%1) : (tensor<64xf32>) -> tensor<64xf32>
  return %2 : tensor<64xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Over an input or not: rows
//===----------------------------------------------------------------------===//

kernel.def @make grid(%i = 4, %j = 16) row() ins(%x: tensor<4x16xf32>) outs(%y: tensor<4x16xf32>) {
  %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<4x16xf32> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x16xf32>
}
kernel.def @use grid() row(4, 16) ins(%x: tensor<4x16xf32>) outs(%y: tensor<f32>) {
  %s = kernel.stage reduce(add) at(%i, %j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<4x16xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %y[() -> ()]() : f32 -> tensor<f32>
}
// Reads the row in an earlier stage, and again where it writes.
kernel.def @rows grid(%i = 4) row(16) ins(%x: tensor<4x16xf32>) outs(%y: tensor<4x16xf32>) {
  %s = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<4x16xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<4x16xf32> -> f32
    %d = arith.divf %v, %s : f32
    kernel.store %d, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x16xf32>
  }
}
// Reads the row once more after it was written.
kernel.def @rows_again grid(%i = 4) row(16) ins(%x: tensor<4x16xf32>) outs(%y: tensor<4x16xf32>, %z: tensor<4xf32>) {
  kernel.stage at(%j) {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<4x16xf32> -> f32
    kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x16xf32>
  }
  %s = kernel.stage reduce(add) at(%j) : f32 {
    %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<4x16xf32> -> f32
    kernel.yield %v : f32
  }
  kernel.store %s, %z[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}
// Reads where a guard holds.
kernel.def @guarded grid(%i = 4, %j = 16) row() ins(%x: tensor<4x16xf32>) outs(%y: tensor<4x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %inside = arith.cmpi sge, %i, %one : index
  %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) if %inside else %zero as f32 : tensor<4x16xf32> -> f32
  kernel.store %v, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x16xf32>
}

// CHECK-LABEL: module
//       CHECK:   rt.program @rows_in_place {
//       CHECK:     rt.launch @rows ins(%[[T:.*]] : memref<4x16xf32>) outs(%[[T]] : memref<4x16xf32>)
func.func @rows_in_place(%x: tensor<4x16xf32> {train.role = "input", train.name = "x"})
    -> (tensor<f32> {train.role = "output", train.name = "y"}) {
  %0 = kernel.call @make(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = kernel.call @rows(%0) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %2 = kernel.call @use(%1) : (tensor<4x16xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// CHECK: rt.program @no_read_after_write {
// CHECK:   %[[T:.*]] = rt.view @temp[0]
// CHECK:   %[[U:.*]] = rt.view @temp[256]
// CHECK:   rt.launch @rows_again ins(%[[T]] : memref<4x16xf32>) outs(%[[U]], %{{.*}} : {{.*}})
func.func @no_read_after_write(%x: tensor<4x16xf32> {train.role = "input", train.name = "x"})
    -> (tensor<f32> {train.role = "output", train.name = "y"}, tensor<4xf32> {train.role = "output", train.name = "z"}) {
  %0 = kernel.call @make(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %1:2 = kernel.call @rows_again(%0) : (tensor<4x16xf32>) -> (tensor<4x16xf32>, tensor<4xf32>)
  %2 = kernel.call @use(%1#0) : (tensor<4x16xf32>) -> tensor<f32>
  return %2, %1#1 : tensor<f32>, tensor<4xf32>
}

// CHECK: rt.program @no_guarded_read {
// CHECK:   %[[T:.*]] = rt.view @temp[0]
// CHECK:   %[[U:.*]] = rt.view @temp[256]
// CHECK:   rt.launch @guarded ins(%[[T]] : memref<4x16xf32>) outs(%[[U]] : memref<4x16xf32>)
func.func @no_guarded_read(%x: tensor<4x16xf32> {train.role = "input", train.name = "x"})
    -> (tensor<f32> {train.role = "output", train.name = "y"}) {
  %0 = kernel.call @make(%x) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %1 = kernel.call @guarded(%0) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %2 = kernel.call @use(%1) : (tensor<4x16xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

//===----------------------------------------------------------------------===//
// Waves
//===----------------------------------------------------------------------===//

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

// A foreach is a wave, each item with its extent and where it can be in place.

// CHECK-LABEL: module
//       CHECK:   rt.program @foreach {
//   CHECK-DAG:     %[[W:.*]] = rt.view @state[0] : memref<4x5xf32>
//   CHECK-DAG:     %[[B:.*]] = rt.view @state[128] : memref<7xf32>
//   CHECK-DAG:     %[[DW:.*]] = rt.view @io_foreach[0] : memref<20xf32>
//   CHECK-DAG:     %[[DB:.*]] = rt.view @io_foreach[128] : memref<7xf32>
//       CHECK:     rt.wave {
//  CHECK-NEXT:       rt.launch @sgd extent 20 ins(%[[W]], %[[DW]] : memref<4x5xf32>, memref<20xf32>) outs(%[[W]] : memref<4x5xf32>)
//  CHECK-NEXT:       rt.launch @sgd extent 7 ins(%[[B]], %[[DB]] : memref<7xf32>, memref<7xf32>) outs(%[[B]] : memref<7xf32>)
//  CHECK-NEXT:     }
//  CHECK-NEXT:   }
func.func @foreach(
    %w: tensor<4x5xf32> {train.role = "parameter", train.name = "w"},
    %b: tensor<7xf32> {train.role = "parameter", train.name = "b"},
    %dw: tensor<20xf32> {train.role = "input", train.name = "dw"},
    %db: tensor<7xf32> {train.role = "input", train.name = "db"})
    -> (tensor<4x5xf32> {train.role = "state", train.name = "w"}, tensor<7xf32> {train.role = "state", train.name = "b"}) {
  %new:2 = kernel.foreach @sgd items(2) (%w, %dw, %b, %db)
      : (tensor<4x5xf32>, tensor<20xf32>, tensor<7xf32>, tensor<7xf32>) -> (tensor<4x5xf32>, tensor<7xf32>)
  return %new#0, %new#1 : tensor<4x5xf32>, tensor<7xf32>
}

// Items that read the state of another one can't be written over it.

// CHECK: rt.program @crossed {
// CHECK:   rt.wave {
// CHECK:     rt.launch @sgd extent 7 ins(%[[B:.*]], %[[B]] : memref<7xf32>, memref<7xf32>) outs(%[[NEW:.*]] : memref<7xf32>)
// CHECK:     rt.launch @sgd extent 7 ins(%[[B]], %{{.*}} : memref<7xf32>, memref<7xf32>)
// CHECK:   }
// CHECK:   rt.copy %[[NEW]] to %[[B]]
func.func @crossed(%b: tensor<7xf32> {train.role = "parameter", train.name = "b"})
    -> (tensor<7xf32> {train.role = "state", train.name = "b"},
        tensor<7xf32> {train.role = "output", train.name = "y"}, tensor<7xf32> {train.role = "output", train.name = "z"}) {
  %0 = kernel.call @negate(%b) : (tensor<7xf32>) -> tensor<7xf32>
  %1:2 = kernel.foreach @sgd items(2) (%b, %b, %b, %0)
      : (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>)
  return %1#0, %1#1, %0 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}

// Small kernels that follow each other are one, as far as they don't need each other's results. What a wave reads lives
// until all of it is done: the second output gets a place of its own.

// CHECK: rt.program @levels {
// CHECK:   %[[T:.*]] = rt.view @temp[0]
// CHECK:   rt.wave {
// CHECK:     rt.launch @negate extent 20 ins(%{{.*}} : memref<20xf32>) outs(%[[T]] : memref<20xf32>)
// CHECK:     rt.launch @negate extent 7
// CHECK:   }
// CHECK:   rt.wave {
// CHECK:     rt.launch @negate extent 20 ins(%[[T]] : memref<20xf32>)
// CHECK:     rt.launch @negate extent 20 ins(%[[T]] : memref<20xf32>)
// CHECK:   }
func.func @levels(
    %a: tensor<20xf32> {train.role = "input", train.name = "a"}, %b: tensor<7xf32> {train.role = "input", train.name = "b"})
    -> (tensor<20xf32> {train.role = "output", train.name = "x"}, tensor<20xf32> {train.role = "output", train.name = "y"},
        tensor<7xf32> {train.role = "output", train.name = "z"}) {
  %0 = kernel.call @negate(%a) : (tensor<20xf32>) -> tensor<20xf32>
  %1 = kernel.call @negate(%b) : (tensor<7xf32>) -> tensor<7xf32>
  %2 = kernel.call @negate(%0) : (tensor<20xf32>) -> tensor<20xf32>
  %3 = kernel.call @negate(%0) : (tensor<20xf32>) -> tensor<20xf32>
  return %2, %3, %1 : tensor<20xf32>, tensor<20xf32>, tensor<7xf32>
}

// Who reads a state does not run beside the kernel that is written over it.

// CHECK:      rt.program @old_state {
// CHECK:        rt.launch @negate extent 7
// CHECK:        rt.launch @sgd extent 7 ins(%[[W:.*]], %{{.*}}) outs(%[[W]]
// CHECK-NEXT: }
func.func @old_state(
    %w: tensor<7xf32> {train.role = "parameter", train.name = "w"}, %g: tensor<7xf32> {train.role = "input", train.name = "g"})
    -> (tensor<7xf32> {train.role = "state", train.name = "w"}, tensor<7xf32> {train.role = "output", train.name = "y"}) {
  %0 = kernel.call @negate(%w) : (tensor<7xf32>) -> tensor<7xf32>
  %1 = kernel.call @sgd(%w, %g) : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  return %1, %0 : tensor<7xf32>, tensor<7xf32>
}

// -----

// Large kernels run one after the other: of each all threads have enough.

kernel.def @negate grid(%i = ?) row() ins(%x: tensor<?xf32>) outs(%y: tensor<?xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %n = arith.negf %v : f32
  kernel.store %n, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}

// CHECK-LABEL: module
//   CHECK-NOT:   rt.wave
func.func @large(%a: tensor<256x256xf32> {train.role = "input", train.name = "a"})
    -> (tensor<256x256xf32> {train.role = "output", train.name = "x"}, tensor<256x256xf32> {train.role = "output", train.name = "y"}) {
  %0 = kernel.call @negate(%a) : (tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = kernel.call @negate(%a) : (tensor<256x256xf32>) -> tensor<256x256xf32>
  return %0, %1 : tensor<256x256xf32>, tensor<256x256xf32>
}

// -----

// An epilogue writes a state's new value over the old one, and over what dies with it; before it the product is a tile
// of scratch memory: its strides are those of the tile.

// CHECK-LABEL: module
//       CHECK:   %[[X:.*]] = rt.view @io_update[0]
//       CHECK:   %[[W:.*]] = rt.view @state[0]
//       CHECK:   rt.lib matmul [{{[0-9]+}}, {{[0-9]+}}, 1, 8, 8, 4, {{.*}}, 32, 4, 1, 1, 8, 4] epilogue @subtract
//  CHECK-SAME:     ins(%[[X]], %{{.*}}, %[[W]] : {{.*}}) outs(%[[W]] : memref<8x8xf32>)
//   CHECK-NOT:   rt.copy
kernel.def @subtract grid(%i = 8, %j = 8) row() ins(%g: tensor<8x8xf32>, %w: tensor<8x8xf32>) outs(%y: tensor<8x8xf32>)
    attributes {kernel.tile = array<i64: 1, 8, 4>} {
  %0 = kernel.load %g[(d0, d1) -> (d0, d1)](%i, %j) : tensor<8x8xf32> -> f32
  %1 = kernel.load %w[(d0, d1) -> (d0, d1)](%i, %j) : tensor<8x8xf32> -> f32
  %2 = arith.subf %1, %0 : f32
  kernel.store %2, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<8x8xf32>
}
func.func @update(
    %x: tensor<8x4xf32> {train.role = "input", train.name = "x"},
    %w: tensor<8x8xf32> {train.role = "parameter", train.name = "w"})
    -> (tensor<8x8xf32> {train.role = "state", train.name = "w"}) {
  %y = kernel.matmul %x "bmk", %x "bnk" sizes [1, 8, 8, 4] epilogue @subtract(%w) {kernel.tile = array<i64: 1, 8, 4>}
      : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
