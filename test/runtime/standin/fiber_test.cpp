//===- fiber_test.cpp - Several stacks on one thread ----------------------===//

#include "standin/fiber.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

using gradc::standin::Fiber;

namespace {

struct PingPong {
  Fiber host, fiber{64 << 10};
  std::vector<int> steps;
  double sum = 0;

  static void body(void *argument) {
    PingPong &self = *static_cast<PingPong *>(argument);
    double local = 0.5; // lives on the fiber's stack over switches
    for (int i = 0; i < 3; ++i) {
      self.steps.push_back(i);
      local += i;
      Fiber::switchTo(self.fiber, self.host);
    }
    self.sum = local;
    Fiber::switchTo(self.fiber, self.host, /*isLast=*/true);
  }
};

} // namespace

TEST(Fiber, continuesWhereItWas) {
  PingPong game;
  game.fiber.restart(PingPong::body, &game);
  for (int i = 0; i < 3; ++i) {
    game.steps.push_back(10 + i);
    Fiber::switchTo(game.host, game.fiber);
  }
  Fiber::switchTo(game.host, game.fiber);
  EXPECT_EQ(game.steps, (std::vector<int>{10, 0, 11, 1, 12, 2}));
  EXPECT_EQ(game.sum, 3.5);
}

TEST(Fiber, startsAnewFromAnyPlace) {
  PingPong game;
  for (int round = 0; round < 4; ++round) {
    game.steps.clear();
    game.fiber.restart(PingPong::body, &game);
    for (int i = 0; i < round; ++i)
      Fiber::switchTo(game.host, game.fiber);
    EXPECT_EQ(game.steps.size(), size_t(round));
  }
}

TEST(Fiber, stackIsAlignedForVectors) {
  // A call on a misaligned stack crashes where the compiler relies on it.
  struct Aligned {
    Fiber host, fiber{64 << 10};
    bool isAligned = false;
    static void body(void *argument) {
      Aligned &self = *static_cast<Aligned *>(argument);
      alignas(16) volatile char local[16] = {};
      self.isAligned = reinterpret_cast<uintptr_t>(&local[0]) % 16 == 0;
      Fiber::switchTo(self.fiber, self.host, /*isLast=*/true);
    }
  } test;
  test.fiber.restart(Aligned::body, &test);
  Fiber::switchTo(test.host, test.fiber);
  EXPECT_TRUE(test.isAligned);
}
