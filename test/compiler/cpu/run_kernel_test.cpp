//===- run_kernel_test.cpp - Kernels from text to results -----------------===//
//
// Kernels that no primitive leads to yet, compiled into libraries and run, for
// this CPU and for one with vectors half as long; tasks one by one and all at
// once. Results are compared with the same sums in plain loops.
//
//===----------------------------------------------------------------------===//

#include "compiler/Target.h"
#include "dialects/Registration.h"
#include "dialects/kernel/Kernel.h"
#include "gradc/library.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "gtest/gtest.h"
#include <dlfcn.h>

using namespace mlir;
using namespace gradc;

namespace {

using Floats = std::vector<float>;

/// The bytes of one tensor, at an address such as views have.
class Buffer {
public:
  explicit Buffer(size_t bytes)
      : memory((bytes / GRADC_ALIGNMENT + 1) * GRADC_ALIGNMENT / sizeof(Line)) {
    std::memset(memory.data(), 0xff, memory.size() * sizeof(Line));
  }
  template <typename T>
  explicit Buffer(const std::vector<T> &values)
      : Buffer(values.size() * sizeof(T)) {
    std::memcpy(memory.data(), values.data(), values.size() * sizeof(T));
  }
  void *data() { return memory.data(); }
  Floats floats(size_t count) {
    auto *first = reinterpret_cast<const float *>(memory.data());
    return Floats(first, first + count);
  }

private:
  struct alignas(GRADC_ALIGNMENT) Line {
    char bytes[GRADC_ALIGNMENT];
  };
  std::vector<Line> memory;
};

class RunKernel : public ::testing::TestWithParam<const char *> {
protected:
  RunKernel() {
    registerDialects(registry);
    registerBuiltinDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }
  ~RunKernel() override {
    if (handle)
      dlclose(handle);
    if (!path.empty())
      unlink(path.c_str());
  }

  /// Compiles `def`, the text of a kernel.def @k.
  void compile(const std::string &def) {
    OwningOpRef<ModuleOp> parsed = parseSourceString<ModuleOp>(def, &context);
    ASSERT_TRUE(parsed);
    auto kernelDef = *parsed->getOps<kernel::DefOp>().begin();
    std::string views, names[2], types[2];
    int64_t offset = 0;
    size_t count = 0, numInputs = kernelDef.getNumInputs();
    for (Type type : kernelDef.getBlock().getArgumentTypes()) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor)
        continue;
      std::string memref;
      llvm::raw_string_ostream(memref)
          << MemRefType::get(tensor.getShape(), tensor.getElementType());
      std::string name = "%v" + std::to_string(count);
      views += name + " = rt.view @io[" + std::to_string(offset) +
               "] : " + memref + "\n";
      bool isOutput = count++ >= numInputs;
      std::string comma = names[isOutput].empty() ? "" : ", ";
      names[isOutput] += comma + name;
      types[isOutput] += comma + memref;
      offset += llvm::alignTo(tensor.getNumElements() * 8, GRADC_ALIGNMENT);
    }
    auto list = [&](int i) {
      return "(" + names[i] + (names[i].empty() ? "" : " : ") + types[i] + ")";
    };
    std::string text = def + "rt.segment io @io bytes " +
                       std::to_string(offset) + "\nrt.program @run {\n" +
                       views + "rt.launch @k ins" + list(0) + " outs" +
                       list(1) + "\n}\n";
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    path = testing::TempDir() + "gradc-run-kernel-XXXXXX";
    close(mkstemp(path.data()));
    TargetOptions options;
    options.cpu = GetParam();
    ASSERT_TRUE(
        succeeded(getCpuTarget().compile(*module, options, "{}", path)));
    handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(handle) << dlerror();
    auto query = reinterpret_cast<gradc_library_query_fn>(
        dlsym(handle, GRADC_LIBRARY_SYMBOL));
    kernel = &query(GRADC_LIBRARY_VERSION)->kernels[0];
  }

  /// Runs the tasks from the last to the first, each by itself, or all at once.
  void run(std::vector<Buffer *> buffers, bool oneByOne) {
    std::vector<void *> args;
    for (Buffer *buffer : buffers)
      args.push_back(buffer->data());
    if (!oneByOne)
      return kernel->function(args.data(), 0, kernel->tasks);
    for (int64_t task = kernel->tasks; task-- > 0;)
      kernel->function(args.data(), task, task + 1);
  }

  /// The output of `count` floats after both ways to run, of equal bits.
  Floats output(std::vector<Buffer *> inputs, size_t count) {
    Floats results[2];
    for (bool oneByOne : {false, true}) {
      Buffer buffer(count * sizeof(float));
      std::vector<Buffer *> all = inputs;
      all.push_back(&buffer);
      run(all, oneByOne);
      results[oneByOne] = buffer.floats(count);
    }
    EXPECT_EQ(0, std::memcmp(results[0].data(), results[1].data(),
                             count * sizeof(float)));
    return results[0];
  }

  const gradc_kernel_desc_t *kernel = nullptr;

