// Kernels by hand of the kinds that gradc prints, and what can be wrong with them. A
// line `fault LAYER: TEXT` says that the layer has to report the kernel, with words
// that the regular expression TEXT finds; in the other layers it may or may not. A
// kernel without such a line is right, and no layer reports it.

constexpr unsigned kWarp = 0xffffffffu;

__device__ inline float warpSum(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_xor_sync(kWarp, value, offset);
  return value;
}

//===-- Right kernels ---------------------------------------------------------===//

// launch elementwise grid=2 block=64 args=f32[500]:in,f32[500]:out nosync
extern "C" __global__ void elementwise(const float *x, float *y) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i < 500) {
    float4 v = *reinterpret_cast<const float4 *>(x + i);
    v.x = v.x * 2, v.y = v.y * 2, v.z = v.z * 2, v.w = v.w * 2;
    *reinterpret_cast<float4 *>(y + i) = v;
  }
}

// Eight halves at once, by way of a vector of integers.
// launch halves grid=1 block=32 args=f16[256]:in,f16[256]:out nosync
extern "C" __global__ void halves(const __half *x, __half *y) {
  const int i = threadIdx.x * 8;
  uint4 packed = *reinterpret_cast<const uint4 *>(x + i);
  __half *values = reinterpret_cast<__half *>(&packed);
  for (int lane = 0; lane < 8; ++lane)
    values[lane] = __float2half_rn(__half2float(values[lane]) + 1.0f);
  *reinterpret_cast<uint4 *>(y + i) = packed;
}

// launch warp_rows grid=3 block=128 args=f32[12x77]:in,f32[12x77]:out
extern "C" __global__ void warp_rows(const float *x, float *y) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * 4 + threadIdx.x / 32;
  float sum = 0;
  for (int i = lane; i < 77; i += 32)
    sum += x[row * 77 + i];
  sum = warpSum(sum);
  for (int i = lane; i < 77; i += 32)
    y[row * 77 + i] = x[row * 77 + i] - sum;
}

// Each block several rows, one after another.
// launch block_rows grid=2 block=256 args=f32[6x1000]:in,f32[6x1000]:out
extern "C" __global__ void block_rows(const float *x, float *y) {
  GRADC_SHARED(float, partial, 8);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int row = blockIdx.x; row < 6; row += gridDim.x) {
    float sum = 0;
    for (int i = threadIdx.x; i < 1000; i += blockDim.x)
      sum += x[row * 1000 + i];
    sum = warpSum(sum);
    if (lane == 0)
      partial[warp] = sum;
    __syncthreads();
    sum = warpSum(lane < 8 ? partial[lane] : 0.0f);
    __syncthreads();
    for (int i = threadIdx.x; i < 1000; i += blockDim.x)
      y[row * 1000 + i] = x[row * 1000 + i] - sum;
  }
}

// Sums of columns: a part of the rows by each block, for the next kernel to fold.
// launch columns grid=4 block=64 args=f32[100x64]:in,f32[4x64]:out nosync
extern "C" __global__ void columns(const float *x, float *y) {
  float sum = 0;
  for (int row = blockIdx.x * 25; row < int(blockIdx.x + 1) * 25; ++row)
    sum += x[row * 64 + threadIdx.x];
  y[blockIdx.x * 64 + threadIdx.x] = sum;
}

// launch transpose grid=6 block=256 args=f32[50x70]:in,f32[70x50]:out
extern "C" __global__ void transpose(const float *x, float *y) {
  GRADC_SHARED(float, tile, 32 * 33);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int row = blockIdx.x / 3 * 32, column = blockIdx.x % 3 * 32;
  for (int i = warp; i < 32; i += 8)
    if (row + i < 50 && column + lane < 70)
      tile[i * 33 + lane] = x[(row + i) * 70 + column + lane];
  __syncthreads();
  for (int i = warp; i < 32; i += 8)
    if (row + lane < 50 && column + i < 70)
      y[(column + i) * 50 + row + lane] = tile[lane * 33 + i];
}

// Neighbours in a warp exchange by way of memory.
// launch warp_memory grid=1 block=64 args=f32[64]:in,f32[64]:out
extern "C" __global__ void warp_memory(const float *x, float *y) {
  GRADC_SHARED(float, tile, 64);
  tile[threadIdx.x] = x[threadIdx.x];
  __syncwarp();
  y[threadIdx.x] = tile[threadIdx.x ^ 1];
}

//===-- Memory ----------------------------------------------------------------===//

// One vector too many.
// launch out_of_bounds_read grid=1 block=32 args=f32[124]:in,f32[128]:out nosync
// fault address: use-after-poison
extern "C" __global__ void out_of_bounds_read(const float *x, float *y) {
  const int i = threadIdx.x * 4;
  *reinterpret_cast<float4 *>(y + i) = *reinterpret_cast<const float4 *>(x + i);
}

// launch out_of_bounds_write grid=1 block=32 args=f32[32]:in,f32[32]:out nosync
// fault address: use-after-poison
extern "C" __global__ void out_of_bounds_write(const float *x, float *y) {
  y[threadIdx.x + 1] = x[threadIdx.x];
}

