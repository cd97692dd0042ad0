//===- description_test.cpp -----------------------------------------------===//

#include "description.h"

#include <gtest/gtest.h>

using namespace gradc::run;

TEST(Description, ReadsRangesAndRoles) {
  auto description = parseDescription(
      R"({"inputs": [{"name": "label", "range": [0, 10]}, {"name": "x"},
                     {"name": "y", "range": [0, 5, -100]}],
          "state": [{"name": "w", "role": "parameter"}]})");
  EXPECT_EQ(description.ranges.at("label").low, 0);
  EXPECT_EQ(description.ranges.at("label").high, 9);
  EXPECT_EQ(description.ranges.at("label").ignored, std::nullopt);
  EXPECT_EQ(description.ranges.at("y").ignored, -100);
  EXPECT_EQ(description.ranges.size(), 2u);
  EXPECT_EQ(description.roles.at("w"), "parameter");
}

TEST(Description, LeavesOutWhatItDoesNotKnow) {
  for (const char *text :
       {"", "{", "[]", "{\"inputs\": 3}", "{\"inputs\": [3, {\"name\": 1}]}",
        "{\"inputs\": [{\"name\": \"a\", \"range\": [0]}]}",
        "{\"inputs\": [{\"name\": \"a\", \"range\": [0, \"b\"]}]}",
        "{\"state\": [{\"name\": \"a\", \"role\": 7}]}"}) {
    auto description = parseDescription(text);
    EXPECT_TRUE(description.ranges.empty());
    EXPECT_TRUE(description.roles.empty());
  }
}
