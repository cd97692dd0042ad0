//===- thread_block_test.cpp - A block of threads that meet ---------------===//

#include "support.h"

#include <cmath>

using namespace gradc::standin;

//===----------------------------------------------------------------------===//
// Kernels of the kinds that gradc prints
//===----------------------------------------------------------------------===//

static __device__ float warpSum(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_xor_sync(0xffffffff, value, offset);
  return value;
}

/// One warp a row.
static __global__ void softmax(const float *x, float *y, int columns) {
  int lane = threadIdx.x % 32;
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  float max = -INFINITY;
  for (int i = lane; i < columns; i += 32)
    max = fmaxf(max, x[row * columns + i]);
  for (int offset = 16; offset > 0; offset /= 2)
    max = fmaxf(max, __shfl_xor_sync(0xffffffff, max, offset));
  float sum = 0;
  for (int i = lane; i < columns; i += 32)
    sum += expf(x[row * columns + i] - max);
  sum = warpSum(sum);
  for (int i = lane; i < columns; i += 32)
    y[row * columns + i] = expf(x[row * columns + i] - max) / sum;
}

/// One block a row.
static __global__ void centre(const float *x, float *y, int columns) {
  GRADC_SHARED(float, partial, 8);
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    sum += x[blockIdx.x * columns + i];
  sum = warpSum(sum);
  if (threadIdx.x % 32 == 0)
    partial[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = threadIdx.x < 8 ? partial[threadIdx.x] : 0;
  if (threadIdx.x < 32) {
    sum = warpSum(sum);
    if (threadIdx.x == 0)
      partial[0] = sum;
  }
  __syncthreads();
  float mean = partial[0] / columns;
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    y[blockIdx.x * columns + i] = x[blockIdx.x * columns + i] - mean;
}

/// 32 x 32 tiles by blocks of 32 x 8 threads.
static __global__ void transpose(const float *x, float *y, int rows,
                                 int columns) {
  GRADC_SHARED(float, tile, 32 * 33);
  for (unsigned i = threadIdx.y; i < 32; i += blockDim.y) {
    int row = blockIdx.y * 32 + i, column = blockIdx.x * 32 + threadIdx.x;
    if (row < rows && column < columns)
      tile[i * 33 + threadIdx.x] = x[row * columns + column];
  }
  __syncthreads();
  for (unsigned i = threadIdx.y; i < 32; i += blockDim.y) {
    int row = blockIdx.y * 32 + threadIdx.x, column = blockIdx.x * 32 + i;
    if (row < rows && column < columns)
      y[column * rows + row] = tile[threadIdx.x * 33 + i];
  }
}

static std::vector<float> numbers(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = float(i * 7919 % 1000) * 0.01f - 5;
  return values;
}

TEST(ThreadBlock, warpsFoldRows) {
  constexpr int rows = 12, columns = 77;
  std::vector<float> x = numbers(rows * columns), y(x.size(), NAN);
  for (uint32_t seed : {0, 1, 2}) {
    ASSERT_EQ(launch<softmax>(3, 128, seed, x.data(), y.data(), columns), "");
    for (int row = 0; row < rows; ++row) {
      double sum = 0, max = -1e9;
      for (int i = 0; i < columns; ++i)
        max = std::max<double>(max, x[row * columns + i]);
      for (int i = 0; i < columns; ++i)
        sum += std::exp(x[row * columns + i] - max);
      for (int i = 0; i < columns; ++i)
        EXPECT_NEAR(y[row * columns + i],
                    std::exp(x[row * columns + i] - max) / sum, 1e-6);
    }
  }
}

TEST(ThreadBlock, blocksFoldRows) {
  constexpr int rows = 5, columns = 1000;
  std::vector<float> x = numbers(rows * columns), first;
  for (uint32_t seed : {0, 1, 2, 3}) {
    std::vector<float> y(x.size(), NAN);
    ASSERT_EQ(launch<centre>(rows, 256, seed, x.data(), y.data(), columns), "");
    double sum = 0;
    for (float value : y)
      sum += value;
    EXPECT_NEAR(sum, 0, 0.05);
    if (seed == 0)
      first = y;
    EXPECT_EQ(y, first) << "turns changed the result";
  }
}

TEST(ThreadBlock, tilesAreTransposed) {
  constexpr int rows = 50, columns = 70;
  std::vector<float> x = numbers(rows * columns), y(x.size(), NAN);
  dim3 grid((columns + 31) / 32, (rows + 31) / 32);
  ASSERT_EQ(launch<transpose>(grid, dim3(32, 8), {}, x.data(), y.data(), rows,
                              columns),
            "");
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      ASSERT_EQ(y[j * rows + i], x[i * columns + j]);
}

static __global__ void lanes(unsigned *out) {
  unsigned lane = threadIdx.x % 32, all = 0xffffffff;
  unsigned *mine = out + threadIdx.x * 5;
  mine[0] = __shfl_sync(all, lane, 3);
  mine[1] = __shfl_xor_sync(all, lane, 5);
  mine[2] = __shfl_down_sync(all, lane, 4);
  mine[3] = __shfl_up_sync(all, lane, 4);
  mine[4] = __ballot_sync(all, lane % 3 == 0);
}

TEST(ThreadBlock, shufflesMoveLanes) {
  std::vector<unsigned> out(64 * 5);
  ASSERT_EQ(launch<lanes>(1, 64, {}, out.data()), "");
  for (unsigned thread = 0; thread < 64; ++thread) {
    unsigned lane = thread % 32, *mine = &out[thread * 5];
    EXPECT_EQ(mine[0], 3u);
    EXPECT_EQ(mine[1], lane ^ 5);
    EXPECT_EQ(mine[2], lane < 28 ? lane + 4 : lane);
    EXPECT_EQ(mine[3], lane >= 4 ? lane - 4 : lane);
    EXPECT_EQ(mine[4], 0x49249249u);
  }
}

//===----------------------------------------------------------------------===//
// Threads that do not meet
//===----------------------------------------------------------------------===//

static __global__ void barriersApart() {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
}

static __global__ void someEnd() {
  if (threadIdx.x < 96)
    __syncthreads();
}

static __global__ void halfAWarp(int *out) {
  if (threadIdx.x < 16)
    out[threadIdx.x] = __shfl_xor_sync(0xffffffff, 1, 1);
}

static __global__ void partialMask(int *out) {
  out[threadIdx.x] = __shfl_xor_sync(0x0000ffff, 1, 1);
}

static __global__ void barrier() { __syncthreads(); }

static __global__ void warpSync() { __syncwarp(); }

TEST(ThreadBlock, divergenceIsSaid) {
  int out[128] = {};
  // Both barriers, by their lines.
  std::string error = launch<barriersApart>(2, 64, {});
  expectSays(error, {"k, block (0, 0, 0): ", "comes to the barrier",
                     "32 wait at the barrier", "thread_block_test.cpp:"});
  EXPECT_NE(error.find("thread_block_test.cpp:"),
            error.rfind("thread_block_test.cpp:"));
  expectSays(
      launch<someEnd>(1, 128, {}),
      {"wait for each other", "32 have ended", "96 wait at the barrier"});
  expectSays(launch<halfAWarp>(1, 32, {}, &out[0]),
             {"16 have ended", "16 wait at the warp operation"});
  expectSays(launch<partialMask>(1, 32, {}, &out[0]), {"not for all lanes"});
}

TEST(ThreadBlock, nosyncKernelsDoNotMeet) {
  With alone;
  alone.isAlone = true;
  expectSays(launch<barrier>(1, 32, alone), {"nosync", "barrier"});
  expectSays(launch<warpSync>(1, 32, alone), {"nosync", "warp operation"});
}

TEST(ThreadBlock, errorsLeaveNothingBehind) {
  std::vector<float> x = numbers(2000), y(x.size());
  for (int i = 0; i < 3; ++i) {
    EXPECT_NE(launch<barriersApart>(2, 64, {}), "");
    EXPECT_EQ(launch<centre>(2, 256, {}, x.data(), y.data(), 1000), "");
  }
}
