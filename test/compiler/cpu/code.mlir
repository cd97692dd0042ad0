// RUN: gradc %s --emit=code --entry=value_and_grad | FileCheck %s
// RUN: gradc %s --emit=llvm --entry=value_and_grad --cpu=x86-64-v3 | FileCheck %s --check-prefix=LLVM
// RUN: gradc %s --emit=asm --entry=value_and_grad --cpu=x86-64-v3 | FileCheck %s --check-prefix=ASM

// The extent of an elementwise kernel comes with its launch: a task is a chunk, the rest of the last is done under a mask.

// CHECK-LABEL: func.func @negate_
//  CHECK-SAME:     %[[EXTENT:[a-z0-9]*]]: index, %{{[a-z0-9]*}}: index, %{{[a-z0-9]*}}: index) {
//       CHECK:   scf.for
//       CHECK:     arith.minsi %{{.*}}, %[[EXTENT]]
//       CHECK:     arith.remui
//       CHECK:     scf.for
//       CHECK:       vector.load
//       CHECK:       arith.negf
//       CHECK:       vector.store
//       CHECK:     scf.if
//       CHECK:       %[[MASK:.*]] = vector.create_mask
//       CHECK:       vector.maskedload %{{.*}}, %[[MASK]]
//       CHECK:       vector.maskedstore %{{.*}}, %[[MASK]]

// A long line is cut into three chunks of 13376 points. Code of a few ops runs
// in four vectors side by side. No rest: the size is a multiple of 64.

// CHECK-LABEL: func.func @multiply_
//       CHECK:   arith.constant 9 : index
//       CHECK:   scf.for
//       CHECK:     arith.remui
//       CHECK:     arith.constant 13376 : index
//       CHECK:     scf.for
//       CHECK:       vector.load %{{.*}} : memref<120000xf32>, vector<64xf32>
//       CHECK:       arith.mulf
//       CHECK:       vector.store
//   CHECK-NOT:   masked

// Lanes run over the last dimension, along which most is read and written; the transposed operand is gathered. The last
// 8 of 40 points are done under a mask.

// CHECK-LABEL: func.func @add_
//       CHECK:   vector.load
//       CHECK:   dense<[0, 64, 128, 192,
//       CHECK:   vector.gather
//       CHECK:   vector.store
//       CHECK:   dense<[true, true, true, true, true, true, true, true, false, false
//       CHECK:   vector.maskedload
//       CHECK:   vector.gather
//       CHECK:   vector.maskedstore

// A fold of rows: lanes run over the row, lanes beyond its end do not count, and a tree folds the lanes.

// CHECK-LABEL: func.func @reduce_
//       CHECK:   dense<0xFF800000> : vector<16xf32>
//       CHECK:   scf.for {{.*}} iter_args
//       CHECK:     vector.load
//       CHECK:     arith.maximumf
//       CHECK:   vector.maskedload
//       CHECK:   %[[MAX:.*]] = arith.maximumf
//       CHECK:   %[[KEPT:.*]] = arith.select %{{.*}}, %[[MAX]]
//       CHECK:   vector.shuffle %[[KEPT]], %[[KEPT]] [0, 1, 2, 3, 4, 5, 6, 7]
//       CHECK:   vector.shuffle %[[KEPT]], %[[KEPT]] [8, 9, 10, 11, 12, 13, 14, 15]
//       CHECK:   arith.maximumf %{{.*}} : vector<8xf32>
//       CHECK:   arith.maximumf %{{.*}} : vector<4xf32>
//       CHECK:   arith.maximumf %{{.*}} : vector<2xf32>
//       CHECK:   vector.extract
//       CHECK:   memref.store

// A fold of columns: lanes run over columns, each of its own, so there is no tree.

// CHECK-LABEL: func.func @reduce_
//       CHECK:   dense<1.000000e+00> : vector<16xf32>
//       CHECK:   scf.for {{.*}} iter_args
//       CHECK:     vector.load
//       CHECK:     arith.mulf
//   CHECK-NOT:   vector.shuffle
//       CHECK:   vector.store
//       CHECK:   vector.maskedload
//   CHECK-NOT:   vector.shuffle
//       CHECK:   vector.maskedstore

// In memory bf16 is i16 and a boolean a byte.

// CHECK-LABEL: func.func @abs_
//  CHECK-SAME:     memref<{{[0-9]+}}xi16>
//       CHECK:   arith.bitcast %{{.*}} : vector<64xi16> to vector<64xbf16>
//       CHECK:   arith.extf
//       CHECK:   math.absf %{{.*}} : vector<64xf32>
//       CHECK:   arith.bitcast %{{.*}} : vector<64xbf16> to vector<64xi16>