private:
  DialectRegistry registry;
  MLIRContext context;
  std::string path;
  void *handle = nullptr;
};

/// Numbers between -2 and 2.
Floats numbers(size_t count, unsigned seed) {
  Floats values(count);
  for (float &value : values) {
    seed = seed * 1664525 + 1013904223;
    value = float(seed >> 8) / float(1 << 22) - 2;
  }
  return values;
}

void expectNear(const Floats &values, const std::vector<double> &expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (size_t i = 0; i < values.size(); ++i)
    ASSERT_NEAR(values[i], expected[i], 1e-4 * (1 + std::abs(expected[i])))
        << "at " << i;
}

// The sums of blocks of 6 rows. Lanes
// run over the row's columns, the last 8 of 40 under a mask.
TEST_P(RunKernel, accumulatesColumnsOfRows) {
  compile(R"(
    kernel.def @k grid(%i = 36) row(40) partials(6)
        ins(%x: tensor<36x40xf32>) outs(%y: tensor<6x40xf32>) {
      kernel.stage at(%j) {
        %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<36x40xf32> -> f32
        kernel.accumulate add %v, %y[(d0, d1) -> (d1)](%i, %j) : f32 -> tensor<6x40xf32>
      }
    }
  )");
  ASSERT_FALSE(HasFatalFailure());
  EXPECT_GT(kernel->tasks, 0);
  Floats x = numbers(36 * 40, 1);
  std::vector<double> expected(6 * 40);
  for (int i = 0; i < 36; ++i)
    for (int j = 0; j < 40; ++j)
      expected[i / 6 * 40 + j] += x[i * 40 + j];
  Buffer input(x);
  expectNear(output({&input}, 6 * 40), expected);
}

// Blocks of 5 points, of which the seventh has 3 and the eighth none; columns
// without a row, wide enough for four vectors side by side.
TEST_P(RunKernel, accumulatesColumnsOfPoints) {
  compile(R"(
    kernel.def @k grid(%i = 33, %j = 520) row() partials(8)
        ins(%x: tensor<33x520xf32>, %s: tensor<33xf32>) outs(%y: tensor<8x520xf32>) {
      %v = kernel.load %x[(d0, d1) -> (d0, d1)](%i, %j) : tensor<33x520xf32> -> f32
      %f = kernel.load %s[(d0) -> (d0)](%i) : tensor<33xf32> -> f32
      %p = arith.mulf %v, %f : f32
      kernel.accumulate max %p, %y[(d0) -> (d0)](%j) : f32 -> tensor<8x520xf32>
    }
  )");
  ASSERT_FALSE(HasFatalFailure());
  Floats x = numbers(33 * 520, 2), s = numbers(33, 3);
  std::vector<double> expected(8 * 520,
                               -std::numeric_limits<double>::infinity());
  for (int i = 0; i < 33; ++i)
    for (int j = 0; j < 520; ++j)
      expected[i / 5 * 520 + j] =
          std::max(expected[i / 5 * 520 + j], double(x[i * 520 + j] * s[i]));
  Buffer input(x), factors(s);
  Floats y = output({&input, &factors}, 8 * 520);
  for (size_t i = 0; i < y.size(); ++i)
    ASSERT_EQ(y[i], float(expected[i])) << "at " << i;
}

