//===- instrumentation_test.cpp - What kernels tell of their accesses -----===//

#include "support.h"

using namespace gradc::standin;

// As a compiler's instrumentation calls them.
extern "C" void __tsan_read4(void *);
extern "C" void __tsan_write4(void *);
extern "C" void __tsan_read_range(void *, size_t);

static __global__ void rotate(float *x, float *y, bool hasBarrier) {
  GRADC_SHARED(float, tile, 64);
  __tsan_write4(&tile[threadIdx.x]);
  tile[threadIdx.x] = x[threadIdx.x];
  if (hasBarrier)
    __syncthreads();
  __tsan_read4(&tile[(threadIdx.x + 32) % 64]);
  y[threadIdx.x] = tile[(threadIdx.x + 32) % 64];
}

static __global__ void sameWord(float *y) {
  __tsan_write4(y);
  *y = 1;
}

static __global__ void readAll(float *x) { __tsan_read_range(x, 256); }

TEST(Instrumentation, aMissingBarrierIsARace) {
  float x[64] = {}, y[64] = {};
  With with;
  with.watchesRaces = true;
  EXPECT_EQ(launch<rotate>(2, 64, with, &x[0], &y[0], true), "");
  expectSays(launch<rotate>(2, 64, with, &x[0], &y[0], false),
             {"nobody has written", "@0x"});
  with.watchesRaces = false;
  EXPECT_EQ(launch<rotate>(2, 64, with, &x[0], &y[0], false), "");
}

TEST(Instrumentation, blocksThatWriteOneElementRace) {
  float y = 0;
  With with;
  with.watchesRaces = true;
  with.isAlone = true;
  with.operands = {{&y, sizeof y, sizeof y}};
  expectSays(launch<sameWord>(2, 32, with, &y), {"two writes", "block 0"});
}

TEST(Instrumentation, readersDoNotRace) {
  float x[64] = {};
  With with;
  with.watchesRaces = true;
  with.operands = {{x, sizeof x, sizeof(float)}};
  EXPECT_EQ(launch<readAll>(2, 32, with, &x[0]), "");
}
