//===- interpreter.cpp - Walks the schedule of an entry -------------------===//

#include "core/interpreter.h"
#include "core/sort.h"
#include "core/validate.h"

#include <algorithm>
#include <cstring>

namespace gradc {

static Epilogue epilogueOf(const gradc_library_t &library,
                           const gradc_command_t &matmul) {
  if (matmul.index == GRADC_NO_EPILOGUE)
    return {};
  return {library.kernels[matmul.index].function, matmul.num_views - 2};
}

void Program::prepare(const gradc_library_t &library,
                      const gradc_entry_desc_t &entry,
                      const std::vector<char *> &segments, int threads,
                      OneDnn &oneDnn, Workspace &workspace) {
  commands.reserve(entry.num_commands);
  matmuls.reserve(std::count_if( // their addresses are kept
      entry.commands, entry.commands + entry.num_commands,
      [](const auto &source) { return source.kind == GRADC_COMMAND_MATMUL; }));
  std::vector<uint32_t> loops;
  uint32_t wave = 0, waveEnd = 0; // the latest one and the command after it
  for (uint32_t i = 0; i < entry.num_commands; ++i) {
    const gradc_command_t &source = entry.commands[i];
    Command command = {};
    command.kind = source.kind;
    command.parameters = source.parameters;
    command.numAddresses = source.num_views;
    command.firstAddress = uint32_t(addresses.size());
    for (uint32_t j = 0; j < source.num_views; ++j) {
      const gradc_view_desc_t &view = library.views[source.views[j]];
      char *base = segments[view.segment] + view.offset;
      addresses.push_back(base);
      bases.push_back(base);
      strides.push_back(view.stride);
      command.moves |= !loops.empty() && view.stride != 0;
    }
    switch (source.kind) {
    case GRADC_COMMAND_LAUNCH:
      command.kernel = library.kernels[source.index].function;
      command.count = countTasks(library.kernels[source.index], source);
      if (source.num_parameters) {
        // Its extent is one more argument, and stays where it is.
        auto *extent =
            reinterpret_cast<char *>(const_cast<int64_t *>(source.parameters));
        addresses.push_back(extent);
        bases.push_back(extent);
        strides.push_back(0);
        ++command.numAddresses;
      }
      if (i < waveEnd) {
        command.firstTask = commands[wave].count;
        commands[wave].count += command.count;
      }
      break;
    case GRADC_COMMAND_WAVE:
      wave = i;
      waveEnd = i + 1 + uint32_t(source.parameters[0]);
      command.end = waveEnd;
      break;
    case GRADC_COMMAND_MATMUL:
      matmuls.emplace_back();
      matmuls.back().create(source.parameters, epilogueOf(library, source),
                            threads, oneDnn, workspace);
      command.matmul = &matmuls.back();
      break;
    case GRADC_COMMAND_SORT:
      prepareSort(source.parameters, workspace);
      break;
    case GRADC_COMMAND_COPY:
      command.count = int64_t(library.views[source.views[0]].bytes);
      break;
    case GRADC_COMMAND_LOOP:
      command.count = source.parameters[0];
      loops.push_back(i);
      break;
    case GRADC_COMMAND_END:
      commands[loops.back()].end = i + 1;
      loops.pop_back();
      break;
    default: // events: one stream runs in order, there is nothing to wait for
      break;
    }
    commands.push_back(command);
  }
}

gradc_status_t Program::run(ThreadPool &pool, const Workspace &workspace) {
  return runRange(0, commands.size(), 0, pool, workspace);
}

/// Copies at least this many bytes a task when several threads copy.
constexpr int64_t copyBytes = 256 << 10;

static void copy(char *to, const char *from, int64_t bytes, ThreadPool &pool) {
  int64_t distance = to - from;
  if (bytes < 2 * copyBytes || (distance < bytes && -distance < bytes)) {
    std::memmove(to, from, size_t(bytes));
    return;
  }
  int64_t tasks = (bytes + copyBytes - 1) / copyBytes;
  pool.parallelFor(tasks, [=](int64_t begin, int64_t end, int) {
    int64_t first = begin * copyBytes, last = std::min(end * copyBytes, bytes);
    std::memcpy(to + first, from + first, size_t(last - first));
  });
}

void **Program::argumentsOf(const Command &command, int64_t turn) {
  void **arguments = addresses.data() + command.firstAddress;
  if (command.moves)
    for (uint32_t j = 0; j < command.numAddresses; ++j)
      arguments[j] = bases[command.firstAddress + j] +
                     turn * strides[command.firstAddress + j];
  return arguments;
}

void Program::runWave(const Command &wave, const Command *launches,
                      int64_t turn, ThreadPool &pool) {
  const Command *end = commands.data() + wave.end;
  for (const Command *launch = launches; launch != end; ++launch)
    argumentsOf(*launch, turn);
  pool.parallelFor(wave.count, [=](int64_t first, int64_t last, int) {
    const Command *launch =
        std::upper_bound(launches, end, first,
                         [](int64_t task, const Command &candidate) {
                           return task < candidate.firstTask;
                         }) -
        1;
    for (; first < last; ++launch) {
      int64_t start = launch->firstTask;
      int64_t stop = std::min(last, start + launch->count);
      if (first < stop)
        launch->kernel(addresses.data() + launch->firstAddress, first - start,
                       stop - start);
      first = stop;
    }
  });
}

gradc_status_t Program::runRange(size_t begin, size_t end, int64_t turn,
                                 ThreadPool &pool, const Workspace &workspace) {
  for (size_t i = begin; i < end; ++i) {
    const Command &command = commands[i];
    void **arguments = argumentsOf(command, turn);
    switch (command.kind) {
    case GRADC_COMMAND_LAUNCH:
      pool.parallelFor(command.count, [&](int64_t first, int64_t last, int) {
        command.kernel(arguments, first, last);
      });
      break;
    case GRADC_COMMAND_WAVE:
      runWave(command, &commands[i + 1], turn, pool);
      i = command.end - 1;
      break;
    case GRADC_COMMAND_MATMUL:
      GRADC_RETURN_IF_ERROR(command.matmul->run(arguments, pool, workspace));
      break;
    case GRADC_COMMAND_SORT:
      runSort(command.parameters, arguments, pool, workspace);
      break;
    case GRADC_COMMAND_COPY:
      copy(static_cast<char *>(arguments[1]),
           static_cast<const char *>(arguments[0]), command.count, pool);
      break;
    case GRADC_COMMAND_LOOP:
      for (int64_t inner = 0; inner < command.count; ++inner)
        GRADC_RETURN_IF_ERROR(
            runRange(i + 1, command.end - 1, inner, pool, workspace));
      i = command.end - 1;
      break;
    default:
      break;
    }
  }
  return GRADC_OK;
}

} // namespace gradc
