// RUN: gradc-opt %s --gradc-split-reductions | FileCheck %s

// Sums of columns: 4096 points, 128 in each of 32 partial sums.

// CHECK-LABEL: func.func @columns
//       CHECK:   %[[P:.*]] = kernel.partial_reduce add %{{.*}} leading 2 row [] partials 32 : tensor<32x128x64xf32> -> tensor<32x64xf32>
//       CHECK:   prim.reduce(%[[P]] init: %{{.*}}) applies prim.add across dimensions = [0] : (tensor<32x64xf32>, tensor<f32>) -> tensor<64xf32>
func.func @columns(%x: tensor<32x128x64xf32>, %init: tensor<f32>) -> tensor<64xf32> {
  %y = prim.reduce(%x init: %init) applies prim.add across dimensions = [1, 0] : (tensor<32x128x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}

// A sum of everything takes the last dimension as its row; bf16 accumulates in f32.

// CHECK-LABEL: func.func @total
//       CHECK:   %[[P:.*]] = kernel.partial_reduce add %{{.*}} leading 1 row [1] partials 32 : tensor<512x768xbf16> -> tensor<32xf32>
//       CHECK:   %[[I:.*]] = prim.convert %{{.*}} : (tensor<bf16>) -> tensor<f32>
//       CHECK:   %[[R:.*]] = prim.reduce(%[[P]] init: %[[I]]) applies prim.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
//       CHECK:   prim.convert %[[R]] : (tensor<f32>) -> tensor<bf16>
func.func @total(%x: tensor<512x768xbf16>, %init: tensor<bf16>) -> tensor<bf16> {
  %y = prim.reduce(%x init: %init) applies prim.add across dimensions = [0, 1] : (tensor<512x768xbf16>, tensor<bf16>) -> tensor<bf16>
  return %y : tensor<bf16>
}

// Both ends: a convolution's bias.

// CHECK-LABEL: func.func @channels
//       CHECK:   kernel.partial_reduce max %{{.*}} leading 1 row [2] partials 8 : tensor<128x16x49xf32> -> tensor<8x16xf32>
func.func @channels(%x: tensor<128x16x49xf32>, %init: tensor<f32>) -> tensor<16xf32> {
  %y = prim.reduce(%x init: %init) applies prim.maximum across dimensions = [0, 2] : (tensor<128x16x49xf32>, tensor<f32>) -> tensor<16xf32>
  return %y : tensor<16xf32>
}

// Rows, what is small, what has few points to fold, and a type that is not the elements' stay whole.

// CHECK-LABEL: func.func @whole
//   CHECK-NOT:   kernel.partial_reduce
func.func @whole(%rows: tensor<1024x768xf32>, %small: tensor<128x10xf32>, %few: tensor<8x9000xf32>, %u: tensor<1024x768xui8>,
                 %i: tensor<f32>, %j: tensor<ui8>) {
  %a = prim.reduce(%rows init: %i) applies prim.add across dimensions = [1] : (tensor<1024x768xf32>, tensor<f32>) -> tensor<1024xf32>
  %b = prim.reduce(%small init: %i) applies prim.add across dimensions = [0] : (tensor<128x10xf32>, tensor<f32>) -> tensor<10xf32>
  %c = prim.reduce(%few init: %i) applies prim.add across dimensions = [0] : (tensor<8x9000xf32>, tensor<f32>) -> tensor<9000xf32>
  %d = prim.reduce(%u init: %j) applies prim.add across dimensions = [0] : (tensor<1024x768xui8>, tensor<ui8>) -> tensor<768xui8>
  return
}

// Sums over columns of work on a product are cut whatever their size: its tiles can make the partial sums.

// CHECK-LABEL: func @of_product
//       CHECK:   kernel.partial_reduce add %{{.*}} leading 1 row [] partials 2 : tensor<32x64xf32> -> tensor<2x64xf32>
func.func @of_product(%x: tensor<32x16xf32>, %w: tensor<16x64xf32>, %mask: tensor<32x64xf32>, %i: tensor<f32>) -> tensor<64xf32> {
  %p = prim.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
  %z = prim.multiply %p, %mask : tensor<32x64xf32>
  %s = prim.reduce(%z init: %i) applies prim.add across dimensions = [0] : (tensor<32x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %s : tensor<64xf32>
}

// Sums over rows of it do not follow its tiles, nor does work on sums.

// CHECK-LABEL: func @of_rows
//   CHECK-NOT:   kernel.partial_reduce
//       CHECK:   return
func.func @of_rows(%x: tensor<32x16xf32>, %w: tensor<16x64xf32>, %i: tensor<f32>) -> (tensor<32xf32>, tensor<64xf32>) {
  %p = prim.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
  %r = prim.reduce(%p init: %i) applies prim.add across dimensions = [1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
  %b = prim.broadcast_in_dim %r, dims = [0] : (tensor<32xf32>) -> tensor<32x64xf32>
  %z = prim.divide %p, %b : tensor<32x64xf32>
  %s = prim.reduce(%z init: %i) applies prim.add across dimensions = [0] : (tensor<32x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %r, %s : tensor<32xf32>, tensor<64xf32>
}
