// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: rt.program @copies {
//       CHECK:   rt.copy %[[A:.*]] to %[[B:.*]] : memref<4x8xf32>
rt.program @copies {
  %a = rt.view @state[0] : memref<4x8xf32>
  %b = rt.view @io_step[64] : memref<4x8xf32>
  rt.copy %a to %b : memref<4x8xf32>
}
