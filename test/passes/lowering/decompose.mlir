// RUN: gradc-opt %s --gradc-decompose | FileCheck %s
// RUN: gradc-opt %s --gradc-decompose=keep-differentiable | FileCheck %s --check-prefix=KEEP

// What a layer becomes is itself written out, unless it has a rule and those are kept.

// CHECK-LABEL: func.func @linear_with_activation(
//  CHECK-SAME:     %[[X:.*]]: tensor<4x5xf32>, %[[W:.*]]: tensor<3x5xf32>, %[[B:.*]]: tensor<3xf32>)
//       CHECK:   %[[DOT:.*]] = prim.dot_general %[[X]], %[[W]], contracting_dims = [1] x [1]
//       CHECK:   %[[ROWS:.*]] = prim.broadcast_in_dim %[[B]], dims = [1]
//       CHECK:   %[[SUM:.*]] = prim.add %[[DOT]], %[[ROWS]]
//       CHECK:   %[[ZERO:.*]] = prim.constant dense<0.0
//       CHECK:   %[[LOW:.*]] = prim.compare LE, %[[SUM]], %[[ZERO]]
//       CHECK:   prim.select %[[LOW]], %{{.*}}, %[[SUM]]
//   CHECK-NOT:   nn.

// KEEP-LABEL: func.func @linear_with_activation(
//       KEEP:   prim.add
//       KEEP:   nn.relu(%{{.*}}) : (tensor<4x3xf32>) -> tensor<4x3xf32>
func.func @linear_with_activation(%x: tensor<4x5xf32>, %w: tensor<3x5xf32>, %b: tensor<3xf32>) -> tensor<4x3xf32> {
  %y = nn.linear "fc"(%x, %w, %b) {out = 3, act = "relu"} : (tensor<4x5xf32>, tensor<3x5xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// An infinite logit elsewhere in the row has no part in the loss; a label that is no class gives NaN.

// CHECK-LABEL: func.func @cross_entropy_rows(
//       CHECK:   prim.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4x3xi1>, tensor<4x3xf32>
//       CHECK:   prim.constant dense<0x7FC00000>
//       CHECK:   return
//   CHECK-NOT:   nn.

// KEEP-LABEL: func.func @cross_entropy_rows(
//       KEEP:   nn.cross_entropy_rows
func.func @cross_entropy_rows(%z: tensor<4x3xf32>, %l: tensor<4xui8>) -> tensor<4xf32> {
  %y:3 = nn.cross_entropy_rows(%z, %l) : (tensor<4x3xf32>, tensor<4xui8>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %y#0 : tensor<4xf32>
}

// f16 is computed in f32 and rounded once.

// CHECK-LABEL: func.func @half(
//       CHECK:   prim.convert %{{.*}} : (tensor<4xf16>) -> tensor<4xf32>
//   CHECK-NOT:   xf16>
//       CHECK:   prim.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xf16>
//  CHECK-NEXT:   return
func.func @half(%x: tensor<4xf16>) -> tensor<4xf16> {
  %y = nn.softmax(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %y : tensor<4xf16>
}

// The rate is a run-time scalar; at rate 1 the factor is 0, not infinite.

// CHECK-LABEL: func.func @dropout(
//       CHECK:   %[[SEED:.*]] = train.scalar "seed" : tensor<i64>
//       CHECK:   %[[STEP:.*]] = train.scalar "step" : tensor<i64>
//       CHECK:   prim.philox %[[SEED]], %[[STEP]], %[[ZERO:.*]], %[[ZERO]] {stream = 7 : i64}
//       CHECK:   %[[RATE:.*]] = train.scalar "dropout.h.drop" {default = 1.000000e-01 : f64} : tensor<f64>
//       CHECK:   prim.compare GE, %[[RATE]]
func.func @dropout(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = nn.dropout "h.drop"(%x) {p = 0.1, stream = 7} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// Shapes broadcast from the last dimension on.

// CHECK-LABEL: func.func @broadcast(
//       CHECK:   prim.broadcast_in_dim %{{.*}}, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x3xf32>
//       CHECK:   prim.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
//       CHECK:   prim.multiply
func.func @broadcast(%a: tensor<4x1xf32>, %b: tensor<3xf32>) -> tensor<4x3xf32> {
  %y = nn.mul(%a, %b) : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// Without a batch a mean is over all there is.

// CHECK-LABEL: func.func @mean(
//       CHECK:   prim.reduce(%{{.*}}) applies prim.add across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>
func.func @mean(%x: tensor<4x3xf32>) -> tensor<f32> {
  %y = nn.mean(%x) : (tensor<4x3xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

// Nothing to do.

// CHECK-LABEL: func.func @no_layer(
//  CHECK-NEXT:   prim.tanh
//  CHECK-NEXT:   return
func.func @no_layer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = prim.tanh %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
