// What reading a model file says beyond MLIR's own messages.

// RUN: split-file %s %t
// RUN: not gradc %t/number.mlir --emit=nn 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not gradc %t/layer.mlir --emit=nn 2>&1 | FileCheck %s --check-prefix=LAYER
// RUN: not gradc %t/dialect.mlir --emit=nn 2>&1 | FileCheck %s --check-prefix=DIALECT
// RUN: not gradc %t/bare.mlir --emit=nn 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: not gradc %t/nothing.mlir --emit=nn 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not gradc %t/missing.mlir --emit=nn 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: gradc %t/fine.mlir --emit=nn | FileCheck %s --check-prefix=FINE

// NUMBER: number.mlir:2:31: error: found the number 4e-3, which MLIR does not read as a float; write 4.0e-3
//--- number.mlir
nn.model @model(%x: f32[2]) {
  %y = nn.scale(%x) {factor = 4e-3}
  nn.return outputs(y = %y)
}

// LAYER: layer.mlir:2:8: error: there is no op 'nn.lineer'; did you mean 'nn.linear'?
//--- layer.mlir
nn.model @model(%x: f32[2]) {
  %y = nn.lineer "fc"(%x) {out = 3}
  nn.return outputs(y = %y)
}

// DIALECT: dialect.mlir:2:8: error: there is no op 'mm.linear'; did you mean 'nn.linear'?
//--- dialect.mlir
nn.model @model(%x: f32[2]) {
  %y = mm.linear "fc"(%x) {out = 3}
  nn.return outputs(y = %y)
}

// BARE: bare.mlir:2:8: error: there is no op 'linear'; did you mean 'nn.linear'?
//--- bare.mlir
nn.model @model(%x: f32[2]) {
  %y = linear "fc"(%x) {out = 3}
  nn.return outputs(y = %y)
}

// NOTHING: nothing.mlir:1:1: error: there is no nn.model in the file
//--- nothing.mlir
// A file without a model.

// MISSING: cannot open input file '{{.*}}missing.mlir'

// Numbers in strings, comments, names and the recipe are fine.

// FINE: func.func @forward(
//--- fine.mlir
// 1e-3 in a comment
nn.model @e1e3(%x1e3: f32[2]) {
  %y = nn.linear "fc1e-3"(%x1e3) {out = 3, init = "normal(0, 1e-3)", act = "relu"} // 2e-5
  %z = nn.scale(%y) {factor = 1.5e-3}
  nn.return outputs(y1e = %z)
}
train.recipe {optimizer = "sgd", lr = 1e-3}