// One sum a block of a vector: lanes are points of the block, and what lies
// beyond its end does not count.
TEST_P(RunKernel, accumulatesPoints) {
  compile(R"(
    kernel.def @k grid(%i = 1000) row() partials(7)
        ins(%x: tensor<1000xf32>) outs(%y: tensor<7xf32>) {
      %v = kernel.load %x[(d0) -> (d0)](%i) : tensor<1000xf32> -> f32
      kernel.accumulate add %v, %y[() -> ()]() : f32 -> tensor<7xf32>
    }
  )");
  ASSERT_FALSE(HasFatalFailure());
  EXPECT_EQ(kernel->tasks, 1);
  Floats x = numbers(1000, 4);
  std::vector<double> expected(7);
  for (int i = 0; i < 1000; ++i)
    expected[i / 143] += x[i];
  Buffer input(x);
  expectNear(output({&input}, 7), expected);
}

// Segments of one row of 500 numbers, some empty.
class Segments : public RunKernel {
protected:
  std::vector<int64_t> offsets = {0,   0,   1,   17,  17,  18,  50,  51,  67,
                                  100, 130, 163, 200, 200, 280, 281, 400, 500};
  int numSegments = int(offsets.size()) - 1;
};

TEST_P(Segments, sumsOverLanesOfTheRow) {
  compile(R"(
    kernel.def @k grid(%i = 17) row(500)
        ins(%x: tensor<500xf32>, %o: tensor<18xi64>) outs(%y: tensor<17xf32>) {
      %lo = kernel.load %o[(d0) -> (d0)](%i) : tensor<18xi64> -> i64
      %hi = kernel.load %o[(d0) -> (d0 + 1)](%i) : tensor<18xi64> -> i64
      %from = arith.index_cast %lo : i64 to index
      %to = arith.index_cast %hi : i64 to index
      %sum = kernel.stage reduce(add) at(%k) from %from to %to : f32 {
        %v = kernel.load %x[(d0) -> (d0)](%k) : tensor<500xf32> -> f32
        kernel.yield %v : f32
      }
      kernel.store %sum, %y[(d0) -> (d0)](%i) : f32 -> tensor<17xf32>
    }
  )");
  ASSERT_FALSE(HasFatalFailure());
  Floats x = numbers(500, 5);
  std::vector<double> expected(numSegments);
  for (int i = 0; i < numSegments; ++i)
    for (int64_t k = offsets[i]; k < offsets[i + 1]; ++k)
      expected[i] += x[k];
  Buffer input(x), bounds(offsets);
  expectNear(output({&input, &bounds}, numSegments), expected);
}

