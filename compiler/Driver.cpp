//===- Driver.cpp - gradc from command line to library --------------------===//

#include "compiler/Driver.h"

#include "compiler/Description.h"
#include "compiler/Options.h"
#include "compiler/Pipeline.h"
#include "compiler/RecipeSettings.h"
#include "compiler/Report.h"
#include "compiler/Target.h"
#include "dialects/Registration.h"
#include "dialects/kernel/Kernel.h"
#include "dialects/nn/ModelText.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "passes/fusion/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>

using namespace mlir;
using namespace gradc;
namespace json = llvm::json;

namespace {

/// Writes what is left; LLVM's streams end the process at a fault that nobody
/// has asked for.
std::error_code closeStream(llvm::raw_fd_ostream &stream) {
  stream.flush();
  std::error_code error = stream.error();
  stream.clear_error();
  return error;
}

/// The floors that all targets share, as `--emit` calls them.
constexpr std::pair<Floor, const char *> kPhases[] = {
    {Floor::NN, "nn"},         {Floor::Train, "train"}, {Floor::Prim, "prim"},
    {Floor::Kernel, "kernel"}, {Floor::Rt, "rt"},
};

bool isPhase(StringRef name) {
  return llvm::any_of(kPhases,
                      [&](auto phase) { return phase.second == name; });
}

enum ExitCode { kDone = 0, kInputAtFault = 1, kMachineAtFault = 2 };

class Driver {
public:
  explicit Driver(const Options &options)
      : options(options), context(makeRegistry()),
        diagnostics(sources, &context),
        ownDiagnostics(&context, [](Diagnostic &diagnostic) {
          // What has no place in the model is said like any other complaint.
          if (!isa<UnknownLoc>(diagnostic.getLocation()))
            return failure();
          llvm::errs() << "gradc: " << diagnostic.str() << "\n";
          return success();
        }) {
    targetOptions.cpu = options.cpu;
    // An error is one sentence and the line; the op's generic form says no
    // more.
    context.printOpOnDiagnostic(false);
  }

  int run();

private:
  static DialectRegistry makeRegistry();
  int complain(const Twine &message, ExitCode code);
  bool mayReplace(StringRef flag, StringRef path, bool isWhole);
  LogicalResult runPhase(Floor floor);
  int finish(json::Object functions, int64_t leastBytes);
  int writeReport(const json::Object &report);
  template <typename Work>
  auto timed(StringRef what, Work work);

