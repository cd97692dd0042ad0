// RUN: gradc-opt %s | gradc-opt | FileCheck %s
// RUN: gradc-opt %s --gradc-differentiate --gradc-decompose | FileCheck %s --check-prefix=PRIM
// RUN: gradc-opt %s --gradc-differentiate | FileCheck %s --check-prefix=GRAD

// CHECK-LABEL: func.func @images(
//       CHECK:   train.valid_input %{{.*}}, %{{.*}} {batch = 4 : i64} : tensor<4x2xui8>
func.func @images(%x: tensor<4x2xui8>, %n: tensor<i64>) -> tensor<4x2xui8> {
  %y = train.valid_input %x, %n {batch = 4 : i64} : tensor<4x2xui8>
  return %y : tensor<4x2xui8>
}

// PRIM-LABEL: func.func @rows(
//  PRIM-SAME:     %[[X:[a-z0-9]*]]: tensor<4x2xf32>, %[[N:[a-z0-9]*]]: tensor<i64>
//       PRIM:   %[[ALL:.*]] = prim.broadcast_in_dim %{{.*}}, dims = [0] : (tensor<4xi1>)
//       PRIM:   %[[FIRST:.*]] = prim.slice %[[X]] [0:1, 0:2]
//       PRIM:   %[[ANY:.*]] = prim.compare GT, %[[N]], %{{.*}}
//       PRIM:   %[[FILLER:.*]] = prim.select %[[ANY]], %[[FIRST]], %{{.*}}
//       PRIM:   %[[FILLERS:.*]] = prim.broadcast_in_dim %[[FILLER]], dims = [0, 1]
//       PRIM:   prim.select %[[ALL]], %[[X]], %[[FILLERS]]
func.func @rows(%x: tensor<4x2xf32>, %n: tensor<i64>) -> tensor<4x2xf32> {
  %y = train.valid_input %x, %n {batch = 4 : i64} : tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// Row 0 also gets the cotangents of its copies.

// GRAD-LABEL: func.func @gradient(
//       GRAD:   train.valid_input
//       GRAD:   %[[DY:.*]] = prim.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
//       GRAD:   %[[OWN:.*]] = prim.select %{{.*}}, %[[DY]], %{{.*}} : tensor<4xi1>, tensor<4xf32>
//       GRAD:   prim.reduce({{.*}} applies prim.add across dimensions = [0]
//       GRAD:   %[[COPIES:.*]] = prim.pad
//       GRAD:   prim.add %[[OWN]], %[[COPIES]]
func.func @gradient(%x: tensor<4xf32>, %n: tensor<i64>) -> tensor<4xf32> {
  %y = train.valid_input %x, %n {batch = 4 : i64} : tensor<4xf32>
  %s = train.batch_sum %y, %n {batch = 4 : i64} : (tensor<4xf32>, tensor<i64>) -> tensor<f32>
  %g = train.gradient %s wrt(%x) : tensor<f32>, tensor<4xf32>
  return %g : tensor<4xf32>
}
