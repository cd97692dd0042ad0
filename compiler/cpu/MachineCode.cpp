//===- MachineCode.cpp - LLVM IR to a shared library ----------------------===//

#include "compiler/cpu/MachineCode.h"

#include "gradc/library.h"
#include "lld/Common/Driver.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <cmath>
#include <dlfcn.h>

LLD_HAS_DRIVER(elf)

using namespace gradc;

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
cpu::createTargetMachine(llvm::StringRef cpu) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::string triple = llvm::sys::getDefaultTargetTriple();
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError("no code can be made for %s: %s",
                                   triple.c_str(), error.c_str());

  // A CPU's name says what the model can do, but a virtual machine may hide
  // some of it: for this machine, ask.
  llvm::SubtargetFeatures features;
  std::string name = cpu.str();
  if (cpu.empty()) {
    name = llvm::sys::getHostCPUName().str();
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      features.AddFeature(feature.getKey(), feature.getValue());
  } else {
    std::unique_ptr<llvm::MCSubtargetInfo> info(
        target->createMCSubtargetInfo(triple, "", ""));
    if (!info->isCPUStringValid(cpu))
      return llvm::createStringError("--cpu: LLVM knows no CPU '%s'",
                                     name.c_str());
  }
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, name, features.getString(), options, llvm::Reloc::PIC_,
      std::nullopt, llvm::CodeGenOptLevel::Default));
}

uint64_t cpu::getCpuFeatures(const llvm::TargetMachine &machine) {
  const llvm::MCSubtargetInfo *info = machine.getMCSubtargetInfo();
  uint64_t bits = 0;
#define GRADC_TEST_FEATURE(bit, name)                                          \
  if (info->checkFeatures("+" name))                                           \
    bits |= uint64_t(1) << bit;
  GRADC_CPU_FEATURES(GRADC_TEST_FEATURE)
#undef GRADC_TEST_FEATURE
  return bits;
}

void cpu::optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  module.setTargetTriple(machine.getTargetTriple().str());
  module.setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.addFnAttr("prefer-vector-width", "512");
    function.addFnAttr("min-legal-vector-width", "512");
    function.addFnAttr(llvm::Attribute::NoUnwind);
  }
  // The code is vectors already.
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopInterleaving = false;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

llvm::Error cpu::emitCode(llvm::Module &module, llvm::TargetMachine &machine,
                          llvm::CodeGenFileType type,
                          llvm::raw_pwrite_stream &stream) {
  llvm::legacy::PassManager manager;
  if (machine.addPassesToEmitFile(manager, stream, nullptr, type))
    return llvm::createStringError("LLVM cannot emit this kind of file");
  manager.run(module);
  return llvm::Error::success();
}

/// The libm in use, so that libraries name the one they will find.
static std::string findLibm() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void *>(static_cast<double (*)(double)>(std::exp)),
             &info) &&
      info.dli_fname && llvm::StringRef(info.dli_fname).contains("libm"))
    return info.dli_fname;
  return "";
}

llvm::Error cpu::linkLibrary(llvm::StringRef object, llvm::StringRef library) {
  std::string objectPath = object.str(), libraryPath = library.str();
  std::string libm = findLibm();
  llvm::SmallVector<const char *> arguments = {
      "ld.lld", "-shared",          "-z",
      "now",    "--hash-style=gnu", "--build-id=none",
      "-o",     libraryPath.c_str(), objectPath.c_str()};
  if (!libm.empty())
    arguments.push_back(libm.c_str());
  std::string output;
  llvm::raw_string_ostream stream(output);
  lld::Result result = lld::lldMain(arguments, stream, stream,
                                    {{lld::Gnu, &lld::elf::link}});
  if (result.retCode == 0)
    return llvm::Error::success();
  return llvm::createStringError("cannot link the library: %s",
                                 stream.str().c_str());
}
