//===- signals_test.cpp ---------------------------------------------------===//

#include "signals.h"

#include <csignal>
#include <gtest/gtest.h>

using namespace gradc::run;

TEST(Signals, TheFirstIsNotedAndTheSecondEnds) {
  catchSignals();
  EXPECT_EQ(caughtSignal(), 0);
  std::raise(SIGINT);
  EXPECT_EQ(caughtSignal(), SIGINT);
  EXPECT_EXIT(std::raise(SIGINT), testing::KilledBySignal(SIGINT), "");
  catchSignals();
  EXPECT_EQ(caughtSignal(), 0);
}
