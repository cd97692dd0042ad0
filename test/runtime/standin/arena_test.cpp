//===- arena_test.cpp - Memory of which a kernel may touch a part ---------===//

#include "standin/arena.h"
#include "support.h"

using namespace gradc::standin;

static __global__ void addOne(float *x) { x[threadIdx.x] += 1; }

TEST(Arena, operandsLieInside) {
  alignas(64) float memory[128] = {}, elsewhere[32] = {};
  Arena arena(memory, sizeof memory);
  Launch launch;
  launch.kernel = &kernelOf<addOne>;
  launch.grid = {1, 1, 1};
  launch.block = {32, 1, 1};

  float *x = memory + 64;
  void *parameters[] = {&x};
  launch.parameters = parameters;
  launch.operands = {{x, 128, 4}};
  EXPECT_EQ(arena.run(launch), "");
  EXPECT_EQ(memory[63], 0);
  EXPECT_EQ(memory[64], 1);
  EXPECT_EQ(memory[95], 1);
  EXPECT_EQ(memory[96], 0);

  launch.operands = {{elsewhere, 128, 4}};
  expectSays(arena.run(launch), {"outside of the arena"});
  launch.operands = {{memory + 100, 128, 4}};
  expectSays(arena.run(launch), {"outside of the arena"});
}
