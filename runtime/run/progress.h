//===- progress.h - What a person sees of a run -----------------*- C++ -*-===//

#ifndef GRADC_RUN_PROGRESS_H
#define GRADC_RUN_PROGRESS_H

#include "observer.h"

#include <chrono>
#include <cstdio>

namespace gradc::run {

/// Prints a line that is kept up to date on a terminal, and now and then a line
/// elsewhere; a line for each epoch; a summary.
class Progress : public RunObserver {
public:
  /// `advice` is printed below the summary of a run that was finished.
  Progress(std::FILE *out, bool isTerminal, std::vector<std::string> advice)
      : out(out), isTerminal(isTerminal), advice(std::move(advice)) {}

  void begin(const RunPlan &plan) override;
  void step(const StepReport &report) override;
  void evaluation(const EvalReport &report) override;
  void epochEnd(int64_t epoch) override;
  void end(const RunSummary &summary) override;

private:
  using Clock = std::chrono::steady_clock;

  std::string epochText(int64_t epoch) const;
  void printLine(const std::string &line);
  void showLive(const std::string &line);

  std::FILE *out;
  bool isTerminal;
  std::vector<std::string> advice;
  RunPlan plan;
  MetricSums sums; ///< of the steps of this epoch
  Metrics evaluated;
  int64_t evaluatedAt = -1; ///< step
  Clock::time_point started, epochStarted, shown;
  int64_t lastStep = 0;
  bool liveLine = false; ///< the cursor stands in one
};

/// "0:41", "12:05", "1:02:03".
std::string durationText(double seconds);

/// "loss 0.4402, accuracy 84.31 %".
std::string metricsText(const Metrics &metrics);

} // namespace gradc::run

#endif // GRADC_RUN_PROGRESS_H
