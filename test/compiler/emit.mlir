// Each floor is printed with the model's lines, as gradc-opt reads it; a printed floor goes on where it stands.

// RUN: gradc %s --emit=nn | FileCheck %s --check-prefix=NN
// RUN: gradc %s --emit=train | FileCheck %s --check-prefix=TRAIN
// RUN: gradc %s --emit=prim | FileCheck %s --check-prefix=PRIM
// RUN: gradc %s --emit=kernel | FileCheck %s --check-prefix=KERNEL
// RUN: gradc %s --emit=rt | FileCheck %s --check-prefix=RT
// RUN: gradc %s --emit=code | FileCheck %s --check-prefix=CODE
// RUN: gradc %s --emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: gradc %s --emit=asm | FileCheck %s --check-prefix=ASM
// RUN: gradc - --emit=nn < %s | FileCheck %s --check-prefix=NN
// RUN: gradc %s --emit=nn | gradc-opt | FileCheck %s --check-prefix=AGAIN
// RUN: gradc %s --emit=prim | gradc-opt --gradc-form-kernels --cse --gradc-verify-kernel --gradc-build-schedule \
// RUN:   --gradc-verify-rt | FileCheck %s --check-prefix=AGAIN-RT

// NN: #[[LINEAR:.*]] = loc("{{.*}}":[[#LINE:]]:8)
// NN: func.func @forward({{.*}}tensor<4x3xf32>
// NN:   nn.linear{{.*}} -> tensor<4x2xf32> loc(#[[LINEAR]])
// NN: train.recipe

// TRAIN: func.func @init(
// TRAIN: func.func @step(
// TRAIN:   train.{{.*}} loc(#
// TRAIN: func.func @eval(
// TRAIN: func.func @predict(

// PRIM: #[[LINEAR:.*]] = loc("{{.*}}":[[#]]:8)
// PRIM: func.func @step(
// PRIM: prim.dot_general {{.*}} loc(#[[LINEAR]])
// PRIM-NOT: nn.

// KERNEL: #[[LINEAR:.*]] = loc("{{.*}}":[[#]]:8)
// KERNEL: kernel.def
// KERNEL: func.func @step(
// KERNEL: kernel.matmul {{.*}} loc(#[[LINEAR]])

// RT: kernel.def
// RT: rt.bind state "fc.weight" @state[0] tensor<2x3xf32>
// RT: rt.program @init
// RT: rt.program @step
// RT: rt.lib matmul {{.*}} loc(#
// RT-NOT: func.func

// CODE: func.func @{{.*}}(%{{.*}}: memref<
// CODE: scf.for

// LLVM: target triple
// LLVM: define {{.*}}.tasks(ptr

// ASM: .tasks:
// ASM: ret

// AGAIN: func.func @forward
// AGAIN: nn.linear

// AGAIN-RT: rt.program @step
// AGAIN-RT: rt.lib matmul

nn.model @tiny(%x: f32[B, 3], %t: f32[B, 2]) <B = 4> {
  %h = nn.linear "fc"(%x) {out = 2, act = "relu"}
  %loss = nn.mse(%h, %t)
  nn.return loss(%loss), outputs(y = %h)
}
train.recipe {optimizer = "sgd", lr = 0.5, momentum = 0.9}
