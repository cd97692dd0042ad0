// RUN: gradc %s --print-recipe | FileCheck %s
// RUN: gradc %s --print-recipe --set lr=0.25 --set nesterov=true --set 'schedule=["warmup 2%%", "cosine to 10%%"]' \
// RUN:   --set weight_decay=1e-4 | FileCheck %s --check-prefix=SET
// RUN: gradc %s --set lr=0.25 --emit=nn | FileCheck %s --check-prefix=MODULE

// RUN: not gradc %s --print-recipe --set lr 2>&1 | FileCheck %s --check-prefix=NO-VALUE
// RUN: not gradc %s --print-recipe --set =3 2>&1 | FileCheck %s --check-prefix=NO-KEY
// RUN: not gradc %s --print-recipe --set lr=fast 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not gradc %s --print-recipe --set momentun=0.9 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not gradc %s --print-recipe --set optimizer=adamw 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not gradc %s --print-recipe --set 'schedule=["cosine' 2>&1 | FileCheck %s --check-prefix=OPEN

//      CHECK: optimizer       sgd                               recipe-settings.mlir:[[#LINE:@LINE+30]]
// CHECK-NEXT: lr              0.5                               recipe-settings.mlir:[[#LINE]]
// CHECK-NEXT: weight_decay    0                                 default
// CHECK-NEXT: momentum        0.9                               recipe-settings.mlir:[[#LINE]]
// CHECK-NEXT: dampening       0                                 default
// CHECK-NEXT: nesterov        false                             default
// CHECK-NEXT: schedule        ["constant"]                      default
// CHECK-NEXT: groups          {{{.*}}weight_decay{{.*}}}} recipe-settings.mlir:[[#LINE]]
// CHECK-NEXT: skip_nonfinite  loss                              default

//      SET: lr              0.25                              --set
// SET-NEXT: weight_decay    0.0001                            --set
//      SET: nesterov        true                              --set
// SET-NEXT: schedule        ["warmup 2%", "cosine to 10%"]    --set

// MODULE: train.recipe {{.*}}lr = 2.500000e-01

// NO-VALUE: gradc: --set takes KEY=VALUE, not 'lr'
// NO-KEY: gradc: --set takes KEY=VALUE, not '=3'
// TYPE: gradc: --set: 'lr' must be a number that is not negative, not "fast"
// KEY: gradc: --set: unknown key 'momentun'; did you mean 'momentum'?
// OTHER: gradc: --set: 'momentum' is a setting of sgd, and the optimizer is adamw
// OPEN: gradc: --set: 'schedule' has the value ["cosine, which can't be read

nn.model @tiny(%x: f32[B, 3], %t: f32[B, 2]) <B = 4> {
  %h = nn.linear "fc"(%x) {out = 2, act = "relu"}
  %loss = nn.mse(%h, %t)
  nn.return loss(%loss), outputs(y = %h)
}
// The recipe:
train.recipe {optimizer = "sgd", lr = 0.5, momentum = 0.9, groups = {"*.bias" = {weight_decay = 0.0}}}
