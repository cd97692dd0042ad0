//===- support.h - Launching the kernels of a test --------------*- C++ -*-===//

#ifndef GRADC_TEST_STANDIN_SUPPORT_H
#define GRADC_TEST_STANDIN_SUPPORT_H

#include <gtest/gtest.h>

#include "standin/launch.h"
// Last: its macros are CUDA's words.
#include "standin/device/standin.h"

namespace gradc::standin {

template <auto kernel>
inline constexpr gradc_standin_kernel_t kernelOf = {
    "k", Entry<kernel>::call, Entry<kernel>::numParameters};

/// A launch that differs from the usual one.
struct With {
  With(uint32_t seed = 0) : seed(seed) {}

  uint32_t seed;
  bool isAlone = false, watchesRaces = false;
  std::vector<Operand> operands;
};

/// Runs `kernel`; returns what it did wrong.
template <auto kernel, typename... Arguments>
std::string launch(dim3 grid, dim3 block, With with, Arguments... arguments) {
  void *parameters[] = {&arguments..., nullptr};
  Launch launch;
  launch.kernel = &kernelOf<kernel>;
  launch.grid = {grid.x, grid.y, grid.z};
  launch.block = {block.x, block.y, block.z};
  launch.parameters = parameters;
  launch.operands = with.operands;
  launch.isAlone = with.isAlone;
  launch.seed = with.seed;
  launch.watchesRaces = with.watchesRaces;
  return run(launch);
}

inline void expectSays(const std::string &text,
                       std::initializer_list<const char *> words) {
  for (const char *word : words)
    EXPECT_NE(text.find(word), std::string::npos)
        << "'" << word << "' is not in: " << text;
}

} // namespace gradc::standin

#endif // GRADC_TEST_STANDIN_SUPPORT_H
