//===- metrics_test.cpp ---------------------------------------------------===//

#include "metrics.h"

#include <gtest/gtest.h>

using namespace gradc::run;

TEST(MetricSums, TheMeanCountsEveryRowOnce) {
  MetricSums sums;
  sums.add("loss", 4, 4);
  sums.add("accuracy", 1, 4);
  sums.add("loss", 6, 1);
  EXPECT_EQ(sums.means(), (Metrics{{"loss", 2.0}, {"accuracy", 0.25}}));
  sums.add("empty", 0, 0);
  EXPECT_TRUE(std::isnan(sums.means()[2].second));
}
