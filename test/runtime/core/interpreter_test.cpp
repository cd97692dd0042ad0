//===- interpreter_test.cpp - Walks a schedule ----------------------------===//
//
// Loops, launches and library calls are tested through step_test.cpp; here is
// what a whole step does not show.
//
//===----------------------------------------------------------------------===//

#include "core/interpreter.h"
#include "library_file.h"

using namespace gradc;

namespace {
/// An entry over one segment, run as it is.
struct Schedule {
  gradc_segment_desc_t segment = {"arena", GRADC_SEGMENT_TEMP, 0, 0, nullptr};
  std::vector<gradc_view_desc_t> views;
  std::vector<gradc_command_t> commands;
  std::vector<gradc_kernel_desc_t> kernels;

  void run(std::vector<char> &memory, int threads) {
    gradc_library_t library = {};
    library.segments = &segment;
    library.views = views.data();
    library.kernels = kernels.data();
    gradc_entry_desc_t entry = {};
    entry.commands = commands.data();
    entry.num_commands = uint32_t(commands.size());
    OneDnn oneDnn;
    Workspace workspace;
    ThreadPool pool;
    Program program;
    program.prepare(library, entry, {memory.data()}, threads, oneDnn,
                    workspace);
    ASSERT_OK(workspace.allocate(threads));
    ASSERT_OK(pool.start(threads, nullptr));
    ASSERT_OK(program.run(pool, workspace));
  }
};
} // namespace

static gradc_command_t copyOf(const uint32_t *views) {
  return {GRADC_COMMAND_COPY, 0, 0, 2, 0, views, nullptr, ""};
}

TEST(Interpreter, copiesLargeViews) {
  constexpr size_t bytes = (3 << 20) + 1;
  static const uint32_t views[] = {0, 1};
  std::vector<char> memory(2 * bytes);
  for (size_t i = 0; i < bytes; ++i)
    memory[i] = char(i * 7);
  Schedule schedule;
  schedule.views = {{0, 0, 0, bytes, 0}, {0, 0, bytes, bytes, 0}};
  schedule.commands = {copyOf(views)};
  schedule.run(memory, 3);
  EXPECT_EQ(std::memcmp(&memory[0], &memory[bytes], bytes), 0);
}

TEST(Interpreter, copiesOverlappingViews) {
  constexpr size_t bytes = 2 << 20;
  static const uint32_t views[] = {0, 1};
  for (size_t from : {0, 64}) {
    std::vector<char> memory(bytes + 64), expected;
    for (size_t i = 0; i < memory.size(); ++i)
      memory[i] = char(i * 7 + i / 256);
    expected.assign(&memory[from], &memory[from] + bytes);
    Schedule schedule;
    schedule.views = {{0, 0, from, bytes, 0}, {0, 0, 64 - from, bytes, 0}};
    schedule.commands = {copyOf(views)};
    schedule.run(memory, 2);
    EXPECT_EQ(std::memcmp(&memory[64 - from], expected.data(), bytes), 0);
  }
}

TEST(Interpreter, walksNestedLoopsWithStrides) {
  // Outer loop: rows of `outer` are set; inner loop: a stride of its own, which
  // starts anew each time.
  static const uint32_t both[] = {0, 1};
  static const int64_t three[] = {3}, two[] = {2};
  Schedule schedule;
  schedule.views = {{0, 0, 0, 64, 64}, {0, 0, 256, 64, 64}};
  schedule.kernels = {{"add",
                       [](void *const *args, int64_t, int64_t) {
                         *static_cast<int32_t *>(args[0]) += 1;
                         *static_cast<int32_t *>(args[1]) += 10;
                       },
                       1, 0}};
  gradc_command_t launch = {
      GRADC_COMMAND_LAUNCH, 0, 0, 2, 0, both, nullptr, ""};
  gradc_command_t loop3 = {GRADC_COMMAND_LOOP, 0, 0, 0, 1, nullptr, three, ""};
  gradc_command_t loop2 = {GRADC_COMMAND_LOOP, 0, 0, 0, 1, nullptr, two, ""};
  gradc_command_t end = {GRADC_COMMAND_END, 0, 0, 0, 0, nullptr, nullptr, ""};
  schedule.commands = {launch, loop3, launch, loop2, launch, end, end, launch};
  std::vector<char> memory(512);
  schedule.run(memory, 1);
  auto number = [&](size_t offset) {
    int32_t value;
    std::memcpy(&value, &memory[offset], 4);
    return value;
  };
  // Alone twice in turn 0; by the outer loop once each; by the inner 3 times
  // each of 2.
  EXPECT_EQ(number(0), 2 + 1 + 3);
  EXPECT_EQ(number(64), 1 + 3);
  EXPECT_EQ(number(128), 1);
  EXPECT_EQ(number(256), 10 * 6);
  EXPECT_EQ(number(256 + 128), 10);
}

