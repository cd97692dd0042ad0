//===- progress_test.cpp --------------------------------------------------===//

#include "progress.h"

#include <gtest/gtest.h>

using namespace gradc::run;

TEST(Progress, DurationsAndMetricsReadWell) {
  EXPECT_EQ(durationText(0.4), "0:00");
  EXPECT_EQ(durationText(41), "0:41");
  EXPECT_EQ(durationText(725), "12:05");
  EXPECT_EQ(durationText(3723), "1:02:03");
  EXPECT_EQ(metricsText({{"loss", 0.44018}, {"accuracy", 0.84314}}),
            "loss 0.4402, accuracy 84.31 %");
}

TEST(Progress, ATerminalsLineIsOverwritten) {
  char *text = nullptr;
  size_t size = 0;
  std::FILE *out = open_memstream(&text, &size);
  Progress progress(out, /*isTerminal=*/true, {"advice"});
  progress.begin({"m.so", 100, 10, 0, 20, 10, 0, ""});
  // The line is renewed ten times a second.
  StepReport report{5, 1, 10, 0.5, {{"accuracy", 9, 10}}, 0.01, false, 0, 1000};
  timespec pause{0, 120'000'000};
  nanosleep(&pause, nullptr);
  progress.step(report);
  progress.epochEnd(1);
  progress.end({true, 20, 0, 1.0, 1000, "c.safetensors"});
  std::fclose(out);
  std::string all(text, size);
  free(text);
  EXPECT_NE(
      all.find("\r\033[Kepoch 1/2  step 5/20  loss 0.5, accuracy 90.00 %"),
      std::string::npos)
      << all;
  EXPECT_NE(all.find("\r\033[Kepoch 1/2  train: loss 0.5"), std::string::npos)
      << all;
  EXPECT_NE(all.find("checkpoint: c.safetensors\nadvice\n"), std::string::npos)
      << all;
}
