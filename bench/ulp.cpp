//===- ulp.cpp - How exact the functions of kernels are -------------------===//
//
//   bench/ulp [--cpu=NAME] [--every=N] [--time] [FUNCTION...]
//
// Compiles a kernel for each function as the target cpu does and holds its
// results against libm: in f32 for every number there is, or every N-th,
// against f64; in f64 for a sample, against long double. Prints the greatest
// errors and a checksum of all results, which is the same on every CPU. Fails
// where an error is beyond its bound. `--time` measures instead: nanoseconds an
// element, for data in the first-level cache.
//
//===----------------------------------------------------------------------===//

#include "compiler/cpu/KernelSchedule.h"
#include "compiler/cpu/LowerToLLVM.h"
#include "compiler/cpu/MachineCode.h"
#include "gradc/library.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Format.h"
#include <atomic>
#include <chrono>
#include <cmath>
#include <dlfcn.h>
#include <limits>
#include <mutex>
#include <thread>

using namespace mlir;
using namespace gradc;

/// The command line. lld resets all options of LLVM's kind whenever it links,
/// so what they say is read once.
static std::string cpuName;
static uint64_t every;
static bool measureTime;
static std::vector<std::string> wanted;

static void readOptions(int argc, char **argv) {
  namespace cl = llvm::cl;
  static cl::opt<std::string> cpu("cpu", cl::desc("make code for this CPU"));
  static cl::opt<uint64_t> each("every", cl::init(1),
                                cl::desc("look at every N-th number of f32"));
  static cl::opt<bool> time("time", cl::desc("measure the time instead"));
  static cl::list<std::string> functions(cl::Positional,
                                         cl::desc("FUNCTION..."));
  cl::ParseCommandLineOptions(argc, argv, "How exact kernels' functions are\n");
  cpuName = cpu;
  every = std::max<uint64_t>(each, 1);
  measureTime = time;
  wanted.assign(functions.begin(), functions.end());
}

/// Elements of a call; both tensors fit into the first-level cache.
static constexpr int64_t kBlock = 2048;
/// Blocks of f64 in a sample.
static constexpr uint64_t kWideBlocks = 2048;

//===----------------------------------------------------------------------===//
// The functions
//===----------------------------------------------------------------------===//

namespace {

struct Function {
  const char *name;
  /// From %x to %y, with T for the type.
  const char *code;
  double (*exact)(double);
  long double (*exactWide)(long double);
  /// Beyond 1 the absolute error counts, divided by |x|.
  bool isGate = false;
};

/// Formulas that libm has not, in f64 and in long double.
template <typename T>
struct Formula {
  static T logistic(T x) { return 1 / (1 + std::exp(-x)); }
  static T rsqrt(T x) { return 1 / std::sqrt(x); }
  static T cdf(T x) { return std::erfc(x * T(-0.70710678118654752440L)) / 2; }
  static T cdfByTanh(T x) {
    // Beyond, the cube may be infinite.
    x = std::max(std::min(x, T(1e4)), T(-1e4));
    T z = T(1.5957691216057307117597L) * (x + T(0.044715L) * x * x * x);
    return logistic(z);
  }
  static T gelu(T x) { return std::isinf(x) && x < 0 ? T(-0.0) : x * cdf(x); }
  static T geluByTanh(T x) {
    return std::isinf(x) && x < 0 ? T(-0.0) : x * cdfByTanh(x);
  }
};
using Narrow = Formula<double>;
using Wide = Formula<long double>;

} // namespace

#define GELU(FLAG)                                                             \
  "%low = arith.constant -40.0 : T\n"                                          \
  "%gate = kernel.normal_cdf %x " FLAG " : T\n"                                \
  "%bounded = arith.maximumf %x, %low : T\n"                                   \
  "%y = arith.mulf %bounded, %gate : T"

