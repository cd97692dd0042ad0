// RUN: gradc-opt %s | gradc-opt | FileCheck %s

// One def for all shapes: its extent is an argument.

// CHECK-LABEL: kernel.def @sgd grid(%{{.*}} = ?) row() ins(%{{.*}}: tensor<?xf32>, %{{.*}}: tensor<?xf32>, %{{.*}}: tensor<f32>) outs(%{{.*}}: tensor<?xf32>)
kernel.def @sgd grid(%i = ?) row() ins(%w: tensor<?xf32>, %g: tensor<?xf32>, %lr: tensor<f32>) outs(%n: tensor<?xf32>) {
  %a = kernel.load %w[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %b = kernel.load %g[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  %c = kernel.load %lr[(d0) -> ()](%i) : tensor<f32> -> f32
  %d = arith.mulf %b, %c : f32
  %e = arith.subf %a, %d : f32
  kernel.store %e, %n[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}

// CHECK-LABEL: func.func @update
//       CHECK:   kernel.foreach @sgd items(2) (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : ({{.*}}) -> (tensor<10x5xf32>, tensor<10xf32>)
//       CHECK:   kernel.call @sgd(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<10xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<10xf32>
func.func @update(%w: tensor<10x5xf32>, %b: tensor<10xf32>, %c: tensor<2x5xf32>, %lr: tensor<f32>) {
  %n:2 = kernel.foreach @sgd items(2) (%w, %w, %lr, %b, %b, %lr)
      : (tensor<10x5xf32>, tensor<10x5xf32>, tensor<f32>, tensor<10xf32>, tensor<10xf32>, tensor<f32>)
      -> (tensor<10x5xf32>, tensor<10xf32>)
  %m = kernel.call @sgd(%b, %c, %lr) : (tensor<10xf32>, tensor<2x5xf32>, tensor<f32>) -> tensor<10xf32>
  return
}
