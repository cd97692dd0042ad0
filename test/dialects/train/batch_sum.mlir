// RUN: gradc-opt %s | gradc-opt | FileCheck %s
// RUN: gradc-opt %s --gradc-differentiate --gradc-decompose | FileCheck %s --check-prefix=PRIM
// RUN: gradc-opt %s --gradc-differentiate | FileCheck %s --check-prefix=GRAD

// CHECK-LABEL: func.func @rows_in_groups(
//       CHECK:   train.batch_sum %{{.*}}, %{{.*}} {batch = 4 : i64} : (tensor<8x3xf32>, tensor<i64>) -> tensor<f32>
func.func @rows_in_groups(%x: tensor<8x3xf32>, %n: tensor<i64>) -> tensor<f32> {
  %y = train.batch_sum %x, %n {batch = 4 : i64} : (tensor<8x3xf32>, tensor<i64>) -> tensor<f32>
  return %y : tensor<f32>
}

// CHECK-LABEL: func.func @f16_sums_in_f32(
//       CHECK:   -> tensor<f32>
func.func @f16_sums_in_f32(%x: tensor<8xf16>, %n: tensor<i64>) -> tensor<f32> {
  %y = train.batch_sum %x, %n {batch = 8 : i64} : (tensor<8xf16>, tensor<i64>) -> tensor<f32>
  return %y : tensor<f32>
}

// Rows are chosen by a select; 16-bit floats are summed in f32.

// PRIM-LABEL: func.func @choice(
//  PRIM-SAME:     %[[X:[a-z0-9]*]]: tensor<8x3xf16>, %[[N:[a-z0-9]*]]: tensor<i64>
//       PRIM:   %[[I:.*]] = prim.iota dim = 0 : tensor<8xi64>
//       PRIM:   %[[TWO:.*]] = prim.constant dense<2> : tensor<i64>
//       PRIM:   %[[LIMIT:.*]] = prim.multiply %[[N]], %[[TWO]]
//       PRIM:   %[[LIMITS:.*]] = prim.broadcast_in_dim %[[LIMIT]], dims = []
//       PRIM:   %[[ROWS:.*]] = prim.compare LT, %[[I]], %[[LIMITS]]
//       PRIM:   %[[ALL:.*]] = prim.broadcast_in_dim %[[ROWS]], dims = [0]
//       PRIM:   %[[KEPT:.*]] = prim.select %[[ALL]], %[[X]], %{{.*}}
//       PRIM:   %[[WIDE:.*]] = prim.convert %[[KEPT]] : (tensor<8x3xf16>) -> tensor<8x3xf32>
//       PRIM:   prim.reduce(%[[WIDE]] init: %{{.*}}) applies prim.add across dimensions = [0, 1]
func.func @choice(%x: tensor<8x3xf16>, %n: tensor<i64>) -> tensor<f32> {
  %y = train.batch_sum %x, %n {batch = 4 : i64} : (tensor<8x3xf16>, tensor<i64>) -> tensor<f32>
  return %y : tensor<f32>
}

// GRAD-LABEL: func.func @gradient(
//       GRAD:   train.batch_sum
//       GRAD:   %[[ROWS:.*]] = prim.compare LT
//       GRAD:   %[[ALL:.*]] = prim.broadcast_in_dim %[[ROWS]], dims = [0]
//       GRAD:   %[[DX:.*]] = prim.select %[[ALL]], %{{.*}}, %{{.*}} : tensor<8x3xi1>, tensor<8x3xf16>
//       GRAD:   return %[[DX]]
func.func @gradient(%x: tensor<8x3xf16>, %n: tensor<i64>) -> tensor<8x3xf16> {
  %y = train.batch_sum %x, %n {batch = 4 : i64} : (tensor<8x3xf16>, tensor<i64>) -> tensor<f32>
  %g = train.gradient %y wrt(%x) : tensor<f32>, tensor<8x3xf16>
  return %g : tensor<8x3xf16>
}
