// Without a recipe there is nothing to print, unless the command line writes one.

// RUN: not gradc %s --print-recipe 2>&1 | FileCheck %s
// RUN: not gradc %s --print-recipe --set lr=0.1 2>&1 | FileCheck %s --check-prefix=OPTIMIZER
// RUN: gradc %s --print-recipe --set optimizer=sgd --set lr=0.1 | FileCheck %s --check-prefix=SET
// RUN: not gradc %s --report 2>&1 | FileCheck %s --check-prefix=STEP

// CHECK: the model has no train.recipe
// OPTIMIZER: gradc: --set: needs the key 'optimizer'
//      SET: optimizer       sgd {{ *}}--set
// SET-NEXT: lr              0.1 {{ *}}--set
//     STEP: no-recipe.mlir:[[#@LINE+2]]:1: error: the model has no recipe
// STEP-NOT: see current operation
nn.model @tiny(%x: f32[B, 3]) <B = 4> {
  %h = nn.linear "fc"(%x) {out = 2}
  %loss = nn.mean(%h)
  nn.return loss(%loss)
}