// launch shared_too_small grid=1 block=64 args=f32[64]:in,f32[64]:out
// fault address: use-after-poison
extern "C" __global__ void shared_too_small(const float *x, float *y) {
  GRADC_SHARED(float, tile, 63);
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = tile[63 - threadIdx.x];
}

// launch registers_too_few grid=1 block=32 args=f32[32]:in,f32[32]:out nosync
// fault address: out of bounds
extern "C" __global__ void registers_too_few(const float *x, float *y) {
  float row[4] = {1, 2, 3, 4};
  y[threadIdx.x] = row[threadIdx.x / 4] + x[threadIdx.x];
}

// launch misaligned grid=1 block=32 args=f32[256]:in,f32[128]:out nosync
// fault address: misaligned address
extern "C" __global__ void misaligned(const float *x, float *y) {
  const int i = threadIdx.x * 4;
  *reinterpret_cast<float4 *>(y + i) = *reinterpret_cast<const float4 *>(x + 1 + i);
}

// One slot is never written.
// launch uninitialised grid=1 block=256 args=f32[256]:in,f32[32]:out
// fault race: reads shared memory that nobody has written
extern "C" __global__ void uninitialised(const float *x, float *y) {
  GRADC_SHARED(float, partial, 8);
  const float sum = warpSum(x[threadIdx.x]);
  if (threadIdx.x % 32 == 0 && threadIdx.x / 32 != 3)
    partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32)
    y[threadIdx.x] = partial[threadIdx.x % 8];
}

//===-- Meetings --------------------------------------------------------------===//

// launch missing_barrier grid=1 block=64 args=f32[64]:in,f32[64]:out
// fault race: not ordered|nobody has written
extern "C" __global__ void missing_barrier(const float *x, float *y) {
  GRADC_SHARED(float, tile, 64);
  tile[threadIdx.x] = x[threadIdx.x];
  y[threadIdx.x] = tile[63 - threadIdx.x];
  __syncthreads();
}

// The barrier at the end of a turn is missing: the next turn's writes may come before
// this one's reads.
// launch write_after_read grid=1 block=64 args=f32[4x64]:in,f32[4x64]:out
// fault race: a read and a write of one element are not ordered
extern "C" __global__ void write_after_read(const float *x, float *y) {
  GRADC_SHARED(float, tile, 64);
  for (int row = 0; row < 4; ++row) {
    tile[threadIdx.x] = x[row * 64 + threadIdx.x];
    __syncthreads();
    y[row * 64 + threadIdx.x] = tile[63 - threadIdx.x];
  }
}

// A shuffle between the accesses orders nothing.
// launch missing_warp_barrier grid=1 block=32 args=f32[32]:in,f32[32]:out
// fault race: a write and a read of one element are not ordered
extern "C" __global__ void missing_warp_barrier(const float *x, float *y) {
  GRADC_SHARED(float, tile, 32);
  tile[threadIdx.x] = x[threadIdx.x];
  const float zero = __shfl_sync(kWarp, 0.0f, 0);
  y[threadIdx.x] = tile[threadIdx.x ^ 1] + zero;
}

// All blocks write one element.
// launch blocks_race grid=4 block=32 args=f32[128]:in,f32[1]:out nosync
// fault race: two writes of one element are not ordered
extern "C" __global__ void blocks_race(const float *x, float *y) {
  if (threadIdx.x == 0)
    y[0] = x[blockIdx.x * 32];
}

// A sum over blocks that is not atomic.
// launch accumulates grid=4 block=32 args=f32[128]:in,f32[1]:out nosync
// fault race: not ordered
extern "C" __global__ void accumulates(const float *x, float *y) {
  if (threadIdx.x == 0)
    y[0] += x[blockIdx.x * 32];
}

// launch divergent_barrier grid=1 block=64 args=f32[64]:in,f32[64]:out
// fault plain: comes to the barrier kernels.cu:\d+ while \d+ wait at the barrier kernels.cu:\d+
extern "C" __global__ void divergent_barrier(const float *x, float *y) {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
  y[threadIdx.x] = x[threadIdx.x];
}

// launch barrier_of_some grid=1 block=64 args=f32[64]:in,f32[64]:out
// fault plain: 32 have ended, 32 wait at the barrier kernels.cu:\d+
extern "C" __global__ void barrier_of_some(const float *x, float *y) {
  y[threadIdx.x] = x[threadIdx.x];
  if (threadIdx.x < 32)
    __syncthreads();
}

// launch divergent_shuffle grid=1 block=32 args=f32[32]:in,f32[32]:out
// fault plain: wait at the warp operation kernels.cu:\d+
extern "C" __global__ void divergent_shuffle(const float *x, float *y) {
  float value = x[threadIdx.x];
  if (threadIdx.x < 20)
    value = __shfl_xor_sync(kWarp, value, 1);
  y[threadIdx.x] = value;
}

// launch not_so_alone grid=1 block=32 args=f32[32]:in,f32[32]:out nosync
// fault plain: marked nosync has the barrier
extern "C" __global__ void not_so_alone(const float *x, float *y) {
  __syncthreads();
  y[threadIdx.x] = x[threadIdx.x];
}