static const Function kFunctions[] = {
    {"exp", "%y = math.exp %x : T", std::exp, std::exp},
    {"exp2", "%y = math.exp2 %x : T", std::exp2, std::exp2},
    {"expm1", "%y = math.expm1 %x : T", std::expm1, std::expm1},
    {"log", "%y = math.log %x : T", std::log, std::log},
    {"log1p", "%y = math.log1p %x : T", std::log1p, std::log1p},
    {"tanh", "%y = math.tanh %x : T", std::tanh, std::tanh},
    {"erf", "%y = math.erf %x : T", std::erf, std::erf},
    {"rsqrt", "%y = math.rsqrt %x : T", Narrow::rsqrt, Wide::rsqrt},
    {"logistic", "%y = kernel.logistic %x : T", Narrow::logistic,
     Wide::logistic},
    {"normal_cdf", "%y = kernel.normal_cdf %x : T", Narrow::cdf, Wide::cdf,
     /*isGate=*/true},
    {"normal_cdf_by_tanh", "%y = kernel.normal_cdf %x {by_tanh} : T",
     Narrow::cdfByTanh, Wide::cdfByTanh, /*isGate=*/true},
    {"gelu", GELU(""), Narrow::gelu, Wide::gelu, /*isGate=*/true},
    {"gelu_by_tanh", GELU("{by_tanh}"), Narrow::geluByTanh, Wide::geluByTanh,
     /*isGate=*/true},
};

static std::string kernelText(const Function &function, StringRef type) {
  std::string code = function.code;
  for (size_t at; (at = code.find('T')) != std::string::npos;)
    code.replace(at, 1, type.str());
  std::string tensor =
      "tensor<" + std::to_string(kBlock) + "x" + type.str() + ">";
  return "kernel.def @kernel grid(%i = " + std::to_string(kBlock) +
         ") row() ins(%in: " + tensor + ") outs(%out: " + tensor +
         ") {\n%x = kernel.load %in[(d0) -> (d0)](%i) : " + tensor + " -> " +
         type.str() + "\n" + code +
         "\nkernel.store %y, %out[(d0) -> (d0)](%i) : " + type.str() + " -> " +
         tensor + "\n}\n";
}

//===----------------------------------------------------------------------===//
// Their kernels
//===----------------------------------------------------------------------===//

namespace {

/// One function's machine code.
class Kernel {
public:
  llvm::Error compile(MLIRContext &context, StringRef text);
  void run(const void *in, void *out) const {
    void *arguments[] = {const_cast<void *>(in), out};
    function(arguments, 0, tasks);
  }

private:
  gradc_kernel_fn function = nullptr;
  int64_t tasks = 0;
};

} // namespace

llvm::Error Kernel::compile(MLIRContext &context, StringRef text) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return llvm::createStringError("the kernel's text is wrong");
  auto machine = cpu::createTargetMachine(cpuName);
  if (!machine)
    return machine.takeError();
  auto defs = llvm::to_vector(module->getOps<kernel::DefOp>());
  OwningOpRef<ModuleOp> code = cpu::lowerKernels(&context, defs);
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> llvmModule =
      cpu::translateKernels(*code, llvmContext);
  if (!llvmModule)
    return llvm::createStringError("the kernel cannot be lowered to LLVM");
  llvmModule->getFunction("kernel.tasks")
      ->setVisibility(llvm::GlobalValue::DefaultVisibility);
  cpu::optimize(*llvmModule, **machine);

  SmallString<128> object, library;
  std::error_code error =
      llvm::sys::fs::createTemporaryFile("gradc-ulp", "o", object);
  if (!error)
    error = llvm::sys::fs::createTemporaryFile("gradc-ulp", "so", library);
  if (error)
    return llvm::createStringError(error, "cannot make a temporary file");
  llvm::FileRemover removeObject(object), removeLibrary(library);
  {
    llvm::raw_fd_ostream stream(object, error);
    if (llvm::Error failed = cpu::emitCode(
            *llvmModule, **machine, llvm::CodeGenFileType::ObjectFile, stream))
      return failed;
  }
  if (llvm::Error failed = cpu::linkLibrary({object.str().str()}, library))
    return failed;
  void *handle = dlopen(library.c_str(), RTLD_NOW);
  if (!handle)
    return llvm::createStringError("%s", dlerror());
  function = reinterpret_cast<gradc_kernel_fn>(dlsym(handle, "kernel.tasks"));
  tasks = cpu::scheduleKernel(defs[0]).tasks;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

