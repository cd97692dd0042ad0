// RUN: gradc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'rt.segment' op has initial elements if and only if it is constant}}
rt.segment temp @segment_c1 bytes 64 [dense<[1.0, 2.0]> : tensor<2xf32>]

// -----

// expected-error @+1 {{'rt.segment' op has initial elements if and only if it is constant}}
rt.segment constant @segment_c1_missing bytes 64

// -----

rt.program @copy_types {
  %a = rt.view @temp[0] : memref<4xf32>
  %b = rt.view @temp[64] : memref<4xi32>
  // expected-error @+1 {{'rt.copy' op requires all operands to have the same type}}
  "rt.copy"(%a, %b) : (memref<4xf32>, memref<4xi32>) -> ()
}

// -----

func.func @view_outside() {
  // expected-error @+1 {{'rt.view' op expects parent op 'rt.program'}}
  %a = rt.view @temp[0] : memref<4xf32>
  return
}

// -----

rt.program @view_dynamic {
  // expected-error @+1 {{must be statically shaped memref}}
  %a = rt.view @temp[0] : memref<?xf32>
}

// -----

rt.program @wave_c1 {
  rt.wave {
    // expected-error @+1 {{'memref.alloc' op is no launch and cannot stand in a wave}}
    %a = memref.alloc() : memref<4xf32>
  }
}

// -----

rt.program @wave_c1_nothing {
  // expected-error @+1 {{'rt.wave' op has no launch}}
  rt.wave {
  }
}

// -----

rt.program @wave_c2_written_twice {
  %a = rt.view @temp[0] : memref<32xf32>
  %b = rt.view @temp[64] : memref<4xf32>
  rt.wave {
    rt.launch @fill ins() outs(%a : memref<32xf32>)
    // expected-error @+1 {{'rt.launch' op writes what another launch of its wave writes}}
    rt.launch @fill ins() outs(%b : memref<4xf32>)
  }
}

// -----

rt.program @wave_c2_read {
  %a = rt.view @temp[0] : memref<32xf32>
  %b = rt.view @temp[64] : memref<4xf32>
  %c = rt.view @temp[256] : memref<32xf32>
  rt.wave {
    // expected-error @+1 {{'rt.launch' op reads what another launch of its wave writes}}
    rt.launch @negate ins(%b : memref<4xf32>) outs(%c : memref<32xf32>)
    rt.launch @fill ins() outs(%a : memref<32xf32>)
  }
}
