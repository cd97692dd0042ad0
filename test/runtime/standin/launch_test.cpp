//===- launch_test.cpp - A kernel's launch on the host --------------------===//

#include "support.h"

using namespace gradc::standin;

static __global__ void record(unsigned *out, unsigned *order,
                              unsigned *numStarted) {
  unsigned block =
      (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  ++out[block * threads + thread];
  if (thread == 0)
    order[block] = (*numStarted)++;
}

TEST(Launch, everyThreadOfEveryBlockRunsOnce) {
  for (bool isAlone : {false, true}) {
    std::vector<unsigned> out(24 * 64), order(24);
    unsigned numStarted = 0;
    With with;
    with.isAlone = isAlone;
    ASSERT_EQ(launch<record>(dim3(2, 3, 4), dim3(4, 8, 2), with, out.data(),
                             order.data(), &numStarted),
              "");
    EXPECT_EQ(out, std::vector<unsigned>(24 * 64, 1));
    for (unsigned i = 0; i < 24; ++i)
      EXPECT_EQ(order[i], i);
  }
}

TEST(Launch, aSeedShufflesBlocks) {
  std::vector<unsigned> out(24 * 32), order(24), other(24);
  unsigned numStarted = 0;
  With with;
  with.seed = 1;
  ASSERT_EQ(launch<record>(24, 32, with, out.data(), order.data(), &numStarted),
            "");
  numStarted = 0;
  with.seed = 2;
  ASSERT_EQ(launch<record>(24, 32, with, out.data(), other.data(), &numStarted),
            "");
  EXPECT_NE(order, other);
}

TEST(Launch, sizesThatNoGpuTakes) {
  unsigned *none = nullptr;
  expectSays(launch<record>(1, 100, {}, none, none, none),
             {"a block of 100 threads", "whole warps"});
  expectSays(launch<record>(1, 2048, {}, none, none, none),
             {"a block of 2048 threads"});
  expectSays(launch<record>(0, 32, {}, none, none, none),
             {"a grid of 0 x 1 x 1"});
  expectSays(launch<record>(dim3(1, 65536), 32, {}, none, none, none),
             {"a grid of 1 x 65536 x 1"});
}

TEST(Launch, argumentsAreGivenByAddress) {
  EXPECT_EQ(kernelOf<record>.num_parameters, 3u);
}
