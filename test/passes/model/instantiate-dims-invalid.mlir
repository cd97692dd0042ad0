// RUN: not gradc-opt %s --gradc-instantiate="dims=BB=4" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not gradc-opt %s --gradc-instantiate="dims=B=four" 2>&1 | FileCheck %s --check-prefix=NUMBER

// NAME: instantiate-dims-invalid.mlir:6:1: error: 'nn.model' op @model has no name 'BB', which --dim BB=4 sets; did you mean 'B'?
// NUMBER: error: --dim takes NAME=N with a size N, found 'B=four'
nn.model @model(%x: f32[B]) {
  nn.return outputs(x = %x)
}
