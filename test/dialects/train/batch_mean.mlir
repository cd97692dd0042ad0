// RUN: gradc-opt %s | gradc-opt | FileCheck %s
// RUN: gradc-opt %s --gradc-differentiate --gradc-decompose | FileCheck %s --check-prefix=PRIM
// RUN: gradc-opt %s --gradc-differentiate | FileCheck %s --check-prefix=GRAD

// CHECK-LABEL: func.func @mean(
//       CHECK:   train.batch_mean %{{.*}}, %{{.*}} : tensor<f32>
func.func @mean(%s: tensor<f32>, %n: tensor<f32>) -> tensor<f32> {
  %y = train.batch_mean %s, %n : tensor<f32>
  return %y : tensor<f32>
}

// 0 where there is nothing to count, without a division by 0.

// PRIM-LABEL: func.func @empty(
//  PRIM-SAME:     %[[S:[a-z0-9]*]]: tensor<f32>, %[[N:[a-z0-9]*]]: tensor<f32>
//       PRIM:   %[[EMPTY:.*]] = prim.compare EQ, %[[N]], %{{.*}}
//       PRIM:   %[[DIVISOR:.*]] = prim.select %[[EMPTY]], %{{.*}}, %[[N]]
//       PRIM:   %[[Q:.*]] = prim.divide %[[S]], %[[DIVISOR]]
//       PRIM:   %[[MEAN:.*]] = prim.select %[[EMPTY]], %{{.*}}, %[[Q]]
//       PRIM:   return %[[MEAN]]
func.func @empty(%s: tensor<f32>, %n: tensor<f32>) -> tensor<f32> {
  %y = train.batch_mean %s, %n : tensor<f32>
  return %y : tensor<f32>
}

// The gradient of the count costs nothing where nobody asks for it.

// GRAD-LABEL: func.func @gradient_of_sum(
//       GRAD:   train.batch_mean
//       GRAD:   prim.divide
//   GRAD-NOT:   prim.divide
//       GRAD:   return
func.func @gradient_of_sum(%s: tensor<f32>, %n: tensor<f32>) -> tensor<f32> {
  %y = train.batch_mean %s, %n : tensor<f32>
  %g = train.gradient %y wrt(%s) : tensor<f32>, tensor<f32>
  return %g : tensor<f32>
}

// GRAD-LABEL: func.func @gradient_of_count(
//       GRAD:   train.batch_mean
//       GRAD:   prim.divide
//       GRAD:   prim.divide
//       GRAD:   %[[DN:.*]] = prim.negate
//       GRAD:   return %[[DN]]
func.func @gradient_of_count(%s: tensor<f32>, %n: tensor<f32>) -> tensor<f32> {
  %y = train.batch_mean %s, %n : tensor<f32>
  %g = train.gradient %y wrt(%n) : tensor<f32>, tensor<f32>
  return %g : tensor<f32>
}
