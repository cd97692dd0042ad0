// RUN: gradc-opt %s | gradc-opt | FileCheck %s
// RUN: gradc-opt %s --gradc-decompose | FileCheck %s --check-prefix=PRIM

// CHECK-LABEL: func.func @phases(
//       CHECK:   train.schedule %{{.*}}, %{{.*}}, %{{.*}} ["warmup 2%", "linear 100 to 50%", "cosine to 0"]
func.func @phases(%lr: tensor<f64>, %t: tensor<i64>, %n: tensor<f64>) -> tensor<f64> {
  %y = train.schedule %lr, %t, %n ["warmup 2%", "linear 100 to 50%", "cosine to 0"]
  return %y : tensor<f64>
}

// No phase: the rate is the base rate.

// PRIM-LABEL: func.func @none(
//  PRIM-SAME:     %[[LR:[a-z0-9]*]]: tensor<f64>
//  PRIM-NEXT:   return %[[LR]]
func.func @none(%lr: tensor<f64>, %t: tensor<i64>, %n: tensor<f64>) -> tensor<f64> {
  %y = train.schedule %lr, %t, %n []
  return %y : tensor<f64>
}

// Per cents are rounded to steps; a phase after it begins where it ended.

// PRIM-LABEL: func.func @warmup_and_cosine(
//  PRIM-SAME:     %[[LR:[a-z0-9]*]]: tensor<f64>, %[[T:[a-z0-9]*]]: tensor<i64>, %[[N:[a-z0-9]*]]: tensor<f64>
//       PRIM:   %[[STEP:.*]] = prim.convert %[[T]] : (tensor<i64>) -> tensor<f64>
//       PRIM:   %[[KNOWN:.*]] = prim.compare GT, %[[N]], %{{.*}}
//       PRIM:   %[[ROUNDED:.*]] = prim.round_nearest_even
//       PRIM:   %[[WARMUP:.*]] = prim.select %[[KNOWN]], %[[ROUNDED]], %{{.*}}
//       PRIM:   %[[BEGIN:.*]] = prim.add %{{.*}}, %[[WARMUP]]
//       PRIM:   prim.subtract %[[N]], %[[BEGIN]]
//       PRIM:   prim.cosine
//       PRIM:   %[[BEGUN:.*]] = prim.compare GE, %[[STEP]], %[[BEGIN]]
//       PRIM:   %[[FACTOR:.*]] = prim.select %[[BEGUN]]
//       PRIM:   prim.multiply %[[LR]], %[[FACTOR]]
func.func @warmup_and_cosine(%lr: tensor<f64>, %t: tensor<i64>, %n: tensor<f64>) -> tensor<f64> {
  %y = train.schedule %lr, %t, %n ["warmup 2%", "cosine to 0"]
  return %y : tensor<f64>
}