namespace {

/// An error and where it is.
struct Worst {
  double error = 0.0, at = 0.0;
  void note(double newError, double newAt) {
    if (newError > error)
      error = newError, at = newAt;
  }
  void note(const Worst &other) { note(other.error, other.at); }
};

struct Findings {
  Worst ulps;     // where the relative error counts
  Worst absolute; // where the absolute one does
  uint64_t wrong = 0;
  double wrongAt = 0.0;
  uint64_t checksum = 0;

  void note(const Findings &other) {
    ulps.note(other.ulps);
    absolute.note(other.absolute);
    if (other.wrong != 0)
      wrong += other.wrong, wrongAt = other.wrongAt;
    checksum += other.checksum;
  }
};

} // namespace

/// The unit in the last place of the number of type T that is nearest to x.
template <typename T, typename W>
static W ulpOf(W x) {
  // Only the exponent counts, which f64 has for every long double met here.
  double size = std::max(std::fabs(static_cast<double>(x)),
                         static_cast<double>(std::numeric_limits<T>::min()));
  uint64_t exponent = llvm::bit_cast<uint64_t>(size) & 0x7ff0000000000000;
  return static_cast<W>(llvm::bit_cast<double>(exponent)) *
         std::numeric_limits<T>::epsilon();
}

/// Spreads equal bits of `index` over all bits.
static uint64_t mix(uint64_t index) {
  index = (index ^ (index >> 30)) * 0xbf58476d1ce4e5b9;
  index = (index ^ (index >> 27)) * 0x94d049bb133111eb;
  return index ^ (index >> 31);
}

/// Compares one result with the exact one.
template <typename T, typename W>
static void compare(const Function &function, T x, T y, W exact,
                    Findings &findings) {
  T rounded = static_cast<T>(exact);
  if (!std::isfinite(rounded) || !std::isfinite(y) ||
      (rounded == 0 && y == 0)) {
    bool isRight =
        std::isnan(rounded)
            ? std::isnan(y)
            : rounded == y && std::signbit(rounded) == std::signbit(y);
    if (!isRight)
      ++findings.wrong, findings.wrongAt = x;
    return;
  }
  W error = std::fabs(static_cast<W>(y) - exact);
  W size = std::fabs(static_cast<W>(x));
  if (function.isGate && size > 1)
    findings.absolute.note(error / size, x);
  else
    findings.ulps.note(error / ulpOf<T>(exact), x);
}

/// Runs `numBlocks` blocks, whose elements `element` makes from their numbers.
template <typename T, typename Element, typename Exact>
static Findings compareAll(const Function &function, const Kernel &kernel,
                           uint64_t count, Element element, Exact exact) {
  Findings findings;
  std::mutex mutex;
  std::atomic<uint64_t> next = 0;
  auto work = [&] {
    Findings own;
    alignas(64) T in[kBlock], out[kBlock];
    for (uint64_t start; (start = next.fetch_add(kBlock)) < count;) {
      for (int64_t i = 0; i < kBlock; ++i)
        in[i] = element(start + i);
      kernel.run(in, out);
      for (int64_t i = 0; i < kBlock && start + i < count; ++i) {
        compare(function, in[i], out[i], exact(in[i]), own);
        // NaN has many patterns, and which one comes out is left open.
        if (!std::isnan(out[i])) {
          uint64_t bits = 0;
          std::memcpy(&bits, &out[i], sizeof(T));
          own.checksum += bits * (2 * (start + i) + 1);
        }
      }
    }
    std::lock_guard<std::mutex> lock(mutex);
    findings.note(own);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i)
    threads.emplace_back(work);
  for (std::thread &thread : threads)
    thread.join();
  return findings;
}

static Findings compareF32(const Function &function, const Kernel &kernel) {
  uint64_t step = every;
  auto element = [&](uint64_t index) {
    return llvm::bit_cast<float>(static_cast<uint32_t>(index * step));
  };
  auto exact = [&](float x) { return function.exact(x); };
  return compareAll<float>(function, kernel, (uint64_t(1) << 32) / step,
                           element, exact);
}

