// RUN: gradc-opt %s --split-input-file --gradc-verify-kernel --verify-diagnostics

kernel.def @copy grid(%i = 4) row() ins(%x: tensor<4xf32>) outs(%y: tensor<4xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<4xf32> -> f32
  %w = math.tanh %v : f32
  %u = arith.addf %v, %w : f32
  kernel.store %u, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

func.func @every_op(%x: tensor<4xf32>) -> tensor<1x1xf32> {
  %c = kernel.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = kernel.call @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %s = kernel.sort(%y) dimension 0 : (tensor<4xf32>) -> tensor<4xf32>
  %r = kernel.reshape %s : tensor<4xf32> -> tensor<1x4xf32>
  %m = kernel.matmul %r "bmk", %c "bkn" sizes [1, 1, 1, 4] : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x1xf32>
  return %m : tensor<1x1xf32>
}

// -----

func.func @function(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'prim.tanh' op does not belong on the kernel floor}}
  %y = prim.tanh %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

kernel.def @def grid(%i = 4) row() ins() outs(%y: tensor<4xf32>) {
  // expected-error @+1 {{'prim.constant' op does not belong on the kernel floor}}
  %t = prim.constant dense<1.0> : tensor<f32>
  %one = arith.constant 1.0 : f32
  kernel.store %one, %y[(d0) -> (d0)](%i) : f32 -> tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op does not belong on the kernel floor without a body of one block}}
func.func private @declaration(tensor<4xf32>)
