//===- match_test.cpp -----------------------------------------------------===//

#include "match.h"

#include <gtest/gtest.h>

using namespace gradc::run;

TEST(Match, SaysNothingWhenAllFits) {
  EXPECT_EQ(
      mismatch({{"a", DType::F32, {2}}}, {{"a", {DType::F32, {2}, {}}}}, true),
      "");
  EXPECT_EQ(
      mismatch({{"a", DType::F32, {2}}}, {{"a", {DType::F16, {2}, {}}}}, false),
      "");
}

TEST(Match, ListsEveryKindOfDifferenceAndCutsLongLists) {
  EXPECT_EQ(mismatch({{"a", DType::F32, {2}}, {"b", DType::F32, {}}},
                     {{"a", {DType::F16, {2}, {}}}, {"c", {}}}, true),
            "it lacks b; it has c, which the model has not; a is f16, expected "
            "f32");
  std::vector<TensorPlan> many;
  for (int i = 0; i < 9; ++i)
    many.push_back({"p" + std::to_string(i), DType::F32, {}});
  EXPECT_EQ(mismatch(many, {}, true), "it lacks p0, p1, p2, p3, p4 and 4 more");
}
