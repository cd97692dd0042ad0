//===- step_test.cpp - Open, initialise, run, read, write -----------------===//

#include "library_file.h"

#include <array>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <new>

using namespace gradc;

// Counts what C++ code allocates, the runtime's included.
static std::atomic<int> allocations{0};

void *operator new(size_t bytes) {
  ++allocations;
  if (void *block = std::malloc(bytes ? bytes : 1))
    return block;
  throw std::bad_alloc();
}
void operator delete(void *block) noexcept { std::free(block); }
void operator delete(void *block, size_t) noexcept { std::free(block); }

namespace {

class Step : public testing::Test {
protected:
  void SetUp() override { ASSERT_OK(openStep(file.path, &step)); }
  void TearDown() override { gradc_close(step); }

  gradc_tensor_t x(const float *data) {
    return {"x", GRADC_F32, 2, shape, data};
  }
  gradc_status_t run(const char *entry, std::vector<gradc_tensor_t> inputs,
                     int64_t validRows = -1) {
    gradc_run_args_t args = {};
    args.struct_size = sizeof args;
    args.entry = entry;
    args.inputs = inputs.data();
    args.num_inputs = uint32_t(inputs.size());
    args.valid_rows = validRows;
    return gradc_run(step, &args);
  }
  std::array<float, 4> weight() {
    std::array<float, 4> value = {};
    EXPECT_OK(gradc_read_state(step, "weight", value.data(), sizeof value));
    return value;
  }

  TemporaryFile file{"step.so", handWrittenFile()};
  gradc_step_t *step = nullptr;
  const int64_t shape[2] = {2, 4};
  const float rows[8] = {1, 2, 3, 4, 10, 20, 30, 40};
};

} // namespace

TEST_F(Step, trains) {
  ASSERT_OK(gradc_init(step, 7));
  EXPECT_EQ(weight(), (std::array<float, 4>{7, 8, 9, 10}));
  ASSERT_OK(run("step", {x(rows)}));
  EXPECT_EQ(weight(), (std::array<float, 4>{1.5, -3, -7.5, -12}));
  float loss = 0, metric[2] = {};
  ASSERT_OK(gradc_read_result(step, "step", "loss", &loss, sizeof loss));
  EXPECT_EQ(loss, -21);
  ASSERT_OK(gradc_read_result(step, "step", "rows", metric, sizeof metric));
  EXPECT_EQ(metric[0], 3);
  EXPECT_EQ(metric[1], 2);
  int64_t count = 0;
  ASSERT_OK(gradc_read_state(step, "step", &count, sizeof count));
  EXPECT_EQ(count, 1);
}

TEST_F(Step, countsValidRows) {
  ASSERT_OK(gradc_init(step, 0));
  ASSERT_OK(run("step", {x(rows)}, 1));
  EXPECT_EQ(weight(), (std::array<float, 4>{-0.5, 0, 0.5, 1}));
  ASSERT_OK(run("step", {x(rows)}, 0));
  EXPECT_EQ(weight(), (std::array<float, 4>{-0.5, 0, 0.5, 1}));
  EXPECT_FAILS(run("step", {x(rows)}, 3), GRADC_INVALID_ARGUMENT,
               "valid_rows is 3 and should be from 0 to 2");
  EXPECT_FAILS(run("step", {x(rows)}, -2), GRADC_INVALID_ARGUMENT,
               "valid_rows is -2");
}

TEST_F(Step, setsScalars) {
  double lr = 0;
  ASSERT_OK(gradc_get_scalar(step, "lr", &lr));
  EXPECT_EQ(lr, 0.5);
  ASSERT_OK(gradc_set_scalar(step, "lr", 0.25));
  ASSERT_OK(gradc_init(step, 0));
  ASSERT_OK(run("step", {x(rows)}, 1));
  EXPECT_EQ(weight()[0], -0.25);
  EXPECT_EQ(gradc_num_scalars(step), 1u);
  gradc_scalar_info_t info = {};
  info.struct_size = sizeof info;
  ASSERT_OK(gradc_scalar_info(step, 0, &info));
  EXPECT_STREQ(info.name, "lr");
  EXPECT_EQ(info.initial, 0.5);
  EXPECT_EQ(info.value, 0.25);
  EXPECT_FAILS(gradc_set_scalar(step, "rate", 1), GRADC_NOT_FOUND,
               "no hyperparameter 'rate'; there are: lr");
  EXPECT_EQ(gradc_set_scalar(step, "seed", 1), GRADC_NOT_FOUND);
}

