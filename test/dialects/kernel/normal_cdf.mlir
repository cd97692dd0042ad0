// RUN: gradc-opt %s --split-input-file --verify-diagnostics | gradc-opt | FileCheck %s

// A target may make it an op on lanes.

// CHECK-LABEL: kernel.def @scalar
//       CHECK:   kernel.normal_cdf %{{.*}} : f32
kernel.def @scalar grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
  %w = kernel.normal_cdf %v : f32
  kernel.store %w, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// CHECK-LABEL: func.func @vector
//       CHECK:   kernel.normal_cdf %{{.*}} {by_tanh} : vector<16xf64>
func.func @vector(%x: vector<16xf64>) -> vector<16xf64> {
  %y = kernel.normal_cdf %x {by_tanh} : vector<16xf64>
  return %y : vector<16xf64>
}

// -----

func.func @integers(%x: i32) {
  // expected-error @+1 {{operand #0 must be floating-point or vector of floating-point values}}
  %y = kernel.normal_cdf %x : i32
  return
}
