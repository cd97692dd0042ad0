// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: rt.program @libraries {
//       CHECK:   rt.lib matmul [1, 1, 1, 4, 5, 3, 12, 3, 1, 15, 5, 1, 20, 5, 1]
//  CHECK-SAME:     ins(%{{.*}}, %{{.*}} : memref<4x3xf32>, memref<3x5xf32>) outs(%{{.*}} : memref<4x5xf32>)
//       CHECK:   rt.lib sort [1, 1, 4, 5, 0, 0, 1] ins(%{{.*}} : memref<4x5xf32>) outs(%{{.*}} : memref<4x5xf32>)
rt.program @libraries {
  %a = rt.view @temp[0] : memref<4x3xf32>
  %b = rt.view @temp[64] : memref<3x5xf32>
  %c = rt.view @temp[128] : memref<4x5xf32>
  %d = rt.view @temp[256] : memref<4x5xf32>
  rt.lib matmul [1, 1, 1, 4, 5, 3, 12, 3, 1, 15, 5, 1, 20, 5, 1]
      ins(%a, %b : memref<4x3xf32>, memref<3x5xf32>) outs(%c : memref<4x5xf32>)
  rt.lib sort [1, 1, 4, 5, 0, 0, 1] ins(%c : memref<4x5xf32>) outs(%d : memref<4x5xf32>)
}
