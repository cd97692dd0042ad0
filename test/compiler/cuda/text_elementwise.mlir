// RUN: gradc-translate --gpu-to-cuda %s | FileCheck %s

// What the prelude has is what the kernels use.

//      CHECK: struct alignas(sizeof(T) * N) Vec {
//      CHECK: __device__ inline float maximum(float x, float y) {
//  CHECK-NOT: splat
//  CHECK-NOT: minimum

gpu.module @kernels {

  // Element-wise ops on vectors are one loop over the lanes between a load and a store of 16 bytes.

  //      CHECK: {{^}}// m.mlir:3, m.mlir:4
  // CHECK-NEXT: {{^}}// 16384 bytes read, 16384 written
  // CHECK-NEXT: {{^}}// launch scale grid=4 block=256 args=f32[64x64]:in,f32[64x64]:out nosync
  // CHECK-NEXT: {{^}}extern "C" __global__ void __launch_bounds__(256)
  // CHECK-NEXT: {{^}}scale(const float *__restrict__ x, float *__restrict__ y) {
  // CHECK-NEXT:   const int thread = threadIdx.x;
  // CHECK-NEXT:   const int block = blockIdx.x;
  // CHECK-NEXT:   const int at = block * 1024 + thread * 4;
  // CHECK-NEXT:   const Vec<float, 4> xs = load<4>(x + at);
  // CHECK-NEXT:   Vec<float, 4> vs;
  // CHECK-NEXT:   #pragma unroll
  // CHECK-NEXT:   for (int lane = 0; lane < 4; ++lane) {
  // CHECK-NEXT:     vs[lane] = fmaf(maximum(xs[lane], 0.0f), 2.0f, sqrtf(xs[lane]));
  // CHECK-NEXT:   }
  // CHECK-NEXT:   store(y + at, vs);
  // CHECK-NEXT: }

  gpu.func @scale(
      %x: memref<4096xf32> {gradc.tensor = tensor<64x64xf32>, llvm.noalias},
      %y: memref<4096xf32> {gradc.tensor = tensor<64x64xf32>, llvm.noalias})
      kernel attributes {known_block_size = array<i32: 256, 1, 1>, gradc.grid = 4 : i64,
                         gradc.lines = ["m.mlir:3", "m.mlir:4"]} {
    %c4 = arith.constant 4 : index
    %c1024 = arith.constant 1024 : index
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %two = arith.constant dense<2.0> : vector<4xf32>
    %thread = gpu.thread_id x
    %block = gpu.block_id x
    %b = arith.muli %block, %c1024 : index
    %t = arith.muli %thread, %c4 : index
    %i = arith.addi %b, %t : index
    %v = vector.load %x[%i] : memref<4096xf32>, vector<4xf32>
    %m = arith.maximumf %v, %zero : vector<4xf32>
    %r = math.sqrt %v : vector<4xf32>
    %w = math.fma %m, %two, %r : vector<4xf32>
    vector.store %w, %y[%i] : memref<4096xf32>, vector<4xf32>
    gpu.return
  }

  // An open extent is the last argument; indices have 64 bits then. Pointers that may overlap are not restrict.

  //      CHECK: // 4 bytes read, 4 written for each point
  // CHECK-NEXT: // launch open grid=ceil(n/256) block=256 args=f32[?]:in,f32[?]:out,n nosync
  //      CHECK: open(const float *x, float *y, long long n) {
  // CHECK-NEXT:   const int thread = threadIdx.x;
  // CHECK-NEXT:   const long long block = blockIdx.x;
  // CHECK-NEXT:   const long long at = block * 256 + thread;
  // CHECK-NEXT:   if (at < n) {
  // CHECK-NEXT:     y[at] = -x[at];
  // CHECK-NEXT:   }
  // CHECK-NEXT: }

  gpu.func @open(%x: memref<?xf32>, %y: memref<?xf32>, %n: index)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>, gradc.points_per_block = 256 : i64} {
    %c256 = arith.constant 256 : index
    %thread = gpu.thread_id x
    %block = gpu.block_id x
    %b = arith.muli %block, %c256 : index
    %i = arith.addi %b, %thread : index
    %inside = arith.cmpi slt, %i, %n : index
    scf.if %inside {
      %v = memref.load %x[%i] : memref<?xf32>
      %w = arith.negf %v : f32
      memref.store %w, %y[%i] : memref<?xf32>
    }
    gpu.return
  }

  // Names that locations give; a lane that is used twice gets a variable; lanes of vectors by hand; bf16 in memory.

  //      CHECK: // launch lanes grid=1 block=32 args=bf16[256]:in,bf16[256]:out nosync
  //      CHECK: lanes(const __nv_bfloat16 *image, __nv_bfloat16 *y) {
  //      CHECK:   const Vec<__nv_bfloat16, 8> images = load<8>(image + at);
  // CHECK-NEXT:   const float v = __bfloat162float(images[3]);
  // CHECK-NEXT:   Vec<__nv_bfloat16, 8> vs;
  // CHECK-NEXT:   #pragma unroll
  // CHECK-NEXT:   for (int lane = 0; lane < 8; ++lane) {
  // CHECK-NEXT:     const float v2 = __bfloat162float(images[lane]);
  // CHECK-NEXT:     vs[lane] = __float2bfloat16_rn(v2 * v2 + v);
  // CHECK-NEXT:   }
  // CHECK-NEXT:   store(y + at, vs);

  gpu.func @lanes(%x: memref<256xbf16> loc("image"), %y: memref<256xbf16>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    %c8 = arith.constant 8 : index
    %thread = gpu.thread_id x
    %i = arith.muli %thread, %c8 : index
    %v = vector.load %x[%i] : memref<256xbf16>, vector<8xbf16>
    %third = vector.extract %v[3] : bf16 from vector<8xbf16>
    %shift = arith.extf %third : bf16 to f32
    %shifts = vector.broadcast %shift : f32 to vector<8xf32>
    %f = arith.extf %v : vector<8xbf16> to vector<8xf32>
    %square = arith.mulf %f, %f : vector<8xf32>
    %sum = arith.addf %square, %shifts : vector<8xf32>
    %w = arith.truncf %sum : vector<8xf32> to vector<8xbf16>
    vector.store %w, %y[%i] : memref<256xbf16>, vector<8xbf16>
    gpu.return
  }

  // Integers in memory that are bf16 have that type in the text, if nothing else is done with them.

  //      CHECK: // launch named grid=1 block=32 args=bf16[8]:in,f16[8]:in,bf16[8]:out nosync
  //      CHECK: named(const __nv_bfloat16 *x0, const short *x1, __nv_bfloat16 *y) {
  // CHECK-NEXT:   const int thread = threadIdx.x;
  // CHECK-NEXT:   const __half v = __ushort_as_half((unsigned short)(x1[0] > 0 ? x1[1] : 0));
  // CHECK-NEXT:   const float sum = __bfloat162float(x0[thread]) + __half2float(v);
  // CHECK-NEXT:   y[thread] = __float2bfloat16_rn(sum);

  gpu.func @named(%x: memref<8xi16> {gradc.tensor = tensor<8xbf16>}, %z: memref<8xi16> {gradc.tensor = tensor<8xf16>},
                  %y: memref<8xi16> {gradc.tensor = tensor<8xbf16>})
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i16
    %t = gpu.thread_id x
    %first = memref.load %z[%c0] : memref<8xi16>
    %isPositive = arith.cmpi sgt, %first, %zero : i16
    %bits = scf.if %isPositive -> i16 {
      %second = memref.load %z[%c1] : memref<8xi16>
      scf.yield %second : i16
    } else {
      scf.yield %zero : i16
    }
    %half = arith.bitcast %bits : i16 to f16
    %b = arith.extf %half : f16 to f32
    %v = memref.load %x[%t] : memref<8xi16>
    %low = arith.bitcast %v : i16 to bf16
    %a = arith.extf %low : bf16 to f32
    %sum = arith.addf %a, %b : f32
    %rounded = arith.truncf %sum : f32 to bf16
    %w = arith.bitcast %rounded : bf16 to i16
    memref.store %w, %y[%t] : memref<8xi16>
    gpu.return
  }
}