  const Options &options;
  TargetOptions targetOptions;
  llvm::SourceMgr sources;
  MLIRContext context;
  SourceMgrDiagnosticHandler diagnostics;
  ScopedDiagnosticHandler ownDiagnostics;
  OwningOpRef<ModuleOp> module;
  Target *target = nullptr;
};

DialectRegistry Driver::makeRegistry() {
  DialectRegistry registry;
  registerDialects(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  return registry;
}

int Driver::complain(const Twine &message, ExitCode code) {
  llvm::errs() << "gradc: " << message << "\n";
  return code;
}

/// The model is not written over, and what is no file (a device, a pipe) not
/// replaced by one.
bool Driver::mayReplace(StringRef flag, StringRef path, bool isWhole) {
  llvm::sys::fs::file_status status;
  if (path.empty() || llvm::sys::fs::status(path, status))
    return true;
  bool isModel = false;
  if (!llvm::sys::fs::equivalent(path, options.model, isModel) && isModel)
    complain(flag + ": " + path + " is the model itself", kInputAtFault);
  else if (isWhole && !llvm::sys::fs::is_regular_file(status))
    complain(flag + ": " + path + " is there already and is no file",
             kInputAtFault);
  else
    return true;
  return false;
}

template <typename Work>
auto Driver::timed(StringRef what, Work work) {
  auto start = std::chrono::steady_clock::now();
  auto result = work();
  std::chrono::duration<double, std::milli> spent =
      std::chrono::steady_clock::now() - start;
  if (options.verbose)
    llvm::errs() << llvm::format("%8.1f ms  ", spent.count()) << what << "\n";
  return result;
}

LogicalResult Driver::runPhase(Floor floor) {
  PassManager manager(&context);
  // Once a phase is enough; gradc-opt verifies after every pass.
  manager.enableVerifier(false);
  // A program written on the kernel floor is checked there and goes down.
  if (!module->getOps<kernel::DefOp>().empty() && floor < Floor::Rt) {
    if (floor == Floor::Kernel)
      manager.addPass(fusion::createVerifyKernelPass());
  } else {
    addPhase(manager, floor,
             {options.entry, options.dims, options.fusion == "on",
              options.target == "cpu"});
  }
  return failure(failed(manager.run(*module)) || failed(verify(*module)));
}

int Driver::run() {
  target = getTarget(options.target);
  if (!target)
    return complain("--target: there is no target '" + options.target +
                        "' in this build; there are cpu and cuda",
                    kInputAtFault);
  if (llvm::Error error = target->check(targetOptions))
    return complain(llvm::toString(std::move(error)), kInputAtFault);
  if (!options.emit.empty() && !isPhase(options.emit) &&
      !target->findFloor(options.emit))
    return complain("--emit: the target " + options.target + " has no floor '" +
                        options.emit + "'",
                    kInputAtFault);
  if (!mayReplace("-o", options.output, /*isWhole=*/true) ||
      !mayReplace("--report", options.report, /*isWhole=*/false))
    return kInputAtFault;

  module =
      timed("parse", [&] { return nn::parseModel(options.model, context); });
  if (!module || failed(overrideRecipe(*module, options.settings)))
    return kInputAtFault;
  if (options.printRecipe) {
    if (failed(printRecipe(*module, options.settings, llvm::outs())))
      return kInputAtFault;
    if (options.output.empty() && options.emit.empty() && !options.wantsReport)
      return kDone;
  }

  json::Object ranges, functions;
  int64_t leastBytes = 0;
  for (auto [floor, name] : kPhases) {
    if (failed(timed(name, [&, floor = floor] { return runPhase(floor); })))
      return kInputAtFault;
    if (floor == Floor::NN)
      ranges = describeRanges(*module);
    if (floor == Floor::Prim)
      functions = describeFunctions(*module, std::move(ranges));
    if (floor == Floor::Kernel)
      leastBytes = countLeastBytes(*module);
    if (options.emit == name) {
      OpPrintingFlags flags;
      flags.enableDebugInfo(); // in the form that gradc-opt reads
      module->print(llvm::outs(), flags);
      return kDone;
    }
  }
  return finish(std::move(functions), leastBytes);
}

/// From the `rt` floor on.
int Driver::finish(json::Object functions, int64_t leastBytes) {
  if (!options.emit.empty()) {
    TargetFloor floor = *target->findFloor(options.emit);
    return succeeded(target->print(*module, floor, targetOptions, llvm::outs()))
               ? kDone
               : kMachineAtFault;
  }
  json::Object report =
      makeReport(*module, *functions.getObject("roles"), leastBytes);
  if (!options.output.empty()) {
    std::string description = describeLibrary(
        *module, std::move(functions), target->getName(), json::Object(report));
    LogicalResult written = timed("code", [&] {
      return target->compile(*module, targetOptions, description,
                             options.output);
    });
    if (failed(written))
      return kMachineAtFault;
  }
  return options.wantsReport ? writeReport(report) : kDone;
}

int Driver::writeReport(const json::Object &report) {
  if (options.report.empty()) {
    printReport(report, llvm::outs());
    return kDone;
  }
  std::error_code error;
  {
    llvm::raw_fd_ostream stream(options.report, error);
    if (!error) {
      if (StringRef(options.report).ends_with(".json"))
        stream << llvm::formatv("{0:2}\n", json::Value(json::Object(report)));
      else
        printReport(report, stream);
      error = closeStream(stream);
    }
  }
  if (!error)
    return kDone;
  if (llvm::sys::fs::is_regular_file(options.report))
    llvm::sys::fs::remove(options.report); // half of one misleads
  return complain("--report: cannot write " + options.report + ": " +
                      error.message(),
                  kMachineAtFault);
}

} // namespace

int gradc::runDriver(int argc, char **argv) {
  Options options;
  if (std::optional<int> code = parseOptions(argc, argv, options))
    return *code;
  int code = Driver(options).run();
  std::error_code error = closeStream(llvm::outs());
  if (!error)
    return code;
  llvm::errs() << "gradc: cannot write to standard output: " << error.message()
               << "\n";
  return kMachineAtFault;
}
