// RUN: gradc-opt %s | gradc-opt | FileCheck %s

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
