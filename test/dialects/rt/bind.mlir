// RUN: gradc-opt %s | gradc-opt | FileCheck %s

rt.segment state @state bytes 4096
rt.segment scalars @scalars bytes 64
rt.segment io @io_step bytes 1024

// CHECK: rt.bind state "fc.weight" @state[64] tensor<10x100xf32>
rt.bind state "fc.weight" @state[64] tensor<10x100xf32>
// CHECK: rt.bind scalar "lr" @scalars[0] tensor<f64> {initial = 1.000000e-03 : f64}
rt.bind scalar "lr" @scalars[0] tensor<f64> {initial = 1.0e-3 : f64}

// CHECK-LABEL: rt.program @step {
rt.program @step {
  // CHECK: rt.bind input "image" @io_step[0] tensor<4x8xui8> {batch = 4 : i64}
  rt.bind input "image" @io_step[0] tensor<4x8xui8> {batch = 4 : i64}
  // CHECK: rt.bind loss "loss" @io_step[64] tensor<f32>
  rt.bind loss "loss" @io_step[64] tensor<f32>
  // CHECK: rt.bind metric "accuracy" @io_step[128] tensor<2xf32>
  rt.bind metric "accuracy" @io_step[128] tensor<2xf32>
  // CHECK: rt.bind output "logits" @io_step[192] tensor<4x10xf32>
  rt.bind output "logits" @io_step[192] tensor<4x10xf32>
  // CHECK: rt.bind gradient "fc.bias" @io_step[384] tensor<10xf32>
  rt.bind gradient "fc.bias" @io_step[384] tensor<10xf32>
}
