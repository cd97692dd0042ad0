// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: func.func @data
//       CHECK:   kernel.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
//       CHECK:   kernel.constant dense<[true, false, true]> : tensor<3xi1>
func.func @data() -> (tensor<2xf32>, tensor<3xi1>) {
  %a = kernel.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = kernel.constant dense<[true, false, true]> : tensor<3xi1>
  return %a, %b : tensor<2xf32>, tensor<3xi1>
}
