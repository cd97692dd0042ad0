// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: rt.program @waves {
//       CHECK:   rt.wave {
//  CHECK-NEXT:     rt.launch @sgd extent 50 ins(%[[W:.*]], %[[RATE:.*]] : memref<10x5xf32>, memref<f32>) outs(%[[W]] : memref<10x5xf32>)
//  CHECK-NEXT:     rt.launch @sgd extent 10 ins(%[[B:.*]], %[[RATE]] : memref<10xf32>, memref<f32>) outs(%[[B]] : memref<10xf32>)
//  CHECK-NEXT:   }
rt.program @waves {
  %w = rt.view @state[0] : memref<10x5xf32>
  %b = rt.view @state[256] : memref<10xf32>
  %rate = rt.view @temp[0] : memref<f32>
  rt.wave {
    rt.launch @sgd extent 50 ins(%w, %rate : memref<10x5xf32>, memref<f32>) outs(%w : memref<10x5xf32>)
    rt.launch @sgd extent 10 ins(%b, %rate : memref<10xf32>, memref<f32>) outs(%b : memref<10xf32>)
  }
}
