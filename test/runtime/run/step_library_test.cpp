//===- step_library_test.cpp ----------------------------------------------===//

#include "step_library.h"
#include "support.h"

using namespace gradc::run;

TEST(StepLibrary, SaysWhatTheModelHas) {
  StepLibrary library("train.so", "cpu", 1);
  EXPECT_EQ(library.entries(),
            (std::vector<std::string>{"init", "step", "eval"}));
  EXPECT_EQ(library.batch(), 4);
  auto inputs = library.inputs("step");
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].shape, (Shape{4, 2}));
  EXPECT_TRUE(inputs[1].batched);
  EXPECT_EQ(inputs[1].range->high, 2);
  EXPECT_TRUE(library.isWeight("w"));
  EXPECT_FALSE(library.isWeight("w.m"));
  EXPECT_TRUE(library.hasScalar("lr"));
  EXPECT_EQ(library.scalar("lr"), 0.125);
}

TEST(StepLibrary, StatusesBecomeFaultsWithTheirExitCode) {
  EXPECT_FAULT(StepLibrary("none.so", "cpu", 1), "none.so: cannot be opened");
  EXPECT_FAULT(StepLibrary("train.so", "tpu", 1), "no such device");
  StepLibrary library("train.so", "cpu", 1);
}
