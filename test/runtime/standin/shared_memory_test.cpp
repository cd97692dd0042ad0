//===- shared_memory_test.cpp - The shared arrays of a block --------------===//

#include "support.h"

#include <cmath>

using namespace gradc::standin;

static __global__ void poisoned(int *numNaN, size_t *addresses) {
  GRADC_SHARED(float, a, 40);
  GRADC_SHARED(double, b, 3);
  GRADC_SHARED(char, c, 5);
  if (threadIdx.x < 32)
    *numNaN += std::isnan(a[threadIdx.x]);
  if (threadIdx.x < 3)
    *numNaN += std::isnan(b[threadIdx.x]);
  __syncthreads();
  a[threadIdx.x % 40] = 1;
  b[threadIdx.x % 3] = 1;
  addresses[0] |= reinterpret_cast<size_t>(a) % 16;
  addresses[1] |= reinterpret_cast<size_t>(b) % 16;
  addresses[2] |= reinterpret_cast<size_t>(c) % 16;
  if (threadIdx.x == 0)
    addresses[3] = reinterpret_cast<size_t>(a);
  __syncthreads();
  addresses[4] += reinterpret_cast<size_t>(a) != addresses[3];
}

TEST(SharedMemory, isPoisonedForEveryBlock) {
  int numNaN = 0;
  size_t addresses[5] = {};
  ASSERT_EQ(launch<poisoned>(4, 64, {}, &numNaN, &addresses[0]), "");
  EXPECT_EQ(numNaN, 4 * 35);
  EXPECT_EQ(addresses[0] | addresses[1] | addresses[2], 0u);
  EXPECT_EQ(addresses[4], 0u) << "threads see different arrays";
}

static __global__ void tooMuch() {
  GRADC_SHARED(float, a, 8 << 10);
  GRADC_SHARED(float, b, 5 << 10);
  a[0] = b[0] = 1;
}

TEST(SharedMemory, aBlockHas48KiB) {
  expectSays(launch<tooMuch>(1, 32, {}),
             {"shared arrays up to b", "more than 49152 bytes"});
}
