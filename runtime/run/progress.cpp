//===- progress.cpp - What a person sees of a run -------------------------===//

#include "progress.h"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

namespace gradc::run {

namespace {

/// How often the line is renewed.
constexpr auto onTerminal = std::chrono::milliseconds(100);
constexpr auto elsewhere = std::chrono::seconds(10);

/// Columns of the terminal behind `out`, 80 if it does not say.
size_t columns(std::FILE *out) {
  winsize size = {};
  if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return 80;
}

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

const char *plural(int64_t count) { return count == 1 ? "" : "s"; }

} // namespace

std::string durationText(double seconds) {
  int64_t whole =
      std::isfinite(seconds) ? static_cast<int64_t>(std::llround(seconds)) : 0;
  if (whole >= 3600)
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60,
                       whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string metricsText(const Metrics &metrics) {
  std::string text;
  for (auto &[name, value] : metrics) {
    text += text.empty() ? "" : ", ";
    if (name.compare(0, 8, "accuracy") == 0)
      text += fmt::format("{} {:.2f} %", name, 100 * value);
    else
      text += fmt::format("{} {:.4g}", name, value);
  }
  return text;
}

void Progress::printLine(const std::string &line) {
  if (liveLine)
    std::fputs("\r\033[K", out);
  liveLine = false;
  std::fputs((line + "\n").c_str(), out);
  std::fflush(out);
}

void Progress::showLive(const std::string &line) {
  // A line that wraps could not be overwritten.
  std::fputs(("\r\033[K" + line.substr(0, columns(out) - 1)).c_str(), out);
  std::fflush(out);
  liveLine = true;
}

std::string Progress::epochText(int64_t epoch) const {
  int64_t epochs =
      (plan.totalSteps + plan.stepsPerEpoch - 1) / plan.stepsPerEpoch;
  return fmt::format("epoch {}/{}", epoch, epochs);
}

void Progress::begin(const RunPlan &newPlan) {
  plan = newPlan;
  started = epochStarted = shown = Clock::now();
  if (plan.totalSteps <= plan.firstStep)
    return;
  printLine(fmt::format("{}: {} row{} in batches of {}, {} step{} an epoch, "
                        "{} step{} in all, seed {}",
                        plan.library, plan.rows, plural(plan.rows), plan.batch,
                        plan.stepsPerEpoch, plural(plan.stepsPerEpoch),
                        plan.totalSteps, plural(plan.totalSteps), plan.seed));
  if (!plan.resumedFrom.empty())
    printLine(fmt::format("going on after step {} from {}", plan.firstStep,
                          plan.resumedFrom));
}

void Progress::step(const StepReport &report) {
  if (std::isfinite(report.loss))
    sums.add("loss", report.loss * static_cast<double>(report.rows),
             static_cast<double>(report.rows));
  for (const StepReport::Metric &metric : report.metrics)
    sums.add(metric.name, metric.sum, metric.count);
  lastStep = report.step;
  if (Clock::now() - shown <
      (isTerminal ? Clock::duration(onTerminal) : Clock::duration(elsewhere)))
    return;
  shown = Clock::now();
  double left = secondsSince(started) /
                static_cast<double>(report.step - plan.firstStep) *
                static_cast<double>(plan.totalSteps - report.step);
  std::string line =
      fmt::format("{}  step {}/{}  {}  {:.0f} examples/s",
                  epochText(report.epoch), report.step, plan.totalSteps,
                  metricsText(sums.means()), report.examplesPerSecond);
  if (report.lr)
    line += fmt::format("  lr {:.3g}", *report.lr);
  if (report.skipped)
    line += fmt::format("  {} skipped", report.skipped);
  line += fmt::format("  {} left", durationText(left));
  if (isTerminal)
    showLive(line);
  else
    printLine(line);
}

void Progress::evaluation(const EvalReport &report) {
  evaluated = report.metrics;
  evaluatedAt = report.step;
  // At an epoch's end the epoch's line has it.
  if (plan.totalSteps <= plan.firstStep || report.step % plan.stepsPerEpoch)
    printLine(fmt::format("step {}  eval: {}", report.step,
                          metricsText(report.metrics)));
}

void Progress::epochEnd(int64_t epoch) {
  std::string line =
      fmt::format("{}  train: {}", epochText(epoch), metricsText(sums.means()));
  if (evaluatedAt == lastStep)
    line += fmt::format("  eval: {}", metricsText(evaluated));
  printLine(line + fmt::format("  {:.1f} s", secondsSince(epochStarted)));
  sums.clear();
  epochStarted = Clock::now();
}

void Progress::end(const RunSummary &summary) {
  int64_t done = summary.steps - plan.firstStep;
  if (done > 0)
    printLine(fmt::format(
        "{}: {} step{} in {:.1f} s, {:.0f} examples/s{}",
        summary.finished ? "done" : "stopped", done, plural(done),
        summary.seconds, summary.examplesPerSecond,
        summary.skipped ? fmt::format(", {} skipped", summary.skipped) : ""));
  else if (summary.finished && plan.totalSteps > 0)
    printLine(fmt::format("all {} steps were done before", summary.steps));
  if (!summary.checkpoint.empty())
    printLine(fmt::format("checkpoint: {}", summary.checkpoint));
  if (summary.finished)
    for (const std::string &line : advice)
      printLine(line);
}

} // namespace gradc::run
