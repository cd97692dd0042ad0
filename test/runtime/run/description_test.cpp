//===- description_test.cpp -----------------------------------------------===//

#include "description.h"

#include <gtest/gtest.h>

using namespace gradc::run;

TEST(Description, ReadsRangesAndRoles) {
  auto description = parseDescription(
      R"({"inputs": [{"name": "label", "range": [0, 10]}, {"name": "x"}],
          "state": [{"name": "w", "role": "parameter"}]})");
  EXPECT_EQ(description.ranges.at("label"),
            (std::pair<int64_t, int64_t>(0, 9)));
  EXPECT_EQ(description.ranges.size(), 1u);
  EXPECT_EQ(description.roles.at("w"), "parameter");
}

TEST(Description, LeavesOutWhatItDoesNotKnow) {
  for (const char *text :
       {"", "{", "[]", "{\"inputs\": 3}", "{\"inputs\": [3, {\"name\": 1}]}",
        "{\"inputs\": [{\"name\": \"a\", \"range\": [0]}]}",
        "{\"state\": [{\"name\": \"a\", \"role\": 7}]}"}) {
    auto description = parseDescription(text);
    EXPECT_TRUE(description.ranges.empty());
    EXPECT_TRUE(description.roles.empty());
  }
}
