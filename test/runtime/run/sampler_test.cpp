//===- sampler_test.cpp ---------------------------------------------------===//

#include "sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

using namespace gradc::run;

TEST(Sampler, SplitMix64HasItsPublishedOutputs) {
  // The first three of the generator seeded with 1234567.
  uint64_t state = 1234567, increment = 0x9E3779B97F4A7C15;
  EXPECT_EQ(splitmix64(state), 6457827717110365317u);
  EXPECT_EQ(splitmix64(state + increment), 3203168211198807973u);
  EXPECT_EQ(splitmix64(state + 2 * increment), 9817491932198370423u);
}

TEST(Sampler, TheOrderIsFixedForEver) {
  // A change of these numbers breaks every checkpoint's data order.
  EXPECT_EQ(epochOrder(0, 0, 10), epochOrder(0, 0, 10));
  auto order = epochOrder(42, 3, 8);
  std::vector<int64_t> expected = {0, 7, 6, 4, 2, 5, 1, 3};
  EXPECT_EQ(order, expected);
}

TEST(Sampler, AnEpochHasEachRowOnceInAnOrderOfItsOwn) {
  std::set<std::vector<int64_t>> orders;
  for (uint64_t seed = 0; seed < 3; ++seed)
    for (uint64_t epoch = 0; epoch < 3; ++epoch) {
      auto order = epochOrder(seed, epoch, 100);
      orders.insert(order);
      std::sort(order.begin(), order.end());
      std::vector<int64_t> all(100);
      std::iota(all.begin(), all.end(), int64_t(0));
      EXPECT_EQ(order, all);
    }
  EXPECT_EQ(orders.size(), 9u);
}

TEST(Sampler, EveryPermutationIsAsLikely) {
  std::vector<int> count(6, 0);
  for (uint64_t epoch = 0; epoch < 6000; ++epoch) {
    auto order = epochOrder(1, epoch, 3);
    ++count[static_cast<size_t>(order[0] * 2 + (order[1] > order[2]))];
  }
  for (int n : count)
    EXPECT_NEAR(n, 1000, 150);
}

TEST(Sampler, BatchesCoverEachEpochAndTheLastIsShort) {
  Sampler sampler(7, 10, 4);
  EXPECT_EQ(sampler.stepsPerEpoch(), 3);
  std::vector<int64_t> seen, counts;
  for (int64_t step = 3; step < 6; ++step) {
    int64_t count = 0;
    const int64_t *rows = sampler.rowsOf(step, count);
    counts.push_back(count);
    seen.insert(seen.end(), rows, rows + count);
  }
  EXPECT_EQ(counts, (std::vector<int64_t>{4, 4, 2}));
  EXPECT_EQ(seen, epochOrder(7, 1, 10));
}

TEST(Sampler, AnyStepCanBeTheFirst) {
  Sampler straight(7, 10, 4);
  for (int64_t step = 0; step < 12; ++step) {
    Sampler resumed(7, 10, 4);
    int64_t a = 0, b = 0;
    const int64_t *rows = straight.rowsOf(step, a);
    const int64_t *again = resumed.rowsOf(step, b);
    EXPECT_EQ(std::vector<int64_t>(rows, rows + a),
              std::vector<int64_t>(again, again + b));
  }
}
