//===- sampler.cpp - The order in which a run sees its data ---------------===//

#include "sampler.h"

#include <algorithm>
#include <numeric>

namespace gradc::run {

namespace {

constexpr uint64_t increment = 0x9E3779B97F4A7C15;

} // namespace

uint64_t splitmix64(uint64_t x) {
  uint64_t z = x + increment;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

ShuffleStream::ShuffleStream(uint64_t seed, uint64_t epoch)
    : state(splitmix64(splitmix64(seed) + epoch)) {}

uint64_t ShuffleStream::next() {
  uint64_t value = splitmix64(state);
  state += increment;
  return value;
}

uint64_t ShuffleStream::below(uint64_t bound) {
  // The upper word of a 64 x 64 bit product, drawn again in the few cases
  // that would make some results likelier than others.
  unsigned __int128 product = static_cast<unsigned __int128>(next()) * bound;
  if (static_cast<uint64_t>(product) < bound) {
    uint64_t threshold = -bound % bound;
    while (static_cast<uint64_t>(product) < threshold)
      product = static_cast<unsigned __int128>(next()) * bound;
  }
  return static_cast<uint64_t>(product >> 64);
}

std::vector<int64_t> epochOrder(uint64_t seed, uint64_t epoch, int64_t rows) {
  std::vector<int64_t> order(static_cast<size_t>(rows));
  std::iota(order.begin(), order.end(), int64_t(0));
  ShuffleStream stream(seed, epoch);
  for (size_t last = order.size(); last > 1; --last)
    std::swap(order[last - 1], order[stream.below(last)]);
  return order;
}

Sampler::Sampler(uint64_t seed, int64_t rows, int64_t batch)
    : seed(seed), rows(rows), batch(batch), steps((rows + batch - 1) / batch) {}

const int64_t *Sampler::rowsOf(int64_t step, int64_t &count) {
  if (step / steps != epoch) {
    epoch = step / steps;
    order = epochOrder(seed, static_cast<uint64_t>(epoch), rows);
  }
  int64_t first = step % steps * batch;
  count = std::min(batch, rows - first);
  return order.data() + first;
}

} // namespace gradc::run
