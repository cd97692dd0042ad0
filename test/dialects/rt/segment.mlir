// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK: rt.segment state @state bytes 4096
rt.segment state @state bytes 4096
// CHECK: rt.segment scalars @scalars bytes 64
rt.segment scalars @scalars bytes 64
// CHECK: rt.segment io @io_step bytes 0
rt.segment io @io_step bytes 0
// CHECK: rt.segment temp @temp bytes 128
rt.segment temp @temp bytes 128
// CHECK: rt.segment constant @constants bytes 128 [dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>, dense<7> : tensor<i64>]
rt.segment constant @constants bytes 128 [dense<[1.0, 2.0]> : tensor<2xf32>, dense<7> : tensor<i64>]
// CHECK: rt.segment constant @none bytes 0 []
rt.segment constant @none bytes 0 []
