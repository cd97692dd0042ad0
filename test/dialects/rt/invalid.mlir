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