TEST_F(Step, runsLoops) {
  ASSERT_OK(gradc_init(step, 0));
  float from[48], to[48] = {};
  for (int i = 0; i < 48; ++i)
    from[i] = float(i);
  const int64_t size[] = {3, 16};
  for (int again = 0; again < 2; ++again) {
    ASSERT_OK(run("loops", {{"x", GRADC_F32, 2, size, from}}));
    ASSERT_OK(gradc_read_result(step, "loops", "y", to, sizeof to));
    for (int i = 0; i < 48; ++i)
      EXPECT_EQ(to[i], 2 * from[i]) << i;
    int64_t turns = 0;
    ASSERT_OK(gradc_read_result(step, "loops", "turns", &turns, sizeof turns));
    EXPECT_EQ(turns, 15);
  }
}

TEST_F(Step, multipliesAndSorts) {
  ASSERT_OK(gradc_init(step, 0));
  const float a[] = {1, 2, 3, 4, 5, 6}, b[] = {6, 5, 4, 3, 2, 1};
  const int64_t sizeA[] = {2, 3}, sizeB[] = {3, 2};
  // In any order.
  ASSERT_OK(run("product", {{"b", GRADC_F32, 2, sizeB, b},
                            {"a", GRADC_F32, 2, sizeA, a}}));
  std::array<float, 4> c = {};
  ASSERT_OK(gradc_read_result(step, "product", "c", c.data(), sizeof c));
  EXPECT_EQ(c, (std::array<float, 4>{20, 14, 56, 41}));
  ASSERT_OK(gradc_read_result(step, "product", "sorted", c.data(), sizeof c));
  EXPECT_EQ(c, (std::array<float, 4>{14, 20, 41, 56}));
}

TEST_F(Step, allocatesNothingInARun) {
  ASSERT_OK(gradc_init(step, 0));
  gradc_tensor_t input = x(rows);
  gradc_run_args_t args = {sizeof args, "step", &input, 1, -1, nullptr};
  int before = allocations;
  for (int i = 0; i < 10; ++i)
    ASSERT_EQ(gradc_run(step, &args), GRADC_OK);
  EXPECT_EQ(allocations, before);
}

TEST_F(Step, keepsACheckpoint) {
  ASSERT_OK(gradc_init(step, 3));
  ASSERT_OK(run("step", {x(rows)}));
  auto kept = weight();
  int64_t count = 0;
  ASSERT_OK(gradc_read_state(step, "step", &count, sizeof count));
  ASSERT_OK(run("step", {x(rows)}));
  auto after = weight();

  gradc_step_t *first = step;
  ASSERT_OK(openStep(file.path, &step, 3));
  ASSERT_OK(gradc_write_state(step, "weight", kept.data(), sizeof kept));
  EXPECT_FAILS(run("step", {x(rows)}), GRADC_NOT_INITIALIZED,
               "the state 'step' has no value yet");
  ASSERT_OK(gradc_write_state(step, "step", &count, sizeof count));
  ASSERT_OK(run("step", {x(rows)}));
  EXPECT_EQ(weight(), after);
  gradc_close(first);
}

TEST_F(Step, refusesToRunWithoutState) {
  EXPECT_FAILS(run("step", {x(rows)}), GRADC_NOT_INITIALIZED,
               "the state 'weight' has no value yet: initialise");
  float value[4];
  EXPECT_EQ(gradc_read_state(step, "weight", value, sizeof value),
            GRADC_NOT_INITIALIZED);
  EXPECT_FAILS(gradc_read_result(step, "step", "loss", value, 4),
               GRADC_NOT_INITIALIZED, "the entry 'step' has not run yet");
}

TEST_F(Step, checksInputs) {
  ASSERT_OK(gradc_init(step, 0));
  EXPECT_FAILS(run("step", {}), GRADC_INVALID_ARGUMENT,
               "the entry 'step' needs the input 'x', [2, 4] of f32");
  EXPECT_FAILS(run("step", {x(rows), x(rows)}), GRADC_INVALID_ARGUMENT,
               "input 'x' is given twice");
  gradc_tensor_t input = x(rows);
  input.name = "y";
  EXPECT_FAILS(run("step", {input}), GRADC_INVALID_ARGUMENT,
               "the entry 'step' has no input 'y'; it has: x");
  input = x(rows);
  input.dtype = GRADC_U8;
  EXPECT_FAILS(run("step", {input}), GRADC_INVALID_ARGUMENT,
               "input 'x' has elements of type ui8 and should have f32");
  const int64_t wrong[] = {4, 2};
  input = x(rows);
  input.shape = wrong;
  EXPECT_FAILS(run("step", {input}), GRADC_INVALID_ARGUMENT,
               "input 'x' has the shape [4, 2] and should have [2, 4]");
  input.shape = nullptr;
  EXPECT_EQ(run("step", {input}), GRADC_INVALID_ARGUMENT);
  input.rank = 0;
  EXPECT_FAILS(run("step", {input}), GRADC_INVALID_ARGUMENT, "the shape []");
  EXPECT_FAILS(run("step", {x(nullptr)}), GRADC_INVALID_ARGUMENT,
               "input 'x' has no data");
  EXPECT_EQ(weight(), (std::array<float, 4>{0, 1, 2, 3})); // nothing changed
}