// CHECK-LABEL: func.func @not_
//  CHECK-SAME:     memref<{{[0-9]+}}xi8>
//       CHECK:   arith.trunci %{{.*}} : vector<64xi8> to vector<64xi1>
//       CHECK:   arith.extui %{{.*}} : vector<64xi1> to vector<64xi8>

// A guard is a mask, what holds elsewhere is what the mask leaves.

// CHECK-LABEL: func.func @pad_
//       CHECK:   %[[INSIDE:.*]] = arith.andi %{{.*}} : vector<16xi1>
//       CHECK:   memref.load %{{.*}} : memref<1xf32>
//       CHECK:   %[[OTHER:.*]] = vector.broadcast %{{.*}} : f32 to vector<16xf32>
//       CHECK:   vector.maskedload %{{.*}}, %[[INSIDE]], %[[OTHER]]

// One point: no vectors.

// CHECK-LABEL: func.func @sine_
//   CHECK-NOT:   vector<
//       CHECK:   math.sin %{{.*}} : f32
//   CHECK-NOT:   vector<

// Below: a function for each kernel that takes its tensors' addresses and a range of tasks. Nothing is fused into a
// multiply-add, nothing is assumed of NaN.

// LLVM-LABEL: @reduce_{{[0-9]+}}.tasks(ptr
//       LLVM:   load <16 x float>
//       LLVM:   shufflevector <16 x float>
//   LLVM-NOT: fast
//   LLVM-NOT: nnan

// ASM-LABEL: negate_{{[0-9]+}}.tasks:
//       ASM:   ymm
//   ASM-NOT: zmm
//   ASM-NOT: vfmadd

func.func @main(
    %long: tensor<3x40000xf32> {train.role = "input", train.name = "long"},
    %x: tensor<64x40xf32> {train.role = "input", train.name = "x"},
    %t: tensor<40x64xf32> {train.role = "input", train.name = "t"},
    %rows: tensor<64x40xf32> {train.role = "input", train.name = "rows"},
    %columns: tensor<64x40xf32> {train.role = "input", train.name = "columns"},
    %h: tensor<64xbf16> {train.role = "input", train.name = "h"},
    %b: tensor<64xi1> {train.role = "input", train.name = "b"},
    %line: tensor<3x40000xf32> {train.role = "input", train.name = "line"},
    %v: tensor<3xf32> {train.role = "input", train.name = "v"},
    %s: tensor<f32> {train.role = "input", train.name = "s"})
    -> (tensor<f32> {train.role = "loss", train.name = "loss"},
        tensor<3x40000xf32> {train.role = "output", train.name = "a"},
        tensor<64x40xf32> {train.role = "output", train.name = "b"},
        tensor<64xf32> {train.role = "output", train.name = "c"},
        tensor<40xf32> {train.role = "output", train.name = "d"},
        tensor<64xbf16> {train.role = "output", train.name = "e"},
        tensor<64xi1> {train.role = "output", train.name = "f"},
        tensor<48xf32> {train.role = "output", train.name = "g"},
        tensor<3x40000xf32> {train.role = "output", train.name = "m"}) {
  %zero = prim.constant dense<0.0> : tensor<f32>
  %loss = prim.sine %s : tensor<f32>
  %a = prim.negate %long : tensor<3x40000xf32>
  %vv = prim.broadcast_in_dim %v, dims = [0] : (tensor<3xf32>) -> tensor<3x40000xf32>
  %m = prim.multiply %line, %vv : tensor<3x40000xf32>
  %tt = prim.transpose %t, dims = [1, 0] : (tensor<40x64xf32>) -> tensor<64x40xf32>
  %bb = prim.add %x, %tt : tensor<64x40xf32>
  %c = prim.reduce(%rows init: %zero) applies prim.maximum across dimensions = [1] : (tensor<64x40xf32>, tensor<f32>) -> tensor<64xf32>
  %d = prim.reduce(%columns init: %zero) applies prim.multiply across dimensions = [0] : (tensor<64x40xf32>, tensor<f32>) -> tensor<40xf32>
  %e = prim.abs %h : tensor<64xbf16>
  %f = prim.not %b : tensor<64xi1>
  %g = prim.pad %d, %s, low = [4], high = [4], interior = [0] : (tensor<40xf32>, tensor<f32>) -> tensor<48xf32>
  return %loss, %a, %bb, %c, %d, %e, %f, %g, %m : tensor<f32>, tensor<3x40000xf32>, tensor<64x40xf32>, tensor<64xf32>, tensor<40xf32>, tensor<64xbf16>, tensor<64xi1>, tensor<48xf32>, tensor<3x40000xf32>
}
