//===- CpuTarget.cpp - Native code for a CPU ------------------------------===//

#include "compiler/Target.h"

#include "compiler/LibraryTable.h"
#include "compiler/cpu/KernelSchedule.h"
#include "compiler/cpu/LowerToLLVM.h"
#include "compiler/cpu/MachineCode.h"
#include "compiler/cpu/StreamedOutputs.h"
#include "dialects/kernel/Kernel.h"
#include "gradc/library.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ThreadPool.h"
#include <deque>
#include <mutex>

using namespace mlir;
using namespace gradc;

namespace {

class CpuTarget : public Target {
public:
  StringRef getName() const override { return "cpu"; }
  std::optional<TargetFloor> findFloor(StringRef name) override {
    return llvm::StringSwitch<std::optional<TargetFloor>>(name)
        .Case("code", TargetFloor::Code)
        .Case("llvm", TargetFloor::LLVM)
        .Case("asm", TargetFloor::Assembly)
        .Default(std::nullopt);
  }
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

/// Into how many parts, compiled side by side, many kernels are cut.
static constexpr size_t kParts = 4, kKernelsPerPart = 16;

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
  std::string target = ("cpu-" + machine.getTargetTriple().getArchName()).str();
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
  cpu::loadDialects(module.getContext());
  cpu::markStreamedOutputs(module);
  OwningOpRef<ModuleOp> kernels = cpu::lowerKernels(
      module.getContext(), llvm::to_vector(module.getOps<kernel::DefOp>()));
  if (floor == TargetFloor::Code) {
    kernels->print(stream);
    return success();
  }
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code = cpu::translateKernels(*kernels, context);
  if (!code)
    return failure();
  auto machine = cpu::createTargetMachine(options.cpu);
  if (!machine)
    return fail(module, machine.takeError());
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

/// Machine code of some kernels as an object file in `object`.
static llvm::Error compileKernels(MLIRContext *mlirContext,
                                  ArrayRef<kernel::DefOp> defs,
                                  StringRef cpuName,
                                  SmallVectorImpl<char> &object) {
  auto machine = cpu::createTargetMachine(cpuName);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  OwningOpRef<ModuleOp> kernels = cpu::lowerKernels(mlirContext, defs);
  std::unique_ptr<llvm::Module> code = cpu::translateKernels(*kernels, context);
  if (!code)
    return llvm::createStringError("the kernels cannot be lowered to LLVM");
  cpu::optimize(*code, **machine);
  llvm::raw_svector_ostream stream(object);
  return cpu::emitCode(*code, **machine, llvm::CodeGenFileType::ObjectFile,
                       stream);
}

/// The table as an object file in `object`.
static llvm::Error compileTable(ModuleOp module, StringRef description,
                                llvm::TargetMachine &machine,
                                SmallVectorImpl<char> &object) {
  llvm::LLVMContext context;
  llvm::Module table("table", context);
  table.setTargetTriple(machine.getTargetTriple().str());
  table.setDataLayout(machine.createDataLayout());
  llvm::StringMap<TaskCount> tasks;
  for (auto def : module.getOps<kernel::DefOp>()) {
    OwningOpRef<kernel::DefOp> flat = cpu::prepare(def);
    cpu::KernelSchedule schedule = cpu::scheduleKernel(*flat);
    tasks[def.getSymName()] = schedule.isOpen() ? TaskCount{0, schedule.chunk}
                                                : TaskCount{schedule.tasks, 0};
  }
  addLibraryTable(module, tasks, description, table);
  llvm::raw_svector_ostream stream(object);
  return cpu::emitCode(table, machine, llvm::CodeGenFileType::ObjectFile,
                       stream);
}

static llvm::Error writeTemporary(StringRef path, StringRef ending,
                                  ArrayRef<char> bytes,
                                  std::deque<TemporaryFile> &files) {
  auto cannot = [&](std::error_code error) {
    return llvm::createStringError(error, "cannot write %s: %s",
                                   path.str().c_str(), error.message().c_str());
  };
  int file;
  SmallString<128> name;
  if (std::error_code error = llvm::sys::fs::createUniqueFile(
          path + ".%%%%%%" + ending, file, name))
    return cannot(error);
  files.emplace_back(name.str().str());
  llvm::raw_fd_ostream stream(file, /*shouldClose=*/true);
  stream.write(bytes.data(), bytes.size());
  stream.flush();
  std::error_code error = stream.error();
  stream.clear_error();
  return error ? cannot(error) : llvm::Error::success();
}

LogicalResult CpuTarget::compile(ModuleOp module, const TargetOptions &options,
                                 StringRef description, StringRef path) {
  auto machine = cpu::createTargetMachine(options.cpu);
  if (!machine)
    return fail(module, machine.takeError());
  MLIRContext *context = module.getContext();
  cpu::loadDialects(context);
  cpu::markStreamedOutputs(module);

  // How the kernels are dealt out depends on the model alone, so that equal
  // models give equal files; the last object is the table.
  SmallVector<kernel::DefOp> defs(module.getOps<kernel::DefOp>());
  size_t numParts = defs.size() < kKernelsPerPart ? 1 : kParts;
  SmallVector<SmallVector<kernel::DefOp>> parts(numParts);
  for (auto [i, def] : llvm::enumerate(defs))
    parts[i % numParts].push_back(def);
  SmallVector<SmallVector<char>> objects(numParts + 1);
  llvm::Error failed = llvm::Error::success();
  std::mutex failedMutex;
  auto note = [&](llvm::Error error) {
    std::lock_guard<std::mutex> lock(failedMutex);
    failed = llvm::joinErrors(std::move(failed), std::move(error));
  };
  {
    llvm::DefaultThreadPool pool(
        llvm::heavyweight_hardware_concurrency(numParts));
    for (size_t i = 0; i < numParts; ++i)
      pool.async([&, i] {
        note(compileKernels(context, parts[i], options.cpu, objects[i]));
      });
    note(compileTable(module, description, **machine, objects.back()));
    pool.wait();
  }
  if (failed)
    return fail(module, std::move(failed));

  // Everything is made under other names beside the library's.
  std::deque<TemporaryFile> files;
  SmallVector<std::string> objectPaths;
  for (ArrayRef<char> object : objects) {
    if (llvm::Error error = writeTemporary(path, ".o", object, files))
      return fail(module, std::move(error));
    objectPaths.push_back(files.back().getPath());
  }
  if (llvm::Error error = writeTemporary(path, ".tmp", {}, files))
    return fail(module, std::move(error));
  TemporaryFile &library = files.back();
  if (llvm::Error error = cpu::linkLibrary(objectPaths, library.getPath()))
    return fail(module, std::move(error));

  auto image = llvm::MemoryBuffer::getFile(library.getPath());
  std::error_code error = image.getError();
  if (!error) {
    gradc_trailer_t trailer = makeTrailer(
        llvm::arrayRefFromStringRef((*image)->getBuffer()), **machine);
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
    return fail(module, llvm::createStringError(error, "cannot write %s: %s",
                                                path.str().c_str(),
                                                error.message().c_str()));
  return success();
}

Target &gradc::getCpuTarget() {
  static CpuTarget target;
  return target;
}
