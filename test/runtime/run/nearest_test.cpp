//===- nearest_test.cpp ---------------------------------------------------===//

#include "nearest.h"

#include <gtest/gtest.h>

using namespace gradc::run;

TEST(Nearest, TakesTheFewestChanges) {
  EXPECT_EQ(nearest("lable", {"image", "label"}), "label");
  EXPECT_EQ(nearest("x", {}), "");
}

TEST(Nearest, HintsAtASlipAndListsOtherwise) {
  EXPECT_EQ(hintAmong("weigth_decay", {"lr", "weight_decay"}),
            "; did you mean 'weight_decay'?");
  EXPECT_EQ(hintAmong("momentum", {"lr", "eps"}), "; known are lr, eps");
  EXPECT_EQ(hintAmong("x", {}), "");
}
