// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: rt.program @views {
//       CHECK:   %[[A:.*]] = rt.view @temp[0] : memref<4x8xf32>
//       CHECK:   %[[B:.*]] = rt.view @temp[128] : memref<i64>
//       CHECK:   rt.view @temp[128] : memref<0xbf16>
rt.program @views {
  %a = rt.view @temp[0] : memref<4x8xf32>
  %b = rt.view @temp[128] : memref<i64>
  %c = rt.view @temp[128] : memref<0xbf16>
}
