//===- CpuTarget.cpp - Native code for a CPU ------------------------------===//

#include "compiler/Target.h"

#include "compiler/LibraryTable.h"
#include "compiler/cpu/KernelSchedule.h"
#include "compiler/cpu/LowerToLLVM.h"
#include "compiler/cpu/MachineCode.h"
#include "dialects/kernel/Kernel.h"
#include "gradc/library.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace mlir;
using namespace gradc;

namespace {

class CpuTarget : public Target {
public:
  StringRef getName() const override { return "cpu"; }
  llvm::Error check(const TargetOptions &options) override {
    return cpu::createTargetMachine(options.cpu).takeError();
  }

  LogicalResult print(ModuleOp module, TargetFloor floor,
                      const TargetOptions &options,
                      raw_ostream &stream) override;
  LogicalResult compile(ModuleOp module, const TargetOptions &options,
                        StringRef description, StringRef path) override;
};

/// Removes a file unless it was kept.
class TemporaryFile {
public:
  explicit TemporaryFile(std::string path) : path(std::move(path)) {}
  ~TemporaryFile() {
    if (!kept)
      llvm::sys::fs::remove(path);
  }
  std::error_code keepAs(StringRef name) {
    std::error_code error = llvm::sys::fs::rename(path, name);
    kept = !error;
    return error;
  }
  const std::string &getPath() const { return path; }

private:
  std::string path;
  bool kept = false;
};

} // namespace

static LogicalResult fail(ModuleOp module, llvm::Error error) {
  return emitError(UnknownLoc::get(module.getContext()),
                   llvm::toString(std::move(error)));
}

/// The trailer that lets the runtime refuse a library before it maps it.
static gradc_trailer_t makeTrailer(ArrayRef<uint8_t> image,
                                   const llvm::TargetMachine &machine) {
  gradc_trailer_t trailer = {};
  std::memcpy(trailer.magic, "GRADCLIB", sizeof(trailer.magic));
  trailer.version = GRADC_LIBRARY_VERSION;
  trailer.image_bytes = image.size();
  auto copy = [](char *to, size_t size, StringRef from) {
    std::memcpy(to, from.data(), std::min(size - 1, from.size()));
  };
  std::string target =
      ("cpu-" + machine.getTargetTriple().getArchName()).str();
  copy(trailer.target, sizeof(trailer.target), target);
  copy(trailer.cpu, sizeof(trailer.cpu), machine.getTargetCPU());
  trailer.cpu_features = cpu::getCpuFeatures(machine);
  ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(&trailer),
                          sizeof(trailer));
  trailer.checksum = llvm::crc32(llvm::crc32(image), bytes);
  return trailer;
}

LogicalResult CpuTarget::print(ModuleOp module, TargetFloor floor,
                               const TargetOptions &options,
                               raw_ostream &stream) {
  OwningOpRef<ModuleOp> kernels = cpu::lowerKernels(module);
  if (floor == TargetFloor::Code) {
    kernels->print(stream);
    return success();
  }
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code =
      cpu::translateKernels(*kernels, context);
  if (!code)
    return failure();
  auto machine = cpu::createTargetMachine(options.cpu);
  if (!machine)
    return fail(module, machine.takeError());
  // What no table names would be optimised away.
  for (llvm::Function &function : *code)
    if (function.getName().ends_with(".tasks"))
      function.setLinkage(llvm::Function::ExternalLinkage);
  cpu::optimize(*code, **machine);
  if (floor == TargetFloor::LLVM) {
    code->print(stream, nullptr);
    return success();
  }
  SmallVector<char> text;
  llvm::raw_svector_ostream textStream(text);
  if (llvm::Error error = cpu::emitCode(
          *code, **machine, llvm::CodeGenFileType::AssemblyFile, textStream))
    return fail(module, std::move(error));
  stream << textStream.str();
  return success();
}

LogicalResult CpuTarget::compile(ModuleOp module, const TargetOptions &options,
                                 StringRef description, StringRef path) {
  auto machine = cpu::createTargetMachine(options.cpu);
  if (!machine)
    return fail(module, machine.takeError());
  llvm::LLVMContext context;
  OwningOpRef<ModuleOp> kernels = cpu::lowerKernels(module);
  std::unique_ptr<llvm::Module> code =
      cpu::translateKernels(*kernels, context);
  if (!code)
    return failure();
  llvm::StringMap<TableKernel> table;
  for (auto def : module.getOps<kernel::DefOp>())
    table[def.getSymName()] = {
        code->getFunction((def.getSymName() + ".tasks").str()),
        cpu::scheduleKernel(def).tasks};
  addLibraryTable(module, table, description, *code);
  cpu::optimize(*code, **machine);

  SmallVector<char> object;
  llvm::raw_svector_ostream objectStream(object);
  if (llvm::Error error = cpu::emitCode(
          *code, **machine, llvm::CodeGenFileType::ObjectFile, objectStream))
    return fail(module, std::move(error));

  // Everything is made under other names beside the library's.
  auto create = [&](const Twine &model, SmallVectorImpl<char> &name, int &file) {
    std::error_code error = llvm::sys::fs::createUniqueFile(model, file, name);
    return error ? llvm::createStringError(
                       error, "cannot write %s: %s", path.str().c_str(),
                       error.message().c_str())
                 : llvm::Error::success();
  };
  int file;
  SmallString<128> name;
  if (llvm::Error error = create(path + ".%%%%%%.o", name, file))
    return fail(module, std::move(error));
  TemporaryFile objectFile(name.str().str());
  {
    llvm::raw_fd_ostream stream(file, /*shouldClose=*/true);
    stream << objectStream.str();
    stream.flush();
    if (std::error_code error = stream.error()) {
      stream.clear_error();
      return fail(module, llvm::createStringError(
                              error, "cannot write %s: %s", path.str().c_str(),
                              error.message().c_str()));
    }
  }
  if (llvm::Error error = create(path + ".%%%%%%.tmp", name, file))
    return fail(module, std::move(error));
  TemporaryFile library(name.str().str());
  llvm::raw_fd_ostream(file, /*shouldClose=*/true).close();
  if (llvm::Error error =
          cpu::linkLibrary(objectFile.getPath(), library.getPath()))
    return fail(module, std::move(error));

  auto image = llvm::MemoryBuffer::getFile(library.getPath());
  std::error_code error = image.getError();
  if (!error) {
    gradc_trailer_t trailer =
        makeTrailer(llvm::arrayRefFromStringRef((*image)->getBuffer()),
                    **machine);
    llvm::raw_fd_ostream stream(library.getPath(), error,
                                llvm::sys::fs::OF_Append);
    stream.write(reinterpret_cast<const char *>(&trailer), sizeof(trailer));
    stream.flush();
    error = stream.error();
    stream.clear_error();
  }
  if (!error)
    error = library.keepAs(path);
  if (error)
    return fail(module, llvm::createStringError(
                            error, "cannot write %s: %s", path.str().c_str(),
                            error.message().c_str()));
  return success();
}

Target *gradc::getTarget(StringRef name) {
  static CpuTarget cpu;
  return name == cpu.getName() ? &cpu : nullptr;
}
