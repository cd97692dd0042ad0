// RUN: gradc %s --emit=llvm --entry=value_and_grad | FileCheck %s
// RUN: sed s/4194304/16384/g %s > %t.mlir
// RUN: gradc %t.mlir --emit=llvm --entry=value_and_grad | FileCheck %s --check-prefix=SMALL

// 48 MB are more than the caches hold: the sum is written past them, in whole lines, and is there for others when the
// function returns.

// CHECK-LABEL: define hidden void @add_{{[0-9]+}}.tasks(
//       CHECK:   store <64 x float> {{.*}}, align 64, !nontemporal
//       CHECK:   fence seq_cst
//  CHECK-NEXT:   ret void

// A hundredth of that is still there when somebody reads it.

// SMALL-LABEL: define hidden void @add_{{[0-9]+}}.tasks(
//       SMALL:   store <64 x float>
//   SMALL-NOT:   nontemporal
//   SMALL-NOT:   fence

func.func @main(
    %x: tensor<4194304xf32> {train.role = "input", train.name = "x"},
    %y: tensor<4194304xf32> {train.role = "input", train.name = "y"},
    %l: tensor<f32> {train.role = "input", train.name = "l"})
    -> (tensor<f32> {train.role = "loss", train.name = "loss"},
        tensor<4194304xf32> {train.role = "output", train.name = "a"}) {
  %a = prim.add %x, %y : tensor<4194304xf32>
  return %l, %a : tensor<f32>, tensor<4194304xf32>
}
