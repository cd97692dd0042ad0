//===- gradc_bench.cpp - Times steps, and what stands below them ----------===//
//
// Answers each line of standard input by a JSON object on a line of its own:
//
//   step FILE ENTRY SECONDS      the entry, called by the C interface
//   matmuls FILE ENTRY SECONDS   its matrix products alone, one after another
//   kernels FILE ENTRY SECONDS   its kernels alone, on one thread
//   copy BYTES SECONDS           bytes read plus bytes written, divided by time
//   fork SECONDS                 a parallel region in which nothing is done
//
// The step opened last stays open, so that a peer can take its turn between two
// measurements of the same one.
//
//===----------------------------------------------------------------------===//

#include "core/step.h"
#include "core/validate.h"
#include "floors.h"

#include <array>
#include <cstring>
#include <deque>
#include <iostream>
#include <sstream>
#include <string>

using namespace gradc;
using namespace gradc::bench;

[[noreturn]] static void fail(const std::string &sentence) {
  std::cerr << "gradc-bench: " << sentence << "\n";
  exit(1);
}

static void check(gradc_status_t status) {
  if (status != GRADC_OK)
    fail(gradc_last_error());
}

static void answer(Times times) {
  printf("{\"least\": %.9g, \"median\": %.9g}\n", times.least, times.median);
  fflush(stdout);
}

namespace {

/// A step with its state and inputs filled.
class OpenStep {
public:
  explicit OpenStep(const std::string &file, const std::string &name);

  void run() {
    gradc_run_args_t args = {};
    args.struct_size = sizeof args;
    args.entry = name.c_str();
    args.inputs = inputs.data();
    args.num_inputs = uint32_t(inputs.size());
    args.valid_rows = -1;
    check(step.run(args));
  }

  Times timeMatmuls(double seconds);
  Times timeKernels(double seconds);

private:
  std::vector<char *> addresses() const;

  gradc_step step;
  std::string name;
  Entry *entry;
  std::vector<gradc_tensor_t> inputs;
  std::vector<std::vector<char>> values;
};

} // namespace

OpenStep::OpenStep(const std::string &file, const std::string &name)
    : name(name) {
  gradc_open_args_t args = {};
  args.struct_size = sizeof args;
  args.path = file.c_str();
  check(step.open(args));
  check(step.init(1));
  entry = step.findEntry(name.c_str());
  if (!entry)
    fail(gradc_last_error());
  for (const Tensor &input : entry->inputs) {
    std::vector<char> value(input.bytes);
    // Small numbers: a class of any classifier, or a pixel.
    if (input.desc->dtype == GRADC_F32)
      for (size_t i = 0; i < input.bytes / sizeof(float); ++i)
        reinterpret_cast<float *>(value.data())[i] = float(i * 7 % 19) / 9 - 1;
    else if (input.desc->dtype == GRADC_I32)
      for (size_t i = 0; i < input.bytes / sizeof(int32_t); ++i)
        reinterpret_cast<int32_t *>(value.data())[i] = int32_t(i % 10);
    values.push_back(std::move(value));
    inputs.push_back({input.desc->name, gradc_dtype_t(input.desc->dtype),
                      input.desc->rank, input.desc->shape,
                      values.back().data()});
  }
}

std::vector<char *> OpenStep::addresses() const {
  std::vector<char *> result;
  for (size_t i = 0; i < step.segments.size(); ++i) {
    char *own = step.segments[i].data();
    const void *initial = step.library->segments[i].initial;
    // Constants stay where they are in the file.
    result.push_back(own ? own
                         : static_cast<char *>(const_cast<void *>(initial)));
  }
  return result;
}

