//===- Nvrtc.cpp - NVIDIA's compiler of CUDA C++ --------------------------===//

#include "compiler/cuda/Nvrtc.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace gradc;
using namespace gradc::cuda;
using llvm::StringRef;

/// The functions of nvrtc.h that are called; 0 is success.
struct Nvrtc::Functions {
  using Program = void *;
  int (*version)(int *major, int *minor);
  int (*numArchitectures)(int *count);
  int (*architectures)(int *numbers);
  const char *(*errorString)(int result);
  int (*create)(Program *program, const char *text, const char *name,
                int numHeaders, const char *const *headers,
                const char *const *includeNames);
  int (*compile)(Program program, int numOptions, const char *const *options);
  int (*destroy)(Program *program);
  int (*logSize)(Program program, size_t *size);
  int (*log)(Program program, char *text);
  int (*ptxSize)(Program program, size_t *size);
  int (*ptx)(Program program, char *text);
  int (*cubinSize)(Program program, size_t *size);
  int (*cubin)(Program program, char *bytes);
};

namespace {

/// Versions whose interface is the one above, the newest first.
constexpr int kMajorVersions[] = {13, 12};

} // namespace

llvm::Expected<Nvrtc> Nvrtc::open(StringRef folder) {
  llvm::sys::DynamicLibrary library;
  for (int major : kMajorVersions)
    for (StringRef lib : {"lib64", "lib"}) {
      if (library.isValid())
        break;
      std::string path =
          (folder + "/" + lib + "/libnvrtc.so." + llvm::Twine(major)).str();
      library = llvm::sys::DynamicLibrary::getPermanentLibrary(path.c_str());
    }
  if (!library.isValid())
    return llvm::createStringError(
        "there is no NVRTC (libnvrtc.so.13 or .12) of a CUDA Toolkit in " +
        folder);
  static Functions functions;
  bool hasAll = true;
  auto find = [&](auto &function, const char *name) {
    void *address = library.getAddressOfSymbol(name);
    hasAll &= address != nullptr;
    function = reinterpret_cast<std::decay_t<decltype(function)>>(address);
  };
  find(functions.version, "nvrtcVersion");
  find(functions.numArchitectures, "nvrtcGetNumSupportedArchs");
  find(functions.architectures, "nvrtcGetSupportedArchs");
  find(functions.errorString, "nvrtcGetErrorString");
  find(functions.create, "nvrtcCreateProgram");
  find(functions.compile, "nvrtcCompileProgram");
  find(functions.destroy, "nvrtcDestroyProgram");
  find(functions.logSize, "nvrtcGetProgramLogSize");
  find(functions.log, "nvrtcGetProgramLog");
  find(functions.ptxSize, "nvrtcGetPTXSize");
  find(functions.ptx, "nvrtcGetPTX");
  find(functions.cubinSize, "nvrtcGetCUBINSize");
  find(functions.cubin, "nvrtcGetCUBIN");
  if (!hasAll)
    return llvm::createStringError("the NVRTC in " + folder +
                                   " lacks a function that gradc calls");
  Nvrtc result;
  result.functions = &functions;
  result.folder = folder.str();
  return result;
}

std::string Nvrtc::getVersion() const {
  int major = 0, minor = 0;
  functions->version(&major, &minor);
  return (llvm::Twine(major) + "." + llvm::Twine(minor)).str();
}

std::vector<std::string> Nvrtc::getArchitectures() const {
  int count = 0;
  functions->numArchitectures(&count);
  std::vector<int> numbers(count);
  functions->architectures(numbers.data());
  std::vector<std::string> names;
  for (int number : numbers)
    names.push_back("sm_" + std::to_string(number));
  return names;
}

llvm::Expected<Compiled> Nvrtc::compile(StringRef text, StringRef name,
                                        StringRef architecture) const {
  std::string target = ("--gpu-architecture=" + architecture).str();
  std::string include = "--include-path=" + folder + "/include";
  const char *options[] = {target.c_str(), include.c_str(), "--fmad=false",
                           "--std=c++17", "--ptxas-options=-v"};
  Functions::Program program = nullptr;
  int status = functions->create(&program, text.str().c_str(),
                                 name.str().c_str(), 0, nullptr, nullptr);
  if (status != 0)
    return llvm::createStringError("NVRTC: " +
                                   StringRef(functions->errorString(status)));
  // Sizes count a 0 at the end of texts.
  auto read = [&](auto getSize, auto get, bool isText) {
    size_t size = 0;
    std::string bytes;
    if (getSize(program, &size) == 0 && size > 0) {
      bytes.resize(size);
      get(program, bytes.data());
    }
    if (isText && !bytes.empty())
      bytes.pop_back();
    return bytes;
  };
  status = functions->compile(program, std::size(options), options);
  Compiled result;
  result.log = read(functions->logSize, functions->log, true);
  if (status == 0) {
    result.ptx = read(functions->ptxSize, functions->ptx, true);
    result.cubin = read(functions->cubinSize, functions->cubin, false);
  }
  functions->destroy(&program);
  if (status != 0)
    return llvm::createStringError(
        "NVRTC: " + StringRef(functions->errorString(status)) + " for " +
        architecture + "\n" + result.log);
  return result;
}

/// The number before `word` in `line`, 0 if there is none.
static int64_t numberBefore(StringRef line, StringRef word) {
  StringRef before = line.take_front(line.find(word)).rtrim();
  if (before.size() == line.size())
    return 0;
  StringRef digits = before.take_back(
      before.size() - (before.find_last_not_of("0123456789") + 1));
  int64_t number = 0;
  return digits.getAsInteger(10, number) ? 0 : number;
}

std::vector<KernelUsage> cuda::readUsage(StringRef log) {
  std::vector<KernelUsage> kernels;
  for (StringRef line : llvm::split(log, '\n')) {
    if (line.contains("Compiling entry function")) {
      kernels.push_back({line.split('\'').second.split('\'').first.str()});
      continue;
    }
    if (kernels.empty())
      continue;
    KernelUsage &kernel = kernels.back();
    if (line.contains("bytes stack frame")) {
      kernel.stackBytes = numberBefore(line, "bytes stack frame");
      kernel.spillBytes = numberBefore(line, "bytes spill stores") +
                          numberBefore(line, "bytes spill loads");
    } else if (line.contains("Used ")) {
      kernel.registers = numberBefore(line, "registers");
      kernel.sharedBytes = numberBefore(line, "bytes smem");
    }
  }
  return kernels;
}
