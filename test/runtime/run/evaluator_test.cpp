//===- evaluator_test.cpp -------------------------------------------------===//

#include "evaluator.h"
#include "signals.h"
#include "tool.h"

#include <csignal>

using namespace gradc::run;

namespace {

using EvaluatorTest = ToolTest;

} // namespace

TEST_F(EvaluatorTest, WantsTheEntryAndStopsAtASignal) {
  StepLibrary grad("grad.so", "cpu", 1), library("train.so", "cpu", 1);
  DataOptions files{{"x", folder / "x.npy"}, {"label", folder / "label.npy"}};
  EXPECT_FAULT(Evaluator(grad, files), "has no entry 'eval'");
  library.init(0);
  Evaluator evaluator(library, files);
  EXPECT_EQ(*evaluator.evaluate(), (Metrics{{"loss", 1.5}, {"accuracy", 0.4}}));
  catchSignals();
  std::raise(SIGINT);
  EXPECT_EQ(evaluator.evaluate(), std::nullopt);
  catchSignals();
}