TEST_F(Step, checksNamesAndSizes) {
  ASSERT_OK(gradc_init(step, 0));
  ASSERT_OK(run("step", {x(rows)}));
  EXPECT_FAILS(run("train", {}), GRADC_NOT_FOUND,
               "no entry 'train'; there are: init, step, loops, product");
  EXPECT_FAILS(run("init", {}), GRADC_INVALID_ARGUMENT, "gradc_init");
  float value[4];
  EXPECT_FAILS(gradc_read_state(step, "bias", value, 4), GRADC_NOT_FOUND,
               "no state 'bias'");
  EXPECT_FAILS(gradc_write_state(step, "weight", value, 4),
               GRADC_INVALID_ARGUMENT,
               "the state 'weight' has 16 bytes and the caller's buffer 4");
  EXPECT_FAILS(gradc_read_result(step, "step", "accuracy", value, 4),
               GRADC_NOT_FOUND, "no result 'accuracy'");
  EXPECT_EQ(gradc_read_result(step, "step", "loss", value, 8),
            GRADC_INVALID_ARGUMENT);
  EXPECT_EQ(gradc_read_result(step, "stop", "loss", value, 4), GRADC_NOT_FOUND);
  EXPECT_FAILS(gradc_read_result_at(step, "step", 9, value, 4), GRADC_NOT_FOUND,
               "the entry 'step' has no result number 9");
}

TEST_F(Step, tellsItsMemory) {
  gradc_memory_info_t info = {};
  info.struct_size = sizeof info;
  ASSERT_OK(gradc_memory_info(step, &info));
  EXPECT_EQ(info.state, 128u);
  EXPECT_EQ(info.io, 192u + 448u + 256u);
  EXPECT_EQ(info.arena, 64u);
  EXPECT_EQ(info.constants, 192u + 64u);
}

TEST_F(Step, refusesOtherDevices) {
  gradc_open_args_t args = {};
  args.struct_size = sizeof args;
  args.path = file.path.c_str();
  gradc_step_t *other = nullptr;
  args.device = "cuda:1";
  EXPECT_FAILS(gradc_open(&args, &other), GRADC_UNAVAILABLE,
               "the device 'cuda:1' is not available");
  args.device = "cuda-standin";
  EXPECT_EQ(gradc_open(&args, &other), GRADC_UNAVAILABLE);
  args.device = "gpu";
  EXPECT_FAILS(gradc_open(&args, &other), GRADC_INVALID_ARGUMENT,
               "no device 'gpu'");
  args.device = "cpu";
  args.num_threads = -1;
  EXPECT_FAILS(gradc_open(&args, &other), GRADC_INVALID_ARGUMENT,
               "num_threads is -1");
  args.num_threads = 0;
  ASSERT_OK(gradc_open(&args, &other));
  gradc_close(other);
  EXPECT_FAILS(run("step", {}), GRADC_INVALID_ARGUMENT, "needs the input");
}

TEST_F(Step, livesBesideOthers) {
  gradc_step_t *first = step;
  ASSERT_OK(gradc_init(step, 1));
  ASSERT_OK(openStep(file.path, &step, 1));
  ASSERT_OK(gradc_init(step, 5));
  EXPECT_EQ(weight()[0], 5);
  gradc_close(step);
  step = first;
  EXPECT_EQ(weight()[0], 1);
}

TEST_F(Step, letsSignalsWait) {
  ASSERT_OK(gradc_init(step, 7));
  ASSERT_OK(run("step", {x(rows)}));
  float metric[2] = {};
  ASSERT_OK(gradc_read_result(step, "step", "rows", metric, sizeof metric));
  EXPECT_EQ(metric[0], 3); // the kernel has looked
  sigset_t held;
  pthread_sigmask(SIG_BLOCK, nullptr, &held);
  EXPECT_FALSE(sigismember(&held, SIGINT));
}

TEST_F(Step, ignoresTheHostsArithmeticMode) {
  // Subnormal results stay, though the host flushes them.
  ASSERT_OK(gradc_init(step, 0));
  ASSERT_OK(gradc_set_scalar(step, "lr", 1));
  const float tiny[8] = {1e-40f};
  unsigned mode = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(mode | 0x8040);
  gradc_status_t status = run("step", {x(tiny)}, 1);
  unsigned left = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(mode);
  ASSERT_OK(status);
  EXPECT_EQ(weight()[0], -1e-40f);
  EXPECT_EQ(left & 0x8040, 0x8040u);
}
