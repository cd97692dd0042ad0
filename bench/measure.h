//===- measure.h - Timing something many times ------------------*- C++ -*-===//

#ifndef GRADC_BENCH_MEASURE_H
#define GRADC_BENCH_MEASURE_H

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace gradc::bench {

/// Seconds that one run takes.
struct Times {
  double least = 0, median = 0;
};

inline double now() {
  std::chrono::duration<double> time =
      std::chrono::steady_clock::now().time_since_epoch();
  return time.count();
}

/// Times `run` for about `seconds`, in samples of as many runs as take 200
/// microseconds, so that the clock's own cost does not count.
template <typename Run>
Times measure(double seconds, Run run) {
  run();
  double start = now();
  run();
  double once = std::max(now() - start, 1e-9);
  int runs = std::max(1, int(200e-6 / once));
  std::vector<double> samples;
  double end = now() + seconds;
  do {
    double begin = now();
    for (int i = 0; i < runs; ++i)
      run();
    samples.push_back((now() - begin) / runs);
  } while (now() < end || samples.size() < 3);
  std::sort(samples.begin(), samples.end());
  return {samples.front(), samples[samples.size() / 2]};
}

} // namespace gradc::bench

#endif // GRADC_BENCH_MEASURE_H
