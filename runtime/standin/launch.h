//===- launch.h - A kernel's launch on the host -----------------*- C++ -*-===//

#ifndef GRADC_RUNTIME_STANDIN_LAUNCH_H
#define GRADC_RUNTIME_STANDIN_LAUNCH_H

#include "standin/device/interface.h"

#include <string>
#include <vector>

namespace gradc::standin {

/// Memory that a kernel may touch.
struct Operand {
  void *data;
  size_t bytes;
  size_t elementBytes; // what no two threads share
};

struct Launch {
  const gradc_standin_kernel_t *kernel;
  gradc_standin_size_t grid, block;
  void *const *parameters; // addresses of the arguments
  std::vector<Operand> operands;
  bool isAlone = false;      // no thread meets another: a plain loop
  uint32_t seed = 0;         // of the order of blocks and turns; 0: as numbered
  bool watchesRaces = false; // for kernels made with -fsanitize=thread
};

/// Runs all blocks, one after another. Returns the empty string, or in a
/// sentence what the kernel did wrong.
std::string run(const Launch &launch);

} // namespace gradc::standin

#endif // GRADC_RUNTIME_STANDIN_LAUNCH_H
