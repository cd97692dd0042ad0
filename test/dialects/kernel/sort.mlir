// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @keys
//       CHECK:   kernel.sort(%{{.*}}) dimension 1 : (tensor<2x5xf32>) -> tensor<2x5xf32>
func.func @keys(%x: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %y = kernel.sort(%x) dimension 1 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}

// CHECK-LABEL: func.func @carried
//       CHECK:   kernel.sort(%{{.*}}, %{{.*}}) dimension 0 descending total_order
//  CHECK-SAME:     : (tensor<5xf32>, tensor<5xi64>) -> (tensor<5xf32>, tensor<5xi64>)
func.func @carried(%x: tensor<5xf32>, %i: tensor<5xi64>) -> tensor<5xi64> {
  %y:2 = kernel.sort(%x, %i) dimension 0 descending total_order
      : (tensor<5xf32>, tensor<5xi64>) -> (tensor<5xf32>, tensor<5xi64>)
  return %y#1 : tensor<5xi64>
}
