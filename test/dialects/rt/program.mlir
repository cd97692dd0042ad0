// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// CHECK-LABEL: rt.program @init {
//  CHECK-NEXT: }
rt.program @init {
}

// CHECK-LABEL: rt.program @step attributes {note = "main"} {
//  CHECK-NEXT:   rt.view
rt.program @step attributes {note = "main"} {
  %a = rt.view @temp[0] : memref<4xf32>
}