/// Adds 1 to each element of its tasks; the extent, if there is one, says how
/// many elements there are of four to a task.
static void addOne(void *const *args, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<int32_t *>(args[0])[i] += 1;
}
static void addTwoToFours(void *const *args, int64_t begin, int64_t end) {
  int64_t extent = *static_cast<int64_t *>(args[1]);
  for (int64_t i = 4 * begin; i < std::min(4 * end, extent); ++i)
    static_cast<int32_t *>(args[0])[i] += 2;
}

TEST(Interpreter, runsAWaveOfLaunches) {
  // Of several sizes, one of them 0; what follows the wave is outside.
  static const uint32_t at[] = {0, 1, 2, 3};
  static const int64_t four[] = {4}, seven[] = {7}, nothing[] = {0};
  for (int threads : {1, 2, 3}) {
    Schedule schedule;
    for (uint64_t i = 0; i < 4; ++i)
      schedule.views.push_back({0, 0, i * 256, 256, 0});
    schedule.kernels = {{"ones", addOne, 50, 0},
                        {"single", addOne, 1, 0},
                        {"open", addTwoToFours, 0, 4}};
    auto launch = [&](uint32_t kernel, const uint32_t *view,
                      const int64_t *extent) {
      return gradc_command_t{GRADC_COMMAND_LAUNCH, 0,    kernel, 1,
                             extent != nullptr,    view, extent, ""};
    };
    gradc_command_t wave = {GRADC_COMMAND_WAVE, 0, 0, 0, 1, nullptr, four, ""};
    schedule.commands = {wave,
                         launch(0, at, nullptr),
                         launch(2, at + 1, nothing),
                         launch(2, at + 2, seven),
                         launch(1, at + 3, nullptr),
                         launch(1, at + 3, nullptr)};
    std::vector<char> memory(1024);
    schedule.run(memory, threads);
    for (int view = 0; view < 4; ++view)
      for (int i = 0; i < 64; ++i) {
        int32_t value;
        std::memcpy(&value, &memory[size_t(view * 256 + i * 4)], 4);
        int32_t expected[] = {i < 50, 0, i < 7 ? 2 : 0, i < 1 ? 2 : 0};
        EXPECT_EQ(value, expected[view]) << view << " " << i;
      }
  }
}

TEST(Interpreter, movesTheViewsOfAWave) {
  static const uint32_t view[] = {0};
  static const int64_t one[] = {1}, three[] = {3};
  Schedule schedule;
  schedule.views = {{0, 0, 0, 64, 64}};
  schedule.kernels = {{"single", addOne, 1, 0}};
  schedule.commands = {{GRADC_COMMAND_LOOP, 0, 0, 0, 1, nullptr, three, ""},
                       {GRADC_COMMAND_WAVE, 0, 0, 0, 1, nullptr, one, ""},
                       {GRADC_COMMAND_LAUNCH, 0, 0, 1, 0, view, nullptr, ""},
                       {GRADC_COMMAND_END, 0, 0, 0, 0, nullptr, nullptr, ""}};
  std::vector<char> memory(256);
  schedule.run(memory, 2);
  EXPECT_EQ(memory[0] + memory[64] + memory[128], 3);
  EXPECT_EQ(memory[192], 0);
}
