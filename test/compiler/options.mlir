// RUN: gradc --version | FileCheck %s --check-prefix=VERSION
// RUN: gradc --help | FileCheck %s --check-prefix=HELP
// RUN: not gradc 2>&1 | FileCheck %s --check-prefix=NO-MODEL
// RUN: not gradc %s 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not gradc %s --print-recip 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not gradc %s --emit=prin 2>&1 | FileCheck %s --check-prefix=FLOOR
// RUN: not gradc %s --entry=steps --report 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not gradc %s --target=gpu --report 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not gradc %s --cpu=fast --report 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not gradc %s --emit=gpu 2>&1 | FileCheck %s --check-prefix=NOT-CPU
// RUN: not gradc %s --emit=cuda 2>&1 | FileCheck %s --check-prefix=NOT-SOURCE
// RUN: not gradc %s --target=cuda --emit=asm 2>&1 | FileCheck %s --check-prefix=NOT-CUDA
// RUN: not gradc %s --target=cuda --cpu=x86-64-v3 --report 2>&1 | FileCheck %s --check-prefix=CUDA-CPU
// RUN: not gradc %s --target=cuda -o %t.so 2>&1 | FileCheck %s --check-prefix=CUDA-LIBRARY
// RUN: not gradc %t.none --report 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not gradc %s -o /nonexistent/step.so 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: gradc %s --emit=nn --verbose 2>&1 >/dev/null | FileCheck %s --check-prefix=VERBOSE

// VERSION: gradc {{[0-9]+\.[0-9]+}}
// HELP: --emit
// NO-MODEL: gradc: MODEL is required
// NOTHING: gradc: nothing to do: give -o FILE, --emit, --report or --print-recipe
// UNKNOWN: gradc: unknown option --print-recip; did you mean --print-recipe?
// FLOOR: gradc: --emit: prin not in {nn,train,prim,kernel,rt,code,llvm,asm,gpu,cuda}
// ENTRY: gradc: --entry: steps not in {step,value_and_grad}
// TARGET: gradc: --target: there is no target 'gpu' in this build; there are cpu and cuda
// CPU: gradc: --cpu: LLVM knows no CPU 'fast'
// NOT-CPU: gradc: --emit: the target cpu has no floor 'gpu'
// NOT-SOURCE: gradc: --emit: the target cpu has no floor 'cuda'
// NOT-CUDA: gradc: --emit: the target cuda has no floor 'asm'
// CUDA-CPU: gradc: --cpu: the target cuda makes no code for a CPU
// CUDA-LIBRARY: gradc: running on CUDA is not there yet: --emit=cuda prints the kernels
// FILE: gradc: cannot open input file '{{.*}}.none': No such file or directory
// OUTPUT: gradc: cannot write /nonexistent/step.so: No such file or directory
// VERBOSE: ms  parse
// VERBOSE: ms  nn
nn.model @tiny(%x: f32[B, 3], %t: f32[B, 2]) <B = 4> {
  %h = nn.linear "fc"(%x) {out = 2, act = "relu"}
  %loss = nn.mse(%h, %t)
  nn.return loss(%loss), outputs(y = %h)
}
train.recipe {optimizer = "sgd", lr = 0.5, momentum = 0.9}
