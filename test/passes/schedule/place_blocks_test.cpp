//===- place_blocks_test.cpp - Offsets for blocks of known lives ----------===//

#include "passes/schedule/PlaceBlocks.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace gradc::schedule;

namespace {

int64_t aligned(int64_t bytes) { return (bytes + 63) / 64 * 64; }

/// Every pair that lives at one time lies apart, inside what is taken.
void expectSound(const std::vector<Lifetime> &blocks,
                 const Placement &placement) {
  ASSERT_EQ(placement.offsets.size(), blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    int64_t begin = placement.offsets[i], end = begin + blocks[i].bytes;
    ASSERT_EQ(begin % 64, 0);
    ASSERT_LE(end, placement.bytes);
    for (size_t j = 0; j < i; ++j) {
      if (blocks[i].last < blocks[j].first || blocks[j].last < blocks[i].first)
        continue;
      int64_t other = placement.offsets[j];
      ASSERT_TRUE(end <= other || other + blocks[j].bytes <= begin ||
                  blocks[i].bytes == 0 || blocks[j].bytes == 0)
          << i << " over " << j;
    }
  }
}

TEST(PlaceBlocks, TakesNothingForNothing) {
  EXPECT_EQ(placeBlocks({}).bytes, 0);
  Lifetime empty{0, 1, 2};
  EXPECT_EQ(placeBlocks(empty).bytes, 0);
}

TEST(PlaceBlocks, UsesPlacesAgain) {
  std::vector<Lifetime> blocks = {{64, 1, 2}, {64, 2, 3}, {64, 3, 4}};
  Placement placement = placeBlocks(blocks);
  expectSound(blocks, placement);
  EXPECT_EQ(placement.bytes, 128);
}

/// In the order of time the early small block leaves a hole that the large one
/// does not fit into.
TEST(PlaceBlocks, LeavesNoHoleForTheLargest) {
  std::vector<Lifetime> blocks = {{64, 1, 1}, {64, 1, 3}, {128, 2, 3}};
  Placement placement = placeBlocks(blocks);
  expectSound(blocks, placement);
  EXPECT_EQ(placement.bytes, 192);
  EXPECT_EQ(placement.lowerBound, 192);
}

TEST(PlaceBlocks, IsSoundAndNearTheBound) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<Lifetime> blocks;
    for (unsigned time = 1; time < 200; ++time)
      for (unsigned i = 0; i < random() % 3; ++i)
        blocks.push_back(
            {int64_t(random() % 5000), time, time + unsigned(random() % 30)});
    Placement placement = placeBlocks(blocks);
    expectSound(blocks, placement);
    int64_t most = 0;
    for (unsigned time = 1; time < 240; ++time) {
      int64_t live = 0;
      for (const Lifetime &block : blocks)
        if (block.first <= time && time <= block.last)
          live += aligned(block.bytes);
      most = std::max(most, live);
    }
    EXPECT_EQ(placement.lowerBound, most);
    EXPECT_LE(placement.bytes, 1.15 * most);
  }
}

/// Too many for pairs: still sound.
TEST(PlaceBlocks, PlacesManyInTime) {
  std::vector<Lifetime> blocks;
  for (unsigned i = 0; i < 6000; ++i)
    blocks.push_back({int64_t(64 * (1 + i % 7)), i, i + i % 5});
  expectSound(blocks, placeBlocks(blocks));
}

} // namespace
