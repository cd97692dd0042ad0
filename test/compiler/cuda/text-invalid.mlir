// RUN: gradc-translate --gpu-to-cuda --split-input-file --verify-diagnostics %s

gpu.module @kernels {
  // expected-error@+1 {{has no known_block_size of one dimension}}
  gpu.func @block(%x: memref<8xf32>) kernel attributes {gradc.grid = 1 : i64} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{has neither gradc.grid nor gradc.points_per_block}}
  gpu.func @grid(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{argument 0 is neither a flat array nor an index}}
  gpu.func @argument(%x: memref<8x8xf32>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @op(%x: memref<8xf32>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    // expected-error@+1 {{'gpu.printf' op has no text in CUDA C++}}
    gpu.printf "no"
    gpu.return
  }
}

// -----

// Low precision is in memory only.

gpu.module @kernels {
  gpu.func @half(%x: memref<8xf16>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<8xf16>
    // expected-error@+1 {{'arith.addf' op has no text in CUDA C++}}
    %w = arith.addf %v, %v : f16
    memref.store %w, %x[%t] : memref<8xf16>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @shuffle(%x: memref<32xf32>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    %w16 = arith.constant 16 : i32
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<32xf32>
    // expected-error@+1 {{exchanges between parts of a warp}}
    %o, %p = gpu.shuffle xor %v, %w16, %w16 : f32
    memref.store %o, %x[%t] : memref<32xf32>
    gpu.return
  }
}