Times OpenStep::timeMatmuls(double seconds) {
  // A library whose entry has nothing else. Where a kernel follows each tile,
  // the product goes to a segment of its own instead.
  gradc_library_t library = *step.library;
  std::vector<gradc_view_desc_t> views(library.views,
                                       library.views + library.num_views);
  std::vector<gradc_command_t> commands;
  std::deque<std::array<uint32_t, 3>> viewLists;
  std::deque<std::vector<int64_t>> parameters;
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < entry->desc->num_commands; ++i) {
    gradc_command_t command = entry->desc->commands[i];
    if (command.kind != GRADC_COMMAND_MATMUL)
      continue;
    if (command.index != GRADC_NO_EPILOGUE) {
      std::vector<int64_t> &p = parameters.emplace_back(
          command.parameters, command.parameters + command.num_parameters);
      int64_t m = p[GRADC_MATMUL_M], n = p[GRADC_MATMUL_N];
      p[GRADC_MATMUL_PRODUCT_STRIDES] = m * n;
      p[GRADC_MATMUL_PRODUCT_STRIDES + 1] = n;
      uint64_t product =
          uint64_t(p[GRADC_MATMUL_BATCH] * m * n) *
          gradc_dtype_size(gradc_dtype_t(p[GRADC_MATMUL_PRODUCT_DTYPE]));
      bytes = std::max(bytes, product);
      command.parameters = p.data();
      viewLists.push_back(
          {command.views[0], command.views[1], uint32_t(views.size())});
      views.push_back({library.num_segments, 0, 0, product, 0});
      command.index = GRADC_NO_EPILOGUE;
      command.views = viewLists.back().data();
      command.num_views = 3;
    }
    commands.push_back(command);
  }
  library.views = views.data();
  gradc_entry_desc_t alone = *entry->desc;
  alone.commands = commands.data();
  alone.num_commands = uint32_t(commands.size());
  Memory products;
  check(products.allocate(bytes, "the products"));
  std::vector<char *> segments = addresses();
  segments.push_back(products.data());

  OneThread one;
  Program program;
  program.prepare(library, alone, segments, step.pool.size(), step.oneDnn,
                  step.workspace);
  run(); // what they multiply are then numbers as in a step
  return measure(seconds,
                 [&] { check(program.run(step.pool, step.workspace)); });
}

Times OpenStep::timeKernels(double seconds) {
  struct Launch {
    gradc_kernel_fn function;
    int64_t tasks;
    std::vector<void *> arguments;
  };
  std::vector<Launch> launches;
  std::vector<char *> segments = addresses();
  for (uint32_t i = 0; i < entry->desc->num_commands; ++i) {
    const gradc_command_t &command = entry->desc->commands[i];
    if (command.kind != GRADC_COMMAND_LAUNCH)
      continue;
    const gradc_kernel_desc_t &kernel = step.library->kernels[command.index];
    Launch launch = {kernel.function, countTasks(kernel, command), {}};
    for (uint32_t j = 0; j < command.num_views; ++j) {
      const gradc_view_desc_t &view = step.library->views[command.views[j]];
      launch.arguments.push_back(segments[view.segment] + view.offset);
    }
    if (command.num_parameters) // the extent, which stays where it is
      launch.arguments.push_back(const_cast<int64_t *>(command.parameters));
    launches.push_back(std::move(launch));
  }
  return measure(seconds, [&] {
    for (const Launch &launch : launches)
      launch.function(launch.arguments.data(), 0, launch.tasks);
  });
}

static void answerCopy(int64_t bytes, double seconds) {
  ThreadPool pool;
  check(pool.start(availableCpus(), [] {}));
  Memory from, to;
  check(from.allocate(bytes, "the copy"));
  check(to.allocate(bytes, "the copy"));
  std::memset(from.data(), 1, bytes);
  std::memset(to.data(), 1, bytes);
  auto rate = [&](auto copy) {
    Times times =
        measure(seconds, [&] { copy(to.data(), from.data(), bytes, pool); });
    return 2.0 * double(bytes) / times.least;
  };
  double plain = rate(copyPlain), streaming = rate(copyStreaming);
  printf("{\"plain\": %.6g, \"streaming\": %.6g}\n", plain, streaming);
  fflush(stdout);
}

int main() {
  std::unique_ptr<OpenStep> open;
  std::string opened, line;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string what, file, entry;
    double seconds = 0;
    words >> what;
    if (what == "copy") {
      int64_t bytes = 0;
      words >> bytes >> seconds;
      answerCopy(bytes, seconds);
    } else if (what == "fork") {
      words >> seconds;
      ThreadPool pool;
      check(pool.start(availableCpus(), [] {}));
      answer(measure(seconds, [&] { forkAndJoin(pool); }));
    } else {
      if (what != "step" && what != "matmuls" && what != "kernels")
        fail("there is no question '" + what + "'");
      words >> file >> entry >> seconds;
      if (opened != file + " " + entry) {
        open.reset();
        open = std::make_unique<OpenStep>(file, entry);
        opened = file + " " + entry;
      }
      if (what == "step")
        answer(measure(seconds, [&] { open->run(); }));
      else if (what == "matmuls")
        answer(open->timeMatmuls(seconds));
      else
        answer(open->timeKernels(seconds));
    }
  }
}
