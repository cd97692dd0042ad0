//===- json_log.h - One JSON object a line ----------------------*- C++ -*-===//
//
// What --json prints and --log-dir keeps; docs/gradc-run.md has the fields.
// Numbers have as many digits as it takes to read the same number back; what is
// not finite is null.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUN_JSON_LOG_H
#define GRADC_RUN_JSON_LOG_H

#include "observer.h"

#include <chrono>
#include <cstdio>

namespace gradc::run {

class JsonLog : public RunObserver {
public:
  /// Writes to `out`, which is closed in the end if `owned`.
  JsonLog(std::FILE *out, bool owned) : out(out), owned(owned) {}
  ~JsonLog() override;

  void begin(const RunPlan &plan) override {}
  void step(const StepReport &report) override;
  void evaluation(const EvalReport &report) override;
  void epochEnd(int64_t epoch) override {}
  void end(const RunSummary &summary) override;

private:
  void print(const std::string &line);

  std::FILE *out;
  bool owned;
  std::chrono::steady_clock::time_point flushed = {};
};

/// The log `folder`/log.jsonl, appended to; the folder is made if need be.
std::unique_ptr<JsonLog> openLog(const std::string &folder);

} // namespace gradc::run

#endif // GRADC_RUN_JSON_LOG_H
