// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// Elements as they are in computations: f32 for f16 and bf16, signless for unsigned.

// CHECK-LABEL: kernel.def @types
//       CHECK:   kernel.load %{{.*}}[(d0) -> (d0)](%{{.*}}) : tensor<4xf16> -> f32
//       CHECK:   kernel.load %{{.*}}[(d0) -> (d0)](%{{.*}}) : tensor<4xbf16> -> f32
//       CHECK:   kernel.load %{{.*}}[(d0) -> (d0)](%{{.*}}) : tensor<4xf64> -> f64
//       CHECK:   kernel.load %{{.*}}[(d0) -> (d0)](%{{.*}}) : tensor<4xui8> -> i8
//       CHECK:   kernel.load %{{.*}}[(d0) -> (d0)](%{{.*}}) : tensor<4xi1> -> i1
kernel.def @types grid(%i = 4) row()
    ins(%a: tensor<4xf16>, %b: tensor<4xbf16>, %c: tensor<4xf64>, %d: tensor<4xui8>, %e: tensor<4xi1>)
    outs(%y: tensor<4xi1>) {
  %0 = kernel.load %a[(d0) -> (d0)](%i) : tensor<4xf16> -> f32
  %1 = kernel.load %b[(d0) -> (d0)](%i) : tensor<4xbf16> -> f32
  %2 = kernel.load %c[(d0) -> (d0)](%i) : tensor<4xf64> -> f64
  %3 = kernel.load %d[(d0) -> (d0)](%i) : tensor<4xui8> -> i8
  %4 = kernel.load %e[(d0) -> (d0)](%i) : tensor<4xi1> -> i1
  kernel.store %4, %y[(d0) -> (d0)](%i) : i1 -> tensor<4xi1>
}

// With a guard the map may lead outside.

// CHECK-LABEL: kernel.def @guarded
//       CHECK:   kernel.load %{{.*}}[(d0) -> (d0 - 1)](%{{.*}}) if %{{.*}} else %{{.*}} as f32 : tensor<3xf32> -> f32
kernel.def @guarded grid(%i = 4) row() ins(%x: tensor<3xf32>) outs(%y: tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %inside = arith.cmpi sge, %i, %one : index
  %v = kernel.load %x[(d0) -> (d0 - 1)](%i) if %inside else %zero as f32 : tensor<3xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// Any map: a broadcast, a reverse, a reshape's.

// CHECK-LABEL: kernel.def @maps
//       CHECK:   kernel.load %{{.*}}[(d0, d1) -> ()](%{{.*}}, %{{.*}}) : tensor<f32> -> f32
//       CHECK:   kernel.load %{{.*}}[(d0, d1) -> (-d1 + 2, 0)](%{{.*}}, %{{.*}}) : tensor<3x1xf32> -> f32
//       CHECK:   kernel.load %{{.*}}[(d0, d1) -> ((d0 * 3 + d1) floordiv 4, (d0 * 3 + d1) mod 4)](%{{.*}}, %{{.*}})
kernel.def @maps grid(%i = 4, %j = 3) row()
    ins(%a: tensor<f32>, %b: tensor<3x1xf32>, %c: tensor<3x4xf32>) outs(%y: tensor<4x3xf32>) {
  %0 = kernel.load %a[(d0, d1) -> ()](%i, %j) : tensor<f32> -> f32
  %1 = kernel.load %b[(d0, d1) -> (2 - d1, 0)](%i, %j) : tensor<3x1xf32> -> f32
  %2 = kernel.load %c[(d0, d1) -> ((d0 * 3 + d1) floordiv 4, (d0 * 3 + d1) mod 4)](%i, %j) : tensor<3x4xf32> -> f32
  %s = arith.addf %0, %1 : f32
  %t = arith.addf %s, %2 : f32
  kernel.store %t, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<4x3xf32>
}
