//===- sampler.h - The order in which a run sees its data -------*- C++ -*-===//
//
// The order of an epoch is a function of the seed, the epoch's number and the
// number of rows, so a run resumed at any step, on any machine, goes on with
// the rows it would have seen. docs/gradc-run.md states the algorithm.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUN_SAMPLER_H
#define GRADC_RUN_SAMPLER_H

#include <cstdint>
#include <vector>

namespace gradc::run {

/// One output of the SplitMix64 generator whose state is `x`.
uint64_t splitmix64(uint64_t x);

/// A stream of SplitMix64 outputs, begun from a seed and an epoch.
class ShuffleStream {
public:
  ShuffleStream(uint64_t seed, uint64_t epoch);
  uint64_t next();
  /// An unbiased number in [0, bound); bound > 0.
  uint64_t below(uint64_t bound);

private:
  uint64_t state;
};

/// A permutation of 0 … rows - 1: Fisher and Yates' shuffle from the back.
std::vector<int64_t> epochOrder(uint64_t seed, uint64_t epoch, int64_t rows);

/// Walks the batches of a run. Step s (from 0) is batch s mod stepsPerEpoch of
/// epoch s / stepsPerEpoch; the last batch of an epoch may be short.
class Sampler {
public:
  Sampler(uint64_t seed, int64_t rows, int64_t batch);

  int64_t stepsPerEpoch() const { return steps; }
  /// The rows of step `step`, valid until the next call.
  const int64_t *rowsOf(int64_t step, int64_t &count);

private:
  uint64_t seed;
  int64_t rows, batch, steps;
  int64_t epoch = -1; ///< that `order` belongs to
  std::vector<int64_t> order;
};

} // namespace gradc::run

#endif // GRADC_RUN_SAMPLER_H
