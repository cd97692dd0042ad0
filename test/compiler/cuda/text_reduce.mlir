// RUN: gradc-translate --gpu-to-cuda %s | FileCheck %s

//      CHECK: #define GRADC_SHARED(type, name, count) __shared__ __align__(16) type name[count]
//      CHECK: constexpr unsigned kWarp = 0xffffffffu;

gpu.module @kernels {

  // A row a block: each thread folds its part, warps by shuffles, the warps' results through shared memory. What loops
  // carry is a variable, and what follows goes on with it.

  //      CHECK: // launch row_sum grid=128 block=256 args=f32[128x1024]:in,f32[128]:out{{$}}
  //      CHECK: row_sum(const float *x, float *y) {
  // CHECK-NEXT:   GRADC_SHARED(float, partial, 8);
  //      CHECK:   float sum = 0.0f;
  // CHECK-NEXT:   float largest = __uint_as_float(0xff800000 /* -infinity */);
  // CHECK-NEXT:   for (int i = thread; i < 1024; i += 256) {
  // CHECK-NEXT:     const float x_at = x[at + i];
  // CHECK-NEXT:     sum += x_at;
  // CHECK-NEXT:     largest = maximum(largest, x_at);
  // CHECK-NEXT:   }
  // CHECK-NEXT:   sum += __shfl_xor_sync(kWarp, sum, 16);
  // CHECK-NEXT:   sum += __shfl_xor_sync(kWarp, sum, 8);
  // CHECK-NEXT:   if (thread % 32 == 0) {
  // CHECK-NEXT:     partial[thread / 32] = sum;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   __syncthreads();
  // CHECK-NEXT:   if (thread == 0) {
  // CHECK-NEXT:     float sum2 = 0.0f;
  // CHECK-NEXT:     for (int i = 0; i < 8; ++i) {
  // CHECK-NEXT:       sum2 += partial[i];
  // CHECK-NEXT:     }
  // CHECK-NEXT:     y[block] = sum2 + largest;
  // CHECK-NEXT:   }

  gpu.func @row_sum(%x: memref<131072xf32> {gradc.tensor = tensor<128x1024xf32>}, %y: memref<128xf32>)
      workgroup(%partial: memref<8xf32, #gpu.address_space<workgroup>> loc("partial"))
      kernel attributes {known_block_size = array<i32: 256, 1, 1>, gradc.grid = 128 : i64} {
    %c0 = arith.constant 0 : index
    %c1024 = arith.constant 1024 : index
    %c256 = arith.constant 256 : index
    %c32 = arith.constant 32 : index
    %c8 = arith.constant 8 : index
    %w32 = arith.constant 32 : i32
    %s16 = arith.constant 16 : i32
    %s8 = arith.constant 8 : i32
    %zero = arith.constant 0.0 : f32
    %ninf = arith.constant 0xFF800000 : f32
    %thread = gpu.thread_id x
    %block = gpu.block_id x
    %base = arith.muli %block, %c1024 : index
    %sum, %max = scf.for %k = %thread to %c1024 step %c256 iter_args(%s = %zero, %m = %ninf) -> (f32, f32) {
      %at = arith.addi %base, %k : index
      %v = memref.load %x[%at] : memref<131072xf32>
      %s2 = arith.addf %s, %v : f32
      %m2 = arith.maximumf %m, %v : f32
      scf.yield %s2, %m2 : f32, f32
    }
    %o16, %p16 = gpu.shuffle xor %sum, %s16, %w32 : f32
    %sum16 = arith.addf %sum, %o16 : f32
    %o8, %p8 = gpu.shuffle xor %sum16, %s8, %w32 : f32
    %sum8 = arith.addf %sum16, %o8 : f32
    %lane = arith.remui %thread, %c32 : index
    %first = arith.cmpi eq, %lane, %c0 : index
    scf.if %first {
      %warp = arith.divui %thread, %c32 : index
      memref.store %sum8, %partial[%warp] : memref<8xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %isfirst = arith.cmpi eq, %thread, %c0 : index
    scf.if %isfirst {
      %c1 = arith.constant 1 : index
      %total = scf.for %w = %c0 to %c8 step %c1 iter_args(%a = %zero) -> f32 {
        %v = memref.load %partial[%w] : memref<8xf32, #gpu.address_space<workgroup>>
        %a2 = arith.addf %a, %v : f32
        scf.yield %a2 : f32
      }
      %r = arith.addf %total, %max : f32
      memref.store %r, %y[%block] : memref<128xf32>
    }
    gpu.return
  }

  // Values that are swapped need a copy; a branch that keeps a value writes nothing; nested loops share a variable; a
  // guarded load is a choice; parentheses keep the order of floats.

  //      CHECK: carried(const float *x, float *y) {
  // CHECK-NEXT:   float v = 0.0f;
  // CHECK-NEXT:   float v2 = 1.0f;
  // CHECK-NEXT:   for (int i = 0; i < 8; ++i) {
  // CHECK-NEXT:     const float next = v;
  // CHECK-NEXT:     v = v2;
  // CHECK-NEXT:     v2 = next;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   float sum = 0.0f;
  // CHECK-NEXT:   for (int i = 0; i < 8; ++i) {
  // CHECK-NEXT:     for (int j = 0; j < 8; ++j) {
  // CHECK-NEXT:       const float x_at = x[i + j];
  // CHECK-NEXT:       if (x_at > 1.0f) {
  // CHECK-NEXT:         sum += x_at;
  // CHECK-NEXT:       }
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   const int thread = threadIdx.x;
  // CHECK-NEXT:   y[thread] = sum + (thread < 8 ? x[thread] : 0.0f) - (v - v2);
  // CHECK-NEXT: }

  gpu.func @carried(%x: memref<64xf32>, %y: memref<64xf32>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %a, %b = scf.for %i = %c0 to %c8 step %c1 iter_args(%p = %zero, %q = %one) -> (f32, f32) {
      scf.yield %q, %p : f32, f32
    }
    %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%p = %zero) -> (f32) {
      %s1 = scf.for %j = %c0 to %c8 step %c1 iter_args(%q = %p) -> (f32) {
        %at = arith.addi %i, %j : index
        %v = memref.load %x[%at] : memref<64xf32>
        %big = arith.cmpf ogt, %v, %one : f32
        %q1 = scf.if %big -> f32 {
          %q2 = arith.addf %q, %v : f32
          scf.yield %q2 : f32
        } else {
          scf.yield %q : f32
        }
        scf.yield %q1 : f32
      }
      scf.yield %s1 : f32
    }
    %t = gpu.thread_id x
    %inside = arith.cmpi slt, %t, %c8 : index
    %g = scf.if %inside -> f32 {
      %v = memref.load %x[%t] : memref<64xf32>
      scf.yield %v : f32
    } else {
      scf.yield %zero : f32
    }
    %e = arith.addf %s, %g : f32
    %f = arith.subf %a, %b : f32
    %h = arith.subf %e, %f : f32
    memref.store %h, %y[%t] : memref<64xf32>
    gpu.return
  }

  // A vector that a loop carries is written lane by lane; a thread's own array is filled under an unrolled loop.

  //      CHECK: columns(const float *x, float *y) {
  //      CHECK:   Vec<float, 4> sums = splat<float, 4>(0.0f);
  // CHECK-NEXT:   for (int i = 0; i < 8; ++i) {
  // CHECK-NEXT:     const Vec<float, 4> xs = load<4>(x + (i * 128 + at));
  // CHECK-NEXT:     #pragma unroll
  // CHECK-NEXT:     for (int lane = 0; lane < 4; ++lane) {
  // CHECK-NEXT:       sums[lane] += xs[lane];
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT:   Vec<float, 4> row[2];
  // CHECK-NEXT:   #pragma unroll
  // CHECK-NEXT:   for (int i = 0; i < 2; ++i) {
  // CHECK-NEXT:     row[i] = sums;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   const Vec<float, 4> rows = row[1];
  // CHECK-NEXT:   store(y + at, rows);

  gpu.func @columns(%x: memref<1024xf32>, %y: memref<128xf32>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %t = gpu.thread_id x
    %column = arith.muli %t, %c4 : index
    %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%p = %zero) -> (vector<4xf32>) {
      %base = arith.muli %i, %c128 : index
      %at = arith.addi %base, %column : index
      %v = vector.load %x[%at] : memref<1024xf32>, vector<4xf32>
      %q = arith.addf %p, %v : vector<4xf32>
      scf.yield %q : vector<4xf32>
    }
    %row = memref.alloca() : memref<2xvector<4xf32>> loc("row")
    scf.for %i = %c0 to %c2 step %c1 {
      memref.store %s, %row[%i] : memref<2xvector<4xf32>>
    } {gradc.unroll}
    %last = memref.load %row[%c1] : memref<2xvector<4xf32>>
    vector.store %last, %y[%column] : memref<128xf32>, vector<4xf32>
    gpu.return
  }

  // A load is not moved over a store or a barrier, nor a shuffle into what is evaluated under a condition.

  //      CHECK: ordered(const float *x, float *y) {
  //      CHECK:   const float shared_at = shared[thread];
  // CHECK-NEXT:   __syncthreads();
  // CHECK-NEXT:   shared[thread] = x[thread];
  // CHECK-NEXT:   const float other = __shfl_down_sync(kWarp, shared_at, 1);
  // CHECK-NEXT:   y[thread] = thread < 31 ? other : shared_at;

  gpu.func @ordered(%x: memref<32xf32>, %y: memref<32xf32>)
      workgroup(%shared: memref<32xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    %c31 = arith.constant 31 : index
    %w1 = arith.constant 1 : i32
    %w32 = arith.constant 32 : i32
    %t = gpu.thread_id x
    %old = memref.load %shared[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %v = memref.load %x[%t] : memref<32xf32>
    memref.store %v, %shared[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    %o, %p = gpu.shuffle down %old, %w1, %w32 : f32
    %inner = arith.cmpi slt, %t, %c31 : index
    %r = arith.select %inner, %o, %old : f32
    memref.store %r, %y[%t] : memref<32xf32>
    gpu.return
  }
}
