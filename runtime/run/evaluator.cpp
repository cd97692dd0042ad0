//===- evaluator.cpp - Exact means over a data set ------------------------===//

#include "evaluator.h"
#include "fault.h"
#include "signals.h"

#include <algorithm>
#include <numeric>

namespace gradc::run {

namespace {

constexpr const char *entry = "eval";

StepLibrary &checked(StepLibrary &library) {
  if (!library.hasEntry(entry))
    inputFault("{}: has no entry 'eval', so --eval-data is of no use",
               library.path());
  return library;
}

} // namespace

Evaluator::Evaluator(StepLibrary &opened, const DataOptions &files)
    : library(checked(opened)), inputs(library.inputs(entry)),
      dataset(inputs, files, "--eval-data"), buffers(dataset.makeBuffers()),
      rows(static_cast<size_t>(dataset.rows())) {
  for (ResultInfo &result : library.results(entry))
    if (result.role == GRADC_ROLE_METRIC)
      metrics.push_back(std::move(result));
  std::iota(rows.begin(), rows.end(), int64_t(0));
}

std::optional<Metrics> Evaluator::evaluate() {
  MetricSums sums;
  int64_t batch = std::max<int64_t>(library.batch(), 1);
  bool isBatched = library.batch() > 0;
  for (int64_t first = 0; first < dataset.rows(); first += batch) {
    if (caughtSignal())
      return std::nullopt;
    int64_t count = std::min(batch, dataset.rows() - first);
    dataset.gather(rows.data() + first, count, buffers);
    library.run(entry, inputs, buffers, isBatched ? count : -1);
    for (const ResultInfo &metric : metrics) {
      auto pair = library.readNumbers(entry, metric);
      sums.add(metric.name, pair.at(0), pair.at(1));
    }
  }
  return sums.means();
}

} // namespace gradc::run