// An embedding's gradient: rows of the incoming one, permuted, summed by
// segments. Lanes run over columns and share their segment.
TEST_P(Segments, sumsGatheredRows) {
  compile(R"(
    kernel.def @k grid(%i = 17, %j = 24) row(500)
        ins(%x: tensor<500x24xf32>, %o: tensor<18xi64>, %p: tensor<500xi32>)
        outs(%y: tensor<17x24xf32>) {
      %lo = kernel.load %o[(d0) -> (d0)](%i) : tensor<18xi64> -> i64
      %hi = kernel.load %o[(d0) -> (d0 + 1)](%i) : tensor<18xi64> -> i64
      %from = arith.index_cast %lo : i64 to index
      %to = arith.index_cast %hi : i64 to index
      %sum = kernel.stage reduce(add) at(%k) from %from to %to : f32 {
        %r = kernel.load %p[(d0) -> (d0)](%k) : tensor<500xi32> -> i32
        %row = arith.index_cast %r : i32 to index
        %v = kernel.gather %x[%row, %j] : tensor<500x24xf32> -> f32
        kernel.yield %v : f32
      }
      kernel.store %sum, %y[(d0, d1) -> (d0, d1)](%i, %j) : f32 -> tensor<17x24xf32>
    }
  )");
  ASSERT_FALSE(HasFatalFailure());
  Floats x = numbers(500 * 24, 6);
  std::vector<int32_t> permutation(500);
  for (int k = 0; k < 500; ++k)
    permutation[k] = k * 7 % 500;
  std::vector<double> expected(numSegments * 24);
  for (int i = 0; i < numSegments; ++i)
    for (int64_t k = offsets[i]; k < offsets[i + 1]; ++k)
      for (int j = 0; j < 24; ++j)
        expected[i * 24 + j] += x[permutation[k] * 24 + j];
  Buffer input(x), bounds(offsets), rows(permutation);
  expectNear(output({&input, &bounds, &rows}, numSegments * 24), expected);
}

// Segments differ between lanes, for the numbers lie apart along the row.
TEST_P(Segments, sumsOverLanesOfSegments) {
  compile(R"(
    kernel.def @k grid(%i = 17) row(500)
        ins(%x: tensor<500x17xf32>, %o: tensor<18xi64>) outs(%y: tensor<17xf32>) {
      %lo = kernel.load %o[(d0) -> (d0)](%i) : tensor<18xi64> -> i64
      %hi = kernel.load %o[(d0) -> (d0 + 1)](%i) : tensor<18xi64> -> i64
      %from = arith.index_cast %lo : i64 to index
      %to = arith.index_cast %hi : i64 to index
      %sum = kernel.stage reduce(add) at(%k) from %from to %to : f32 {
        %v = kernel.load %x[(d0, d1) -> (d0, d1)](%k, %i) : tensor<500x17xf32> -> f32
        kernel.yield %v : f32
      }
      kernel.store %sum, %y[(d0) -> (d0)](%i) : f32 -> tensor<17xf32>
    }
  )");
  ASSERT_FALSE(HasFatalFailure());
  Floats x = numbers(500 * 17, 7);
  std::vector<double> expected(numSegments);
  for (int i = 0; i < numSegments; ++i)
    for (int64_t k = offsets[i]; k < offsets[i + 1]; ++k)
      expected[i] += x[k * 17 + i];
  Buffer input(x), bounds(offsets);
  expectNear(output({&input, &bounds}, numSegments), expected);
}

// Elements of one row picked by data: every lane has an address of its own.
TEST_P(RunKernel, gathersElements) {
  compile(R"(
    kernel.def @k grid(%i = 100) row()
        ins(%x: tensor<4x30xf32>, %r: tensor<100xi32>) outs(%y: tensor<100xf32>) {
      %n = kernel.load %r[(d0) -> (d0)](%i) : tensor<100xi32> -> i32
      %column = arith.index_cast %n : i32 to index
      %two = arith.constant 2 : index
      %v = kernel.gather %x[%two, %column] : tensor<4x30xf32> -> f32
      kernel.store %v, %y[(d0) -> (d0)](%i) : f32 -> tensor<100xf32>
    }
  )");
  ASSERT_FALSE(HasFatalFailure());
  Floats x = numbers(4 * 30, 8);
  std::vector<int32_t> columns(100);
  for (int i = 0; i < 100; ++i)
    columns[i] = i * 11 % 30;
  Buffer input(x), indices(columns);
  Floats y = output({&input, &indices}, 100);
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(y[i], x[2 * 30 + columns[i]]) << "at " << i;
}

INSTANTIATE_TEST_SUITE_P(Cpus, RunKernel, ::testing::Values("", "x86-64-v3"));
INSTANTIATE_TEST_SUITE_P(Cpus, Segments, ::testing::Values("", "x86-64-v3"));

} // namespace
