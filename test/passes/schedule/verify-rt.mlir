// RUN: gradc-opt %s --split-input-file --gradc-verify-rt --verify-diagnostics

// In order: what is read was written, in parts and at once.

rt.segment state @state bytes 64
rt.segment temp @temp bytes 192
rt.segment constant @constants bytes 64 [dense<1.0> : tensor<16xf32>]
rt.bind state "w" @state[0] tensor<16xf32>
kernel.def @copy grid(%i = 16) row() ins(%x: tensor<16xf32>) outs(%y: tensor<16xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<16xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<16xf32>
}
rt.program @sound {
  %w = rt.view @state[0] : memref<16xf32>
  %c = rt.view @constants[0] : memref<16xf32>
  %a = rt.view @temp[0] : memref<16xf32>
  %b = rt.view @temp[64] : memref<16xf32>
  %ab = rt.view @temp[0] : memref<32xf32>
  %none = rt.view @temp[128] : memref<0xf32>
  rt.launch @copy ins(%w : memref<16xf32>) outs(%a : memref<16xf32>)
  rt.copy %c to %b : memref<16xf32>
  rt.lib sort [1, 1, 32, 1, 0, 0, 1] ins(%ab : memref<32xf32>) outs(%ab : memref<32xf32>)
  rt.copy %none to %none : memref<0xf32>
}

// -----

// expected-error @+1 {{'func.func' op was not turned into a program}}
func.func @function() {
  return
}

// -----

// expected-error @+1 {{'rt.bind' op names @state, which is no segment}}
rt.bind state "w" @state[0] tensor<16xf32>

// -----

rt.segment state @state bytes 64
// expected-error @+1 {{'rt.bind' op offset 4 is no multiple of 64}}
rt.bind state "w" @state[4] tensor<8xf32>

// -----

rt.segment io @io_step bytes 64
rt.program @step {
  // expected-error @+1 {{'rt.bind' op reaches to byte 128 of @io_step, which has 64}}
  rt.bind input "x" @io_step[64] tensor<16xf32>
}

// -----

rt.segment temp @temp bytes 64
rt.program @view_c1 {
  // expected-error @+1 {{'rt.view' op reaches to byte 68 of @temp, which has 64}}
  %a = rt.view @temp[0] : memref<17xf32>
}

// -----

rt.segment temp @temp bytes 64
rt.program @negative {
  // expected-error @+1 {{'rt.view' op offset -64 is no multiple of 64}}
  %a = rt.view @temp[-64] : memref<4xf32>
}

// -----

rt.program @no_segment {
  // expected-error @+1 {{'rt.view' op names @temp, which is no segment}}
  %a = rt.view @temp[0] : memref<4xf32>
  rt.copy %a to %a : memref<4xf32>
}

// -----

rt.segment temp @temp bytes 128
rt.program @read_before_write {
  %a = rt.view @temp[0] : memref<4xf32>
  %b = rt.view @temp[64] : memref<4xf32>
  // expected-error @+1 {{'rt.copy' op reads bytes 0 to 16 of the arena, which nothing has written}}
  rt.copy %a to %b : memref<4xf32>
}

// -----

rt.segment state @state bytes 64
rt.segment temp @temp bytes 128
rt.program @read_more_than_written {
  %s = rt.view @state[0] : memref<4xf32>
  %a = rt.view @temp[0] : memref<4xf32>
  %b = rt.view @temp[0] : memref<5xf32>
  rt.copy %s to %a : memref<4xf32>
  // expected-error @+1 {{'rt.lib' op reads bytes 0 to 20 of the arena, which nothing has written}}
  rt.lib sort [1, 1, 5, 1, 0, 0, 1] ins(%b : memref<5xf32>) outs(%b : memref<5xf32>)
}

// -----

rt.segment constant @constants bytes 64 [dense<1.0> : tensor<16xf32>]
rt.program @constant {
  %a = rt.view @constants[0] : memref<16xf32>
  // expected-error @+1 {{'rt.copy' op writes to constants}}
  rt.copy %a to %a : memref<16xf32>
}

// -----

rt.segment temp @temp bytes 64
rt.program @no_kernel {
  %a = rt.view @temp[0] : memref<16xf32>
  // expected-error @+1 {{'rt.launch' op launches @nothing, which is no kernel.def}}
  rt.launch @nothing ins() outs(%a : memref<16xf32>)
}

// -----

