// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: rt.program @launches {
//       CHECK:   rt.launch @constant_0 ins() outs(%[[A:.*]] : memref<4xf32>)
//       CHECK:   rt.launch @split_1 ins(%[[A]] : memref<4xf32>) outs(%{{.*}}, %{{.*}} : memref<2xf32>, memref<2xi32>)
rt.program @launches {
  %a = rt.view @temp[0] : memref<4xf32>
  %b = rt.view @temp[64] : memref<2xf32>
  %c = rt.view @temp[128] : memref<2xi32>
  rt.launch @constant_0 ins() outs(%a : memref<4xf32>)
  rt.launch @split_1 ins(%a : memref<4xf32>) outs(%b, %c : memref<2xf32>, memref<2xi32>)
}
