//===- interpreter.h - Walks the schedule of an entry -----------*- C++ -*-===//
//
// The commands of a library are prepared once, when a step is opened: addresses
// are resolved, oneDNN's primitives made, ends of loops found. A run then costs
// some tens of nanoseconds a command besides the work itself, and allocates
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUNTIME_CORE_INTERPRETER_H
#define GRADC_RUNTIME_CORE_INTERPRETER_H

#include "core/matmul.h"
#include "core/parallel.h"
#include "core/status.h"
#include "core/workspace.h"
#include "gradc/library.h"

#include <vector>

namespace gradc {

class Program {
public:
  /// Prepares the commands of a validated library. `segments` are the addresses
  /// of its segments.
  void prepare(const gradc_library_t &library, const gradc_entry_desc_t &entry,
               const std::vector<char *> &segments, int threads, OneDnn &oneDnn,
               Workspace &workspace);

  /// Does them all.
  gradc_status_t run(ThreadPool &pool, const Workspace &workspace);

private:
  struct Command {
    uint16_t kind;
    bool moves; // inside a loop, with a view that has a stride
    uint32_t numAddresses;
    uint32_t firstAddress; // in `addresses`, `bases` and `strides`
    uint32_t end;          // LOOP, WAVE: the command after its last
    int64_t count;         // LAUNCH, WAVE: tasks; COPY: bytes; LOOP: turns
    int64_t firstTask;     // LAUNCH in a wave: what the ones before it have
    gradc_kernel_fn kernel;
    const int64_t *parameters;
    const Matmul *matmul;
  };

  gradc_status_t runRange(size_t begin, size_t end, int64_t turn,
                          ThreadPool &pool, const Workspace &workspace);
  /// The addresses of `command` in turn `turn` of its loop.
  void **argumentsOf(const Command &command, int64_t turn);
  void runWave(const Command &wave, const Command *launches, int64_t turn,
               ThreadPool &pool);

  std::vector<Command> commands;
  std::vector<Matmul> matmuls;
  std::vector<void *> addresses; // what the commands get, this turn
  std::vector<char *> bases;     // what they get in turn 0
  std::vector<int64_t> strides;
};

} // namespace gradc

#endif // GRADC_RUNTIME_CORE_INTERPRETER_H