static Findings compareF64(const Function &function, const Kernel &kernel) {
  auto element = [](uint64_t index) {
    uint64_t bits = mix(index + 0x9e3779b97f4a7c15);
    if (index % 4 == 0)
      return llvm::bit_cast<double>(bits);
    // Exponents from -40 to 10, where the functions are not constant.
    uint64_t exponent = 1023 - 40 + (bits >> 52) % 51;
    uint64_t rest = bits & 0x800fffffffffffff;
    return llvm::bit_cast<double>(rest | exponent << 52);
  };
  auto exact = [&](double x) {
    return function.exactWide(static_cast<long double>(x));
  };
  uint64_t blocks = std::max<uint64_t>(kWideBlocks / every, 16);
  return compareAll<double>(function, kernel, blocks * kBlock, element, exact);
}

/// Prints a line; whether all is within bounds.
static bool report(const Function &function, StringRef type,
                   const Findings &findings) {
  bool isF32 = type == "f32";
  double ulpBound = isF32 ? 2.0 : 1e-14 / 0x1p-53;
  double absoluteBound = isF32 ? 2e-7 : 1e-14;
  bool isGood = findings.ulps.error <= ulpBound &&
                findings.absolute.error <= absoluteBound && findings.wrong == 0;
  llvm::outs() << llvm::format("%-18s %s %7.3f ulp at %-14.9g", function.name,
                               type.data(), findings.ulps.error,
                               findings.ulps.at);
  if (function.isGate)
    llvm::outs() << llvm::format(" %.2e |x| at %-10.6g",
                                 findings.absolute.error, findings.absolute.at);
  if (findings.wrong != 0)
    llvm::outs() << " " << findings.wrong << " WRONG, one at "
                 << llvm::format("%.9g", findings.wrongAt);
  llvm::outs() << llvm::format(" %016llx", findings.checksum)
               << (isGood ? "\n" : " BEYOND ITS BOUND\n");
  llvm::outs().flush();
  return isGood;
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// The least of many runs over numbers in [-4, 4], or in (0, 4] for logarithms
/// and roots, as nanoseconds an element.
template <typename T>
static void measure(const Function &function, StringRef type,
                    const Kernel &kernel) {
  alignas(64) T in[kBlock], out[kBlock];
  bool isPositive = std::isnan(function.exact(-2.0));
  for (int64_t i = 0; i < kBlock; ++i) {
    double unit = static_cast<double>(mix(i + 1) >> 11) * 0x1p-53;
    in[i] = static_cast<T>(isPositive ? 4.0 - 4.0 * unit : 8.0 * unit - 4.0);
  }
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::infinity();
  for (int repetition = 0; repetition < 2000; ++repetition) {
    Clock::time_point start = Clock::now();
    for (int i = 0; i < 8; ++i)
      kernel.run(in, out);
    std::chrono::duration<double, std::nano> time = Clock::now() - start;
    least = std::min(least, time.count() / (8 * kBlock));
  }
  llvm::outs() << llvm::format("%-18s %s %7.3f ns\n", function.name,
                               type.data(), least);
  llvm::outs().flush();
}

int main(int argc, char **argv) {
  readOptions(argc, argv);
  MLIRContext context;
  context.loadDialect<kernel::KernelDialect>();
  registerBuiltinDialectTranslation(context);
  registerLLVMDialectTranslation(context);
  cpu::loadDialects(&context);
  bool isGood = true;
  for (StringRef type : {"f32", "f64"}) {
    for (const Function &function : kFunctions) {
      if (!wanted.empty() && !llvm::is_contained(wanted, function.name))
        continue;
      Kernel kernel;
      if (llvm::Error error =
              kernel.compile(context, kernelText(function, type))) {
        llvm::errs() << function.name << ": "
                     << llvm::toString(std::move(error)) << "\n";
        return 2;
      }
      bool isF32 = type == "f32";
      if (!measureTime)
        isGood &= report(function, type,
                         isF32 ? compareF32(function, kernel)
                               : compareF64(function, kernel));
      else if (isF32)
        measure<float>(function, type, kernel);
      else
        measure<double>(function, type, kernel);
    }
  }
  return isGood ? 0 : 1;
}
