//===- arena_test.cpp - Offsets for values that come and go ---------------===//

#include "passes/schedule/Arena.h"

#include <ctime>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using gradc::schedule::Arena;

namespace {

constexpr int64_t kAlignment = 64;

int64_t aligned(int64_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

TEST(Arena, IsEmptyAtFirst) {
  Arena arena;
  EXPECT_EQ(arena.getBytes(), 0);
  EXPECT_EQ(arena.getLowerBound(), 0);
}

TEST(Arena, AlignsSizesAndOffsets) {
  Arena arena;
  EXPECT_EQ(arena.allocate(1), 0);
  EXPECT_EQ(arena.allocate(64), 64);
  EXPECT_EQ(arena.allocate(65), 128);
  EXPECT_EQ(arena.getBytes(), 256);
  EXPECT_EQ(arena.getLowerBound(), 256);
}

TEST(Arena, TakesNothingForNothing) {
  Arena arena;
  int64_t offset = arena.allocate(0);
  arena.release(offset, 0);
  EXPECT_EQ(arena.getBytes(), 0);
  EXPECT_EQ(arena.allocate(64), 0);
}

TEST(Arena, ReusesTheTightestHole) {
  Arena arena;
  int64_t wide = arena.allocate(512);
  arena.allocate(64);
  int64_t tight = arena.allocate(128);
  arena.allocate(64);
  arena.release(wide, 512);
  arena.release(tight, 128);
  EXPECT_EQ(arena.allocate(128), tight);
  EXPECT_EQ(arena.allocate(128), wide);
}

TEST(Arena, JoinsHoles) {
  Arena arena;
  int64_t a = arena.allocate(64), b = arena.allocate(64);
  int64_t c = arena.allocate(64);
  arena.allocate(64);
  arena.release(a, 64);
  arena.release(c, 64);
  arena.release(b, 64);
  EXPECT_EQ(arena.allocate(192), 0);
  EXPECT_EQ(arena.getBytes(), 256);
}

TEST(Arena, GrowsAHoleAtTheEnd) {
  Arena arena;
  arena.allocate(64);
  int64_t last = arena.allocate(64);
  arena.release(last, 64);
  EXPECT_EQ(arena.allocate(256), last);
  EXPECT_EQ(arena.getBytes(), 320);
}

TEST(Arena, BoundsFromBelowWhatHolesCost) {
  Arena arena;
  int64_t a = arena.allocate(64);
  arena.allocate(64);
  arena.release(a, 64);
  arena.allocate(128); // does not fit into the hole
  EXPECT_EQ(arena.getBytes(), 256);
  EXPECT_EQ(arena.getLowerBound(), 192);
}

/// A run of allocations and releases, checked against a map of every unit.
TEST(Arena, NeverOverlaps) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    struct Block {
      int64_t offset, bytes;
    };
    Arena arena;
    std::vector<Block> live;
    std::vector<bool> taken;
    int64_t liveBytes = 0, peak = 0;
    for (int i = 0; i < 2000; ++i) {
      if (!live.empty() && random() % 2) {
        size_t which = random() % live.size();
        Block block = live[which];
        live[which] = live.back();
        live.pop_back();
        arena.release(block.offset, block.bytes);
        for (int64_t unit = 0; unit < aligned(block.bytes) / kAlignment; ++unit)
          taken[block.offset / kAlignment + unit] = false;
        liveBytes -= aligned(block.bytes);
        continue;
      }
      int64_t bytes = 1 + random() % 4096;
      int64_t offset = arena.allocate(bytes);
      ASSERT_EQ(offset % kAlignment, 0);
      ASSERT_LE(offset + aligned(bytes), arena.getBytes());
      taken.resize(arena.getBytes() / kAlignment);
      for (int64_t unit = 0; unit < aligned(bytes) / kAlignment; ++unit) {
        ASSERT_FALSE(taken[offset / kAlignment + unit]);
        taken[offset / kAlignment + unit] = true;
      }
      live.push_back({offset, bytes});
      liveBytes += aligned(bytes);
      peak = std::max(peak, liveBytes);
    }
    EXPECT_EQ(arena.getLowerBound(), peak);
    EXPECT_GE(arena.getBytes(), peak);
  }
}

/// Seconds of this process for `blocks` blocks that are all alive, then
/// released, every other one first, so that as many holes are open as can be.
double timeHoles(int blocks) {
  std::clock_t start = std::clock();
  Arena arena;
  std::vector<int64_t> offsets;
  for (int i = 0; i < blocks; ++i)
    offsets.push_back(arena.allocate(64 * (1 + i % 16)));
  for (int first : {0, 1})
    for (int i = first; i < blocks; i += 2)
      arena.release(offsets[i], 64 * (1 + i % 16));
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Eight times the blocks would take 64 times as long if the time were
/// quadratic; log n and caches account for less than a third of that.
TEST(Arena, IsNotQuadratic) {
  timeHoles(20000);
  double few = timeHoles(20000), many = timeHoles(160000);
  EXPECT_LT(many, 20 * few + 0.05);
}

} // namespace
