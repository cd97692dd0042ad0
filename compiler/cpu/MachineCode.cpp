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
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
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
  llvm::PassBuilder builder(&machine);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  // The code is vectors in loops already, without allocas, calls to inline or
  // exceptions: a tenth of LLVM's own pipeline does all of its good here.
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  llvm::LoopPassManager loopPasses;
  loopPasses.addPass(llvm::LoopRotatePass());
  loopPasses.addPass(llvm::LICMPass(llvm::LICMOptions()));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loopPasses),
                                                       /*UseMemorySSA=*/true));
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  // Which arguments lie apart is best known while they are arguments.
  llvm::ModulePassManager pipeline;
  pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  pipeline.addPass(llvm::AlwaysInlinerPass());
  pipeline.addPass(llvm::GlobalDCEPass());
  pipeline.run(module, modules);
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
  if (dladdr(
          reinterpret_cast<void *>(static_cast<double (*)(double)>(std::exp)),
          &info) &&
      info.dli_fname && llvm::StringRef(info.dli_fname).contains("libm"))
    return info.dli_fname;
  return "";
}

llvm::Error cpu::linkLibrary(llvm::ArrayRef<std::string> objects,
                             llvm::StringRef library) {
  std::string libraryPath = library.str();
  std::string libm = findLibm();
  llvm::SmallVector<const char *> arguments = {
      "ld.lld",           "-shared",         "-z", "now",
      "--hash-style=gnu", "--build-id=none", "-o", libraryPath.c_str()};
  for (const std::string &object : objects)
    arguments.push_back(object.c_str());
  if (!libm.empty())
    arguments.push_back(libm.c_str());
  std::string output;
  llvm::raw_string_ostream stream(output);
  lld::Result result =
      lld::lldMain(arguments, stream, stream, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode == 0)
    return llvm::Error::success();
  return llvm::createStringError("cannot link the library: %s",
                                 stream.str().c_str());
}
