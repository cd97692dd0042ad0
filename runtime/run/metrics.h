//===- metrics.h - Means over many batches ----------------------*- C++ -*-===//

#ifndef GRADC_RUN_METRICS_H
#define GRADC_RUN_METRICS_H

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gradc::run {

/// Values by name, in the order of the model.
using Metrics = std::vector<std::pair<std::string, double>>;

/// Adds up (sum, count) pairs by name. The mean over all batches is exact
/// whatever the batches' sizes.
class MetricSums {
public:
  void add(const std::string &name, double sum, double count) {
    for (Entry &entry : entries)
      if (entry.name == name) {
        entry.sum += sum;
        entry.count += count;
        return;
      }
    entries.push_back({name, sum, count});
  }

  /// The means; NaN where nothing was counted.
  Metrics means() const {
    Metrics metrics;
    for (const Entry &entry : entries)
      metrics.emplace_back(entry.name, entry.sum / entry.count);
    return metrics;
  }

  void clear() { entries.clear(); }

private:
  struct Entry {
    std::string name;
    double sum, count;
  };
  std::vector<Entry> entries;
};

} // namespace gradc::run

#endif // GRADC_RUN_METRICS_H
