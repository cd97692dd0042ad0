//===- json_log.cpp - One JSON object a line ------------------------------===//

#include "json_log.h"
#include "fault.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace gradc::run {

namespace {

using Json = nlohmann::ordered_json;

std::string text(const Json &json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

JsonLog::~JsonLog() {
  if (owned)
    std::fclose(out);
}

void JsonLog::print(const std::string &line) {
  std::fputs(line.c_str(), out);
  std::fputc('\n', out);
  // A reader on a pipe is never far behind, and quick steps are not slowed.
  auto now = std::chrono::steady_clock::now();
  if (now - flushed > std::chrono::milliseconds(50)) {
    std::fflush(out);
    flushed = now;
  }
}

void JsonLog::step(const StepReport &report) {
  Json json = {{"step", report.step}, {"loss", report.loss}};
  if (report.lr)
    json["lr"] = *report.lr;
  for (const StepReport::Metric &metric : report.metrics)
    json[metric.name] = metric.sum / metric.count;
  json["epoch"] = report.epoch;
  json["rows"] = report.rows;
  json["skipped"] = report.skipped;
  json["examples_per_second"] = std::round(report.examplesPerSecond);
  print(text(json));
}

void JsonLog::evaluation(const EvalReport &report) {
  Json values = Json::object();
  for (auto &[name, value] : report.metrics)
    values[name] = value;
  print(
      text({{"eval", values}, {"step", report.step}, {"epoch", report.epoch}}));
  std::fflush(out);
}

void JsonLog::end(const RunSummary &summary) {
  Json json = {{"done", summary.finished},
               {"steps", summary.steps},
               {"seconds", summary.seconds},
               {"examples_per_second", summary.examplesPerSecond},
               {"skipped", summary.skipped}};
  if (!summary.checkpoint.empty())
    json["checkpoint"] = summary.checkpoint;
  print(text(json));
  if ((std::fflush(out) != 0 || std::ferror(out) != 0) && owned)
    machineFault("log.jsonl could not be written to the end");
}

std::unique_ptr<JsonLog> openLog(const std::string &folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::string path = (std::filesystem::path(folder) / "log.jsonl").string();
  std::FILE *file = std::fopen(path.c_str(), "a");
  if (!file)
    machineFault("--log-dir {}: {} cannot be written: {}", folder, path,
                 std::strerror(errno));
  return std::make_unique<JsonLog>(file, true);
}

} // namespace gradc::run
