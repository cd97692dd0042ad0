//===- json_log_test.cpp --------------------------------------------------===//

#include "json_log.h"
#include "support.h"

#include <limits>

using namespace gradc::run;

TEST(JsonLog, AppendsALineForEachEvent) {
  TemporaryFolder folder;
  for (int run = 0; run < 2; ++run) {
    auto log = openLog(folder / "new/logs");
    log->step({1,
               1,
               4,
               std::numeric_limits<double>::quiet_NaN(),
               {},
               0.5,
               true,
               1,
               99.6});
    log->evaluation({3, 1, {{"loss", 0.25}}});
    log->end({true, 3, 1, 2.0, 50, "c"});
  }
  std::string once =
      "{\"step\":1,\"loss\":null,\"lr\":0.5,\"epoch\":1,\"rows\":4,"
      "\"skipped\":1,\"examples_per_second\":100.0}\n"
      "{\"eval\":{\"loss\":0.25},\"step\":3,\"epoch\":1}\n"
      "{\"done\":true,\"steps\":3,\"seconds\":2.0,\"examples_per_second\":50.0,"
      "\"skipped\":1,\"checkpoint\":\"c\"}\n";
  EXPECT_EQ(readFile(folder / "new/logs/log.jsonl"), once + once);
}

TEST(JsonLog, AFolderThatCannotBeWrittenIsTheMachinesFault) {
  TemporaryFolder folder;
  writeFile(folder / "file", "");
  EXPECT_NE(faultOf([&] { openLog(folder / "file"); }, ExitMachine), "");
}
