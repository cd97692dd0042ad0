// RUN: gradc-translate --gpu-to-cuda %s | FileCheck %s

// Every op of arith and math that has a text.

gpu.module @kernels {

  // Floats as they are written: IEEE's operations, C's functions, constants that read back as they were, comparisons
  // with NaN on the side that `arith` says.

  //      CHECK: {{^}}floats(const float *x, float *y0, bool *y1) {
  // CHECK-NEXT:   const int thread = threadIdx.x;
  // CHECK-NEXT:   const float x_at = x[thread];
  // CHECK-NEXT:   const float x_at2 = x[thread];
  // CHECK-NEXT:   y0[0] = x_at - 1.5f;
  // CHECK-NEXT:   y0[1] = x_at - (-1.5f);
  // CHECK-NEXT:   y0[2] = x_at * 0.1f;
  // CHECK-NEXT:   y0[3] = 0.5f / x_at;
  // CHECK-NEXT:   y0[4] = fmodf(x_at, x_at2);
  // CHECK-NEXT:   y0[5] = -(-1.5f);
  // CHECK-NEXT:   y0[6] = x_at + 1e-45f;
  // CHECK-NEXT:   y0[7] = x_at + 3.4028235e+38f;
  // CHECK-NEXT:   y0[8] = x_at + __uint_as_float(0x7fc00000 /* NaN */);
  // CHECK-NEXT:   y0[9] = x_at + __uint_as_float(0x7f800000 /* infinity */);
  // CHECK-NEXT:   y0[10] = x_at - 0.0f;
  // CHECK-NEXT:   y0[11] = minimum(x_at, x_at2);
  // CHECK-NEXT:   y0[12] = fmaxf(x_at, x_at2);
  // CHECK-NEXT:   y0[13] = fminf(x_at, x_at2);
  // CHECK-NEXT:   y0[14] = fabsf(x_at);
  // CHECK-NEXT:   y0[15] = acosf(x_at);
  // CHECK-NEXT:   y0[16] = acoshf(x_at);
  // CHECK-NEXT:   y0[17] = asinf(x_at);
  // CHECK-NEXT:   y0[18] = asinhf(x_at);
  // CHECK-NEXT:   y0[19] = atanf(x_at);
  // CHECK-NEXT:   y0[20] = atanhf(x_at);
  // CHECK-NEXT:   y0[21] = cbrtf(x_at);
  // CHECK-NEXT:   y0[22] = ceilf(x_at);
  // CHECK-NEXT:   y0[23] = cosf(x_at);
  // CHECK-NEXT:   y0[24] = coshf(x_at);
  // CHECK-NEXT:   y0[25] = erff(x_at);
  // CHECK-NEXT:   y0[26] = expf(x_at);
  // CHECK-NEXT:   y0[27] = exp2f(x_at);
  // CHECK-NEXT:   y0[28] = expm1f(x_at);
  // CHECK-NEXT:   y0[29] = floorf(x_at);
  // CHECK-NEXT:   y0[30] = logf(x_at);
  // CHECK-NEXT:   y0[31] = log10f(x_at);
  // CHECK-NEXT:   y0[32] = log1pf(x_at);
  // CHECK-NEXT:   y0[33] = log2f(x_at);
  // CHECK-NEXT:   y0[34] = roundf(x_at);
  // CHECK-NEXT:   y0[35] = rintf(x_at);
  // CHECK-NEXT:   y0[36] = 1.0f / sqrtf(x_at);
  // CHECK-NEXT:   y0[37] = sinf(x_at);
  // CHECK-NEXT:   y0[38] = sinhf(x_at);
  // CHECK-NEXT:   y0[39] = sqrtf(x_at);
  // CHECK-NEXT:   y0[40] = tanf(x_at);
  // CHECK-NEXT:   y0[41] = tanhf(x_at);
  // CHECK-NEXT:   y0[42] = truncf(x_at);
  // CHECK-NEXT:   y0[43] = atan2f(x_at, x_at2);
  // CHECK-NEXT:   y0[44] = copysignf(x_at, x_at2);
  // CHECK-NEXT:   y0[45] = powf(x_at, x_at2);
  // CHECK-NEXT:   y1[0] = x_at == x_at2;
  // CHECK-NEXT:   y1[1] = x_at > x_at2;
  // CHECK-NEXT:   y1[2] = x_at >= x_at2;
  // CHECK-NEXT:   y1[3] = x_at < x_at2;
  // CHECK-NEXT:   y1[4] = x_at <= x_at2;
  // CHECK-NEXT:   y1[5] = x_at < x_at2 || x_at > x_at2;
  // CHECK-NEXT:   y1[6] = x_at == x_at && x_at2 == x_at2;
  // CHECK-NEXT:   y1[7] = !(x_at < x_at2 || x_at > x_at2);
  // CHECK-NEXT:   y1[8] = !(x_at <= x_at2);
  // CHECK-NEXT:   y1[9] = !(x_at < x_at2);
  // CHECK-NEXT:   y1[10] = !(x_at >= x_at2);
  // CHECK-NEXT:   y1[11] = !(x_at > x_at2);
  // CHECK-NEXT:   y1[12] = x_at != x_at2;
  // CHECK-NEXT:   y1[13] = x_at != x_at || x_at2 != x_at2;

  gpu.func @floats(%x: memref<64xf32>, %y: memref<64xf32>, %b: memref<64xi1>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    %t = gpu.thread_id x
    %a = memref.load %x[%t] : memref<64xf32>
    %c = memref.load %x[%t] : memref<64xf32>
    %half = arith.constant 0.5 : f32
    %neg = arith.constant -1.5 : f32
    %tenth = arith.constant 0.1 : f32
    %tiny = arith.constant 1.4e-45 : f32
    %big = arith.constant 3.40282347e+38 : f32
    %nan = arith.constant 0x7FC00000 : f32
    %inf = arith.constant 0x7F800000 : f32
    %zero = arith.constant -0.0 : f32
    %r1 = arith.addf %a, %neg : f32
    %k1 = arith.constant 0 : index
    memref.store %r1, %y[%k1] : memref<64xf32>
    %r2 = arith.subf %a, %neg : f32
    %k2 = arith.constant 1 : index
    memref.store %r2, %y[%k2] : memref<64xf32>
    %r3 = arith.mulf %a, %tenth : f32
    %k3 = arith.constant 2 : index
    memref.store %r3, %y[%k3] : memref<64xf32>
    %r4 = arith.divf %half, %a : f32
    %k4 = arith.constant 3 : index
    memref.store %r4, %y[%k4] : memref<64xf32>
    %r5 = arith.remf %a, %c : f32
    %k5 = arith.constant 4 : index
    memref.store %r5, %y[%k5] : memref<64xf32>
    %r6 = arith.negf %neg : f32
    %k6 = arith.constant 5 : index
    memref.store %r6, %y[%k6] : memref<64xf32>
    %r7 = arith.addf %a, %tiny : f32
    %k7 = arith.constant 6 : index
    memref.store %r7, %y[%k7] : memref<64xf32>
    %r8 = arith.addf %a, %big : f32
    %k8 = arith.constant 7 : index
    memref.store %r8, %y[%k8] : memref<64xf32>
    %r9 = arith.addf %a, %nan : f32
    %k9 = arith.constant 8 : index
    memref.store %r9, %y[%k9] : memref<64xf32>
    %r10 = arith.addf %a, %inf : f32
    %k10 = arith.constant 9 : index
    memref.store %r10, %y[%k10] : memref<64xf32>
    %r11 = arith.addf %a, %zero : f32
    %k11 = arith.constant 10 : index
    memref.store %r11, %y[%k11] : memref<64xf32>
    %r12 = arith.minimumf %a, %c : f32
    %k12 = arith.constant 11 : index
    memref.store %r12, %y[%k12] : memref<64xf32>
    %r13 = arith.maxnumf %a, %c : f32
    %k13 = arith.constant 12 : index
    memref.store %r13, %y[%k13] : memref<64xf32>
    %r14 = arith.minnumf %a, %c : f32
    %k14 = arith.constant 13 : index
    memref.store %r14, %y[%k14] : memref<64xf32>
    %r15 = math.absf %a : f32
    %k15 = arith.constant 14 : index
    memref.store %r15, %y[%k15] : memref<64xf32>
    %r16 = math.acos %a : f32
    %k16 = arith.constant 15 : index
    memref.store %r16, %y[%k16] : memref<64xf32>
    %r17 = math.acosh %a : f32
    %k17 = arith.constant 16 : index
    memref.store %r17, %y[%k17] : memref<64xf32>
    %r18 = math.asin %a : f32
    %k18 = arith.constant 17 : index
    memref.store %r18, %y[%k18] : memref<64xf32>
    %r19 = math.asinh %a : f32
    %k19 = arith.constant 18 : index
    memref.store %r19, %y[%k19] : memref<64xf32>
    %r20 = math.atan %a : f32
    %k20 = arith.constant 19 : index
    memref.store %r20, %y[%k20] : memref<64xf32>
    %r21 = math.atanh %a : f32
    %k21 = arith.constant 20 : index
    memref.store %r21, %y[%k21] : memref<64xf32>
    %r22 = math.cbrt %a : f32
    %k22 = arith.constant 21 : index
    memref.store %r22, %y[%k22] : memref<64xf32>
    %r23 = math.ceil %a : f32
    %k23 = arith.constant 22 : index
    memref.store %r23, %y[%k23] : memref<64xf32>
    %r24 = math.cos %a : f32
    %k24 = arith.constant 23 : index
    memref.store %r24, %y[%k24] : memref<64xf32>
    %r25 = math.cosh %a : f32
    %k25 = arith.constant 24 : index
    memref.store %r25, %y[%k25] : memref<64xf32>
    %r26 = math.erf %a : f32
    %k26 = arith.constant 25 : index
    memref.store %r26, %y[%k26] : memref<64xf32>
    %r27 = math.exp %a : f32
    %k27 = arith.constant 26 : index
    memref.store %r27, %y[%k27] : memref<64xf32>
    %r28 = math.exp2 %a : f32
    %k28 = arith.constant 27 : index
    memref.store %r28, %y[%k28] : memref<64xf32>
    %r29 = math.expm1 %a : f32
    %k29 = arith.constant 28 : index
    memref.store %r29, %y[%k29] : memref<64xf32>
    %r30 = math.floor %a : f32
    %k30 = arith.constant 29 : index
    memref.store %r30, %y[%k30] : memref<64xf32>
    %r31 = math.log %a : f32
    %k31 = arith.constant 30 : index
    memref.store %r31, %y[%k31] : memref<64xf32>
    %r32 = math.log10 %a : f32
    %k32 = arith.constant 31 : index
    memref.store %r32, %y[%k32] : memref<64xf32>
    %r33 = math.log1p %a : f32
    %k33 = arith.constant 32 : index
    memref.store %r33, %y[%k33] : memref<64xf32>
    %r34 = math.log2 %a : f32
    %k34 = arith.constant 33 : index
    memref.store %r34, %y[%k34] : memref<64xf32>
    %r35 = math.round %a : f32
    %k35 = arith.constant 34 : index
    memref.store %r35, %y[%k35] : memref<64xf32>
    %r36 = math.roundeven %a : f32
    %k36 = arith.constant 35 : index
    memref.store %r36, %y[%k36] : memref<64xf32>
    %r37 = math.rsqrt %a : f32
    %k37 = arith.constant 36 : index
    memref.store %r37, %y[%k37] : memref<64xf32>
    %r38 = math.sin %a : f32
    %k38 = arith.constant 37 : index
    memref.store %r38, %y[%k38] : memref<64xf32>
    %r39 = math.sinh %a : f32
    %k39 = arith.constant 38 : index
    memref.store %r39, %y[%k39] : memref<64xf32>
    %r40 = math.sqrt %a : f32
    %k40 = arith.constant 39 : index
    memref.store %r40, %y[%k40] : memref<64xf32>
    %r41 = math.tan %a : f32
    %k41 = arith.constant 40 : index
    memref.store %r41, %y[%k41] : memref<64xf32>
    %r42 = math.tanh %a : f32
    %k42 = arith.constant 41 : index
    memref.store %r42, %y[%k42] : memref<64xf32>
    %r43 = math.trunc %a : f32
    %k43 = arith.constant 42 : index
    memref.store %r43, %y[%k43] : memref<64xf32>
    %r44 = math.atan2 %a, %c : f32
    %k44 = arith.constant 43 : index
    memref.store %r44, %y[%k44] : memref<64xf32>
    %r45 = math.copysign %a, %c : f32
    %k45 = arith.constant 44 : index
    memref.store %r45, %y[%k45] : memref<64xf32>
    %r46 = math.powf %a, %c : f32
    %k46 = arith.constant 45 : index
    memref.store %r46, %y[%k46] : memref<64xf32>
    %r47 = arith.cmpf oeq, %a, %c : f32
    %k47 = arith.constant 0 : index
    memref.store %r47, %b[%k47] : memref<64xi1>
    %r48 = arith.cmpf ogt, %a, %c : f32
    %k48 = arith.constant 1 : index
    memref.store %r48, %b[%k48] : memref<64xi1>
    %r49 = arith.cmpf oge, %a, %c : f32
    %k49 = arith.constant 2 : index
    memref.store %r49, %b[%k49] : memref<64xi1>
    %r50 = arith.cmpf olt, %a, %c : f32
    %k50 = arith.constant 3 : index
    memref.store %r50, %b[%k50] : memref<64xi1>
    %r51 = arith.cmpf ole, %a, %c : f32
    %k51 = arith.constant 4 : index
    memref.store %r51, %b[%k51] : memref<64xi1>
    %r52 = arith.cmpf one, %a, %c : f32
    %k52 = arith.constant 5 : index
    memref.store %r52, %b[%k52] : memref<64xi1>
    %r53 = arith.cmpf ord, %a, %c : f32
    %k53 = arith.constant 6 : index
    memref.store %r53, %b[%k53] : memref<64xi1>
    %r54 = arith.cmpf ueq, %a, %c : f32
    %k54 = arith.constant 7 : index
    memref.store %r54, %b[%k54] : memref<64xi1>
    %r55 = arith.cmpf ugt, %a, %c : f32
    %k55 = arith.constant 8 : index
    memref.store %r55, %b[%k55] : memref<64xi1>
    %r56 = arith.cmpf uge, %a, %c : f32
    %k56 = arith.constant 9 : index
    memref.store %r56, %b[%k56] : memref<64xi1>
    %r57 = arith.cmpf ult, %a, %c : f32
    %k57 = arith.constant 10 : index
    memref.store %r57, %b[%k57] : memref<64xi1>
    %r58 = arith.cmpf ule, %a, %c : f32
    %k58 = arith.constant 11 : index
    memref.store %r58, %b[%k58] : memref<64xi1>
    %r59 = arith.cmpf une, %a, %c : f32
    %k59 = arith.constant 12 : index
    memref.store %r59, %b[%k59] : memref<64xi1>
    %r60 = arith.cmpf uno, %a, %c : f32
    %k60 = arith.constant 13 : index
    memref.store %r60, %b[%k60] : memref<64xi1>
    gpu.return
  }

  // Integers that may wrap are unsigned, what has a sign says so.

  //      CHECK: {{^}}integers(const int *x0, const long long *x1, int *y0, long long *y1, bool *y2) {
  // CHECK-NEXT:   const int thread = threadIdx.x;
  // CHECK-NEXT:   const int x0_at = x0[thread];
  // CHECK-NEXT:   const int x0_at2 = x0[thread];
  // CHECK-NEXT:   const long long x1_at = x1[thread];
  // CHECK-NEXT:   y0[0] = (unsigned)x0_at + (unsigned)x0_at2;
  // CHECK-NEXT:   y0[1] = (unsigned)x0_at - (unsigned)x0_at2;
  // CHECK-NEXT:   y0[2] = (unsigned)x0_at * (unsigned)x0_at2;
  // CHECK-NEXT:   y0[3] = x0_at / x0_at2;
  // CHECK-NEXT:   y0[4] = (unsigned)x0_at / (unsigned)x0_at2;
  // CHECK-NEXT:   y0[5] = x0_at % x0_at2;
  // CHECK-NEXT:   y0[6] = (unsigned)x0_at % (unsigned)x0_at2;
  // CHECK-NEXT:   y0[7] = ceilDivide(x0_at, x0_at2);
  // CHECK-NEXT:   y0[8] = floorDivide(x0_at, x0_at2);
  // CHECK-NEXT:   y0[9] = ceilDivide((unsigned)x0_at, (unsigned)x0_at2);
  // CHECK-NEXT:   y0[10] = lesser(x0_at, x0_at2);
  // CHECK-NEXT:   y0[11] = lesser((unsigned)x0_at, (unsigned)x0_at2);
  // CHECK-NEXT:   y0[12] = greater(x0_at, x0_at2);
  // CHECK-NEXT:   y0[13] = greater((unsigned)x0_at, (unsigned)x0_at2);
  // CHECK-NEXT:   y0[14] = x0_at & x0_at2;
  // CHECK-NEXT:   y0[15] = x0_at | x0_at2;
  // CHECK-NEXT:   y0[16] = x0_at ^ x0_at2;
  // CHECK-NEXT:   y0[17] = (unsigned)x0_at << x0_at2;
  // CHECK-NEXT:   y0[18] = x0_at >> x0_at2;
  // CHECK-NEXT:   y0[19] = (unsigned)x0_at >> x0_at2;
  // CHECK-NEXT:   y0[20] = (unsigned)x0_at + 2147483648u;
  // CHECK-NEXT:   y0[21] = (-2147483647 - 1) / x0_at;
  // CHECK-NEXT:   y0[22] = x0_at + 3;
  // CHECK-NEXT:   y0[23] = x0_at < 0 ? 0u - (unsigned)x0_at : (unsigned)x0_at;
  // CHECK-NEXT:   y0[24] = __clz((unsigned)x0_at);
  // CHECK-NEXT:   y0[25] = __popc((unsigned)x0_at);
  // CHECK-NEXT:   y0[26] = (unsigned)x1_at;
  // CHECK-NEXT:   y0[27] = (int)(float)x0_at;
  // CHECK-NEXT:   y0[28] = (unsigned)(float)(unsigned)x0_at;
  // CHECK-NEXT:   y0[29] = __float_as_uint(__uint_as_float((unsigned)x0_at2));
  // CHECK-NEXT:   y1[0] = (long long)x0_at;
  // CHECK-NEXT:   y1[1] = (unsigned long long)(unsigned)x0_at;
  // CHECK-NEXT:   y1[2] = (unsigned long long)x1_at + 18446744073709551609ull;
  // CHECK-NEXT:   y1[3] = __clzll((unsigned long long)x1_at);
  // CHECK-NEXT:   const unsigned long long n = x1_at < 0ll ? (unsigned long long)(0ull - (unsigned long long)x1_at) : (unsigned long long)x1_at;
  // CHECK-NEXT:   y1[4] = n;
  // CHECK-NEXT:   y1[5] = (unsigned long long)x1_at * 18446744073709551609ull;
  // CHECK-NEXT:   y1[6] = __umul64hi((unsigned long long)x1_at, 18446744073709551609ull);
  // CHECK-NEXT:   y1[7] = (long long)thread;
  // CHECK-NEXT:   y1[8] = x1_at + thread;
  // CHECK-NEXT:   y2[0] = x0_at == 3;
  // CHECK-NEXT:   y2[1] = x0_at != 3;
  // CHECK-NEXT:   y2[2] = x0_at < 3;
  // CHECK-NEXT:   y2[3] = x0_at <= 3;
  // CHECK-NEXT:   y2[4] = x0_at > 3;
  // CHECK-NEXT:   y2[5] = x0_at >= 3;
  // CHECK-NEXT:   y2[6] = (unsigned)x0_at < 3u;
  // CHECK-NEXT:   y2[7] = (unsigned)x0_at <= 3u;
  // CHECK-NEXT:   y2[8] = (unsigned)x0_at > 3u;
  // CHECK-NEXT:   y2[9] = (unsigned)x0_at >= 3u;
  // CHECK-NEXT:   const bool holds = x0_at < x0_at2;
  // CHECK-NEXT:   const bool holds2 = x1_at < -7ll;
  // CHECK-NEXT:   y2[10] = holds && holds2;
  // CHECK-NEXT:   y2[11] = holds || holds2;
  // CHECK-NEXT:   y2[12] = holds != holds2;
  // CHECK-NEXT:   y2[13] = !holds;
  // CHECK-NEXT:   y2[14] = holds == holds2;
  // CHECK-NEXT:   y2[15] = (x0_at & 1) != 0;

  gpu.func @integers(%x: memref<64xi32>, %z: memref<64xi64>, %y: memref<64xi32>, %w: memref<64xi64>, %b: memref<64xi1>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    %t = gpu.thread_id x
    %a = memref.load %x[%t] : memref<64xi32>
    %c = memref.load %x[%t] : memref<64xi32>
    %l = memref.load %z[%t] : memref<64xi64>
    %three = arith.constant 3 : i32
    %least = arith.constant -2147483648 : i32
    %minus = arith.constant -7 : i64
    %r61 = arith.addi %a, %c : i32
    %k61 = arith.constant 0 : index
    memref.store %r61, %y[%k61] : memref<64xi32>
    %r62 = arith.subi %a, %c : i32
    %k62 = arith.constant 1 : index
    memref.store %r62, %y[%k62] : memref<64xi32>
    %r63 = arith.muli %a, %c : i32
    %k63 = arith.constant 2 : index
    memref.store %r63, %y[%k63] : memref<64xi32>
    %r64 = arith.divsi %a, %c : i32
    %k64 = arith.constant 3 : index
    memref.store %r64, %y[%k64] : memref<64xi32>
    %r65 = arith.divui %a, %c : i32
    %k65 = arith.constant 4 : index
    memref.store %r65, %y[%k65] : memref<64xi32>
    %r66 = arith.remsi %a, %c : i32
    %k66 = arith.constant 5 : index
    memref.store %r66, %y[%k66] : memref<64xi32>
    %r67 = arith.remui %a, %c : i32
    %k67 = arith.constant 6 : index
    memref.store %r67, %y[%k67] : memref<64xi32>
    %r68 = arith.ceildivsi %a, %c : i32
    %k68 = arith.constant 7 : index
    memref.store %r68, %y[%k68] : memref<64xi32>
    %r69 = arith.floordivsi %a, %c : i32
    %k69 = arith.constant 8 : index
    memref.store %r69, %y[%k69] : memref<64xi32>
    %r70 = arith.ceildivui %a, %c : i32
    %k70 = arith.constant 9 : index
    memref.store %r70, %y[%k70] : memref<64xi32>
    %r71 = arith.minsi %a, %c : i32
    %k71 = arith.constant 10 : index
    memref.store %r71, %y[%k71] : memref<64xi32>
    %r72 = arith.minui %a, %c : i32
    %k72 = arith.constant 11 : index
    memref.store %r72, %y[%k72] : memref<64xi32>
    %r73 = arith.maxsi %a, %c : i32
    %k73 = arith.constant 12 : index
    memref.store %r73, %y[%k73] : memref<64xi32>
    %r74 = arith.maxui %a, %c : i32
    %k74 = arith.constant 13 : index
    memref.store %r74, %y[%k74] : memref<64xi32>
    %r75 = arith.andi %a, %c : i32
    %k75 = arith.constant 14 : index
    memref.store %r75, %y[%k75] : memref<64xi32>
    %r76 = arith.ori %a, %c : i32
    %k76 = arith.constant 15 : index
    memref.store %r76, %y[%k76] : memref<64xi32>
    %r77 = arith.xori %a, %c : i32
    %k77 = arith.constant 16 : index
    memref.store %r77, %y[%k77] : memref<64xi32>
    %r78 = arith.shli %a, %c : i32
    %k78 = arith.constant 17 : index
    memref.store %r78, %y[%k78] : memref<64xi32>
    %r79 = arith.shrsi %a, %c : i32
    %k79 = arith.constant 18 : index
    memref.store %r79, %y[%k79] : memref<64xi32>
    %r80 = arith.shrui %a, %c : i32
    %k80 = arith.constant 19 : index
    memref.store %r80, %y[%k80] : memref<64xi32>
    %r81 = arith.addi %a, %least : i32
    %k81 = arith.constant 20 : index
    memref.store %r81, %y[%k81] : memref<64xi32>
    %r82 = arith.divsi %least, %a : i32
    %k82 = arith.constant 21 : index
    memref.store %r82, %y[%k82] : memref<64xi32>
    %r83 = arith.addi %a, %three overflow<nsw> : i32
    %k83 = arith.constant 22 : index
    memref.store %r83, %y[%k83] : memref<64xi32>
    %r84 = math.absi %a : i32
    %k84 = arith.constant 23 : index
    memref.store %r84, %y[%k84] : memref<64xi32>
    %r85 = math.ctlz %a : i32
    %k85 = arith.constant 24 : index
    memref.store %r85, %y[%k85] : memref<64xi32>
    %r86 = math.ctpop %a : i32
    %k86 = arith.constant 25 : index
    memref.store %r86, %y[%k86] : memref<64xi32>
    %r87 = arith.trunci %l : i64 to i32
    %k87 = arith.constant 26 : index
    memref.store %r87, %y[%k87] : memref<64xi32>
    %f = arith.sitofp %a : i32 to f32
    %r88 = arith.fptosi %f : f32 to i32
    %k88 = arith.constant 27 : index
    memref.store %r88, %y[%k88] : memref<64xi32>
    %g = arith.uitofp %a : i32 to f32
    %r89 = arith.fptoui %g : f32 to i32
    %k89 = arith.constant 28 : index
    memref.store %r89, %y[%k89] : memref<64xi32>
    %h = arith.bitcast %c : i32 to f32
    %r90 = arith.bitcast %h : f32 to i32
    %k90 = arith.constant 29 : index
    memref.store %r90, %y[%k90] : memref<64xi32>
    %r91 = arith.extsi %a : i32 to i64
    %k91 = arith.constant 0 : index
    memref.store %r91, %w[%k91] : memref<64xi64>
    %r92 = arith.extui %a : i32 to i64
    %k92 = arith.constant 1 : index
    memref.store %r92, %w[%k92] : memref<64xi64>
    %r93 = arith.addi %l, %minus : i64
    %k93 = arith.constant 2 : index
    memref.store %r93, %w[%k93] : memref<64xi64>
    %r94 = math.ctlz %l : i64
    %k94 = arith.constant 3 : index
    memref.store %r94, %w[%k94] : memref<64xi64>
    %r95 = math.absi %l : i64
    %k95 = arith.constant 4 : index
    memref.store %r95, %w[%k95] : memref<64xi64>
    %low, %high = arith.mului_extended %l, %minus : i64
    %k96 = arith.constant 5 : index
    memref.store %low, %w[%k96] : memref<64xi64>
    %k97 = arith.constant 6 : index
    memref.store %high, %w[%k97] : memref<64xi64>
    %r96 = arith.index_cast %t : index to i64
    %k98 = arith.constant 7 : index
    memref.store %r96, %w[%k98] : memref<64xi64>
    %i = arith.index_cast %l : i64 to index
    %j = arith.addi %i, %t : index
    %r97 = arith.index_cast %j : index to i64
    %k99 = arith.constant 8 : index
    memref.store %r97, %w[%k99] : memref<64xi64>
    %r98 = arith.cmpi eq, %a, %three : i32
    %k100 = arith.constant 0 : index
    memref.store %r98, %b[%k100] : memref<64xi1>
    %r99 = arith.cmpi ne, %a, %three : i32
    %k101 = arith.constant 1 : index
    memref.store %r99, %b[%k101] : memref<64xi1>
    %r100 = arith.cmpi slt, %a, %three : i32
    %k102 = arith.constant 2 : index
    memref.store %r100, %b[%k102] : memref<64xi1>
    %r101 = arith.cmpi sle, %a, %three : i32
    %k103 = arith.constant 3 : index
    memref.store %r101, %b[%k103] : memref<64xi1>
    %r102 = arith.cmpi sgt, %a, %three : i32
    %k104 = arith.constant 4 : index
    memref.store %r102, %b[%k104] : memref<64xi1>
    %r103 = arith.cmpi sge, %a, %three : i32
    %k105 = arith.constant 5 : index
    memref.store %r103, %b[%k105] : memref<64xi1>
    %r104 = arith.cmpi ult, %a, %three : i32
    %k106 = arith.constant 6 : index
    memref.store %r104, %b[%k106] : memref<64xi1>
    %r105 = arith.cmpi ule, %a, %three : i32
    %k107 = arith.constant 7 : index
    memref.store %r105, %b[%k107] : memref<64xi1>
    %r106 = arith.cmpi ugt, %a, %three : i32
    %k108 = arith.constant 8 : index
    memref.store %r106, %b[%k108] : memref<64xi1>
    %r107 = arith.cmpi uge, %a, %three : i32
    %k109 = arith.constant 9 : index
    memref.store %r107, %b[%k109] : memref<64xi1>
    %p = arith.cmpi slt, %a, %c : i32
    %q = arith.cmpi slt, %l, %minus : i64
    %true = arith.constant true
    %r108 = arith.andi %p, %q : i1
    %k110 = arith.constant 10 : index
    memref.store %r108, %b[%k110] : memref<64xi1>
    %r109 = arith.ori %p, %q : i1
    %k111 = arith.constant 11 : index
    memref.store %r109, %b[%k111] : memref<64xi1>
    %r110 = arith.xori %p, %q : i1
    %k112 = arith.constant 12 : index
    memref.store %r110, %b[%k112] : memref<64xi1>
    %r111 = arith.xori %p, %true : i1
    %k113 = arith.constant 13 : index
    memref.store %r111, %b[%k113] : memref<64xi1>
    %r112 = arith.cmpi eq, %p, %q : i1
    %k114 = arith.constant 14 : index
    memref.store %r112, %b[%k114] : memref<64xi1>
    %r113 = arith.trunci %a : i32 to i1
    %k115 = arith.constant 15 : index
    memref.store %r113, %b[%k115] : memref<64xi1>
    gpu.return
  }

  // What is narrower than int, low precision in memory, doubles.

  //      CHECK: {{^}}narrow(const signed char *x0, const __half *x1, const double *x2,
  // CHECK-NEXT:     signed char *y0, __half *y1, double *y2) {
  // CHECK-NEXT:   const int thread = threadIdx.x;
  // CHECK-NEXT:   const signed char x0_at = x0[thread];
  // CHECK-NEXT:   const signed char x0_at2 = x0[thread];
  // CHECK-NEXT:   const __half x1_at = x1[thread];
  // CHECK-NEXT:   const double x2_at = x2[thread];
  // CHECK-NEXT:   y0[0] = (unsigned char)((unsigned)x0_at + (unsigned)x0_at2);
  // CHECK-NEXT:   y0[1] = (unsigned char)((unsigned)x0_at * (unsigned)x0_at2);
  // CHECK-NEXT:   y0[2] = greater(x0_at, x0_at2);
  // CHECK-NEXT:   y0[3] = greater((unsigned char)x0_at, (unsigned char)x0_at2);
  // CHECK-NEXT:   y0[4] = (unsigned char)((unsigned char)x0_at << x0_at2);
  // CHECK-NEXT:   y0[5] = (signed char)(x0_at >> x0_at2);
  // CHECK-NEXT:   y0[6] = (unsigned char)((unsigned char)x0_at >> x0_at2);
  // CHECK-NEXT:   y0[7] = (unsigned char)x0_at / (unsigned char)x0_at2;
  // CHECK-NEXT:   y0[8] = __clz((unsigned char)x0_at) - 24;
  // CHECK-NEXT:   y0[9] = __popc((unsigned char)x0_at);
  // CHECK-NEXT:   const float v = __half2float(x1_at);
  // CHECK-NEXT:   y1[0] = __float2half_rn(v + v);
  // CHECK-NEXT:   y1[1] = __double2half(x2_at);
  // CHECK-NEXT:   y1[2] = __ushort_as_half(__half_as_ushort(x1_at));
  // CHECK-NEXT:   y2[0] = (double)v;
  // CHECK-NEXT:   y2[1] = (double)__half2float(x1_at);
  // CHECK-NEXT:   y2[2] = x2_at * 0.1;
  // CHECK-NEXT:   y2[3] = sqrt(x2_at);
  // CHECK-NEXT:   y2[4] = fma(x2_at, x2_at, 0.1);
  // CHECK-NEXT:   const double largest = maximum(x2_at, __longlong_as_double(0xfff0000000000000 /* -infinity */));
  // CHECK-NEXT:   y2[5] = largest;
  // CHECK-NEXT:   y2[6] = (double)(unsigned char)x0_at;
  // CHECK-NEXT:   const bool holds = (unsigned char)x0_at < 3;
  // CHECK-NEXT:   y2[7] = (double)holds;
  // CHECK-NEXT:   y2[8] = -(double)holds;
  // CHECK-NEXT:   y2[9] = holds ? x2_at : 0.1;

  gpu.func @narrow(%x: memref<64xi8>, %z: memref<64xf16>, %d: memref<64xf64>, %y: memref<64xi8>, %h: memref<64xf16>, %e: memref<64xf64>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>, gradc.grid = 1 : i64} {
    %t = gpu.thread_id x
    %a = memref.load %x[%t] : memref<64xi8>
    %c = memref.load %x[%t] : memref<64xi8>
    %f = memref.load %z[%t] : memref<64xf16>
    %g = memref.load %d[%t] : memref<64xf64>
    %tenth = arith.constant 0.1 : f64
    %three = arith.constant 3 : i8
    %ninf = arith.constant 0xFFF0000000000000 : f64
    %r114 = arith.addi %a, %c : i8
    %k116 = arith.constant 0 : index
    memref.store %r114, %y[%k116] : memref<64xi8>
    %r115 = arith.muli %a, %c : i8
    %k117 = arith.constant 1 : index
    memref.store %r115, %y[%k117] : memref<64xi8>
    %r116 = arith.maxsi %a, %c : i8
    %k118 = arith.constant 2 : index
    memref.store %r116, %y[%k118] : memref<64xi8>
    %r117 = arith.maxui %a, %c : i8
    %k119 = arith.constant 3 : index
    memref.store %r117, %y[%k119] : memref<64xi8>
    %r118 = arith.shli %a, %c : i8
    %k120 = arith.constant 4 : index
    memref.store %r118, %y[%k120] : memref<64xi8>
    %r119 = arith.shrsi %a, %c : i8
    %k121 = arith.constant 5 : index
    memref.store %r119, %y[%k121] : memref<64xi8>
    %r120 = arith.shrui %a, %c : i8
    %k122 = arith.constant 6 : index
    memref.store %r120, %y[%k122] : memref<64xi8>
    %r121 = arith.divui %a, %c : i8
    %k123 = arith.constant 7 : index
    memref.store %r121, %y[%k123] : memref<64xi8>
    %r122 = math.ctlz %a : i8
    %k124 = arith.constant 8 : index
    memref.store %r122, %y[%k124] : memref<64xi8>
    %r123 = math.ctpop %a : i8
    %k125 = arith.constant 9 : index
    memref.store %r123, %y[%k125] : memref<64xi8>
    %wide = arith.extf %f : f16 to f32
    %sum = arith.addf %wide, %wide : f32
    %r124 = arith.truncf %sum : f32 to f16
    %k126 = arith.constant 0 : index
    memref.store %r124, %h[%k126] : memref<64xf16>
    %r125 = arith.truncf %g : f64 to f16
    %k127 = arith.constant 1 : index
    memref.store %r125, %h[%k127] : memref<64xf16>
    %bits = arith.bitcast %f : f16 to i16
    %r126 = arith.bitcast %bits : i16 to f16
    %k128 = arith.constant 2 : index
    memref.store %r126, %h[%k128] : memref<64xf16>
    %r127 = arith.extf %wide : f32 to f64
    %k129 = arith.constant 0 : index
    memref.store %r127, %e[%k129] : memref<64xf64>
    %r128 = arith.extf %f : f16 to f64
    %k130 = arith.constant 1 : index
    memref.store %r128, %e[%k130] : memref<64xf64>
    %r129 = arith.mulf %g, %tenth : f64
    %k131 = arith.constant 2 : index
    memref.store %r129, %e[%k131] : memref<64xf64>
    %r130 = math.sqrt %g : f64
    %k132 = arith.constant 3 : index
    memref.store %r130, %e[%k132] : memref<64xf64>
    %r131 = math.fma %g, %g, %tenth : f64
    %k133 = arith.constant 4 : index
    memref.store %r131, %e[%k133] : memref<64xf64>
    %r132 = arith.maximumf %g, %ninf : f64
    %k134 = arith.constant 5 : index
    memref.store %r132, %e[%k134] : memref<64xf64>
    %r133 = arith.uitofp %a : i8 to f64
    %k135 = arith.constant 6 : index
    memref.store %r133, %e[%k135] : memref<64xf64>
    %i = arith.cmpi ult, %a, %three : i8
    %r134 = arith.uitofp %i : i1 to f64
    %k136 = arith.constant 7 : index
    memref.store %r134, %e[%k136] : memref<64xf64>
    %r135 = arith.sitofp %i : i1 to f64
    %k137 = arith.constant 8 : index
    memref.store %r135, %e[%k137] : memref<64xf64>
    %r136 = arith.select %i, %g, %tenth : f64
    %k138 = arith.constant 9 : index
    memref.store %r136, %e[%k138] : memref<64xf64>
    gpu.return
  }
}