rt.segment state @state bytes 64
kernel.def @copy grid(%i = 16) row() ins(%x: tensor<16xf32>) outs(%y: tensor<16xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<16xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<16xf32>
}
rt.program @kernel_types {
  %a = rt.view @state[0] : memref<4x4xf32>
  %b = rt.view @state[0] : memref<16xf32>
  // expected-error @+1 {{'rt.launch' op views must have the types of the tensors of @copy}}
  rt.launch @copy ins(%a : memref<4x4xf32>) outs(%b : memref<16xf32>)
}

// -----

rt.program @no_view {
  %a = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{'rt.copy' op has an operand that is no rt.view}}
  rt.copy %a to %a : memref<4xf32>
}

// -----

rt.segment state @state bytes 128
kernel.def @open grid(%i = ?) row() ins(%x: tensor<?xf32>) outs(%y: tensor<?xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<?xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<?xf32>
}
rt.program @open_extents {
  %a = rt.view @state[0] : memref<4x4xf32>
  %b = rt.view @state[64] : memref<16xf32>
  rt.launch @open extent 16 ins(%a : memref<4x4xf32>) outs(%b : memref<16xf32>)
  // expected-error @+1 {{'rt.launch' op names an extent if and only if that of @open is open}}
  rt.launch @open ins(%a : memref<4x4xf32>) outs(%b : memref<16xf32>)
  // expected-error @+1 {{'rt.launch' op views must have the types of the tensors of @open}}
  rt.launch @open extent 8 ins(%a : memref<4x4xf32>) outs(%b : memref<16xf32>)
}

// -----

rt.segment temp @temp bytes 192
rt.segment state @state bytes 64
kernel.def @copy grid(%i = 16) row() ins(%x: tensor<16xf32>) outs(%y: tensor<16xf32>) {
  %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<16xf32> -> f32
  kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<16xf32>
}
rt.program @waves {
  %w = rt.view @state[0] : memref<16xf32>
  %a = rt.view @temp[0] : memref<16xf32>
  %b = rt.view @temp[64] : memref<16xf32>
  %c = rt.view @temp[128] : memref<16xf32>
  rt.wave {
    rt.launch @copy ins(%w : memref<16xf32>) outs(%a : memref<16xf32>)
    // expected-error @+1 {{'rt.launch' op reads bytes 128 to 192 of the arena, which nothing has written}}
    rt.launch @copy ins(%c : memref<16xf32>) outs(%b : memref<16xf32>)
  }
}

// -----

// An epilogue is a def, and it gets what it takes: here the right side alone is left for it.

rt.segment io @io bytes 4096
kernel.def @bias grid(%i = 8, %j = 8) row() ins(%p: tensor<8x8xf32>, %b: tensor<8xf32>) outs(%y: tensor<8x8xf32>) {
  %0 = kernel.load %p[(d0, d1) -> (d0, d1)](%i, %j) : tensor<8x8xf32> -> f32
  %1 = kernel.load %b[(d0, d1) -> (d1)](%i, %j) : tensor<8xf32> -> f32
  %2 = arith.addf %0, %1 : f32
  kernel.store %2, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<8x8xf32>
}
rt.program @epilogues {
  %x = rt.view @io[0] : memref<8x8xf32>
  %b = rt.view @io[512] : memref<8xf32>
  %y = rt.view @io[1024] : memref<8x8xf32>
  rt.lib matmul [0, 0, 1, 8, 8, 8, 64, 8, 1, 64, 8, 1, 64, 8, 1, 1, 8, 8] epilogue @bias
      ins(%x, %x, %b : memref<8x8xf32>, memref<8x8xf32>, memref<8xf32>) outs(%y : memref<8x8xf32>)
  // expected-error @+1 {{must be a matmul, with views of the types of the tensors of @bias}}
  rt.lib matmul [0, 0, 1, 8, 8, 8, 64, 8, 1, 64, 8, 1, 64, 8, 1, 1, 8, 8] epilogue @bias
      ins(%x, %x : memref<8x8xf32>, memref<8x8xf32>) outs(%y : memref<8x8xf32>)
  // expected-error @+1 {{is followed by @nothing, which is no kernel.def}}
  rt.lib matmul [0, 0, 1, 8, 8, 8, 64, 8, 1, 64, 8, 1, 64, 8, 1, 1, 8, 8] epilogue @nothing
      ins(%x, %x, %b : memref<8x8xf32>, memref<8x8xf32>, memref<8xf32>) outs(%y : memref<8x8xf32>)
}
