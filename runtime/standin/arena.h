//===- arena.h - Memory of which a kernel may touch a part ------*- C++ -*-===//

#ifndef GRADC_RUNTIME_STANDIN_ARENA_H
#define GRADC_RUNTIME_STANDIN_ARENA_H

#include "standin/launch.h"

namespace gradc::standin {

/// One piece of memory that holds the operands of many kernels, as a planner
/// places them. Where the address sanitizer is part of the program, a kernel
/// that touches anything but its own operands is reported.
class Arena {
public:
  Arena(void *memory, size_t bytes);
  Arena(const Arena &) = delete;
  /// All of it may be touched again.
  ~Arena();

  /// Runs a launch whose operands lie in the arena. Afterwards all of the arena
  /// may be touched by the host.
  std::string run(const Launch &launch);

private:
  void *memory;
  size_t bytes;
};

} // namespace gradc::standin

#endif // GRADC_RUNTIME_STANDIN_ARENA_H
