//===- nvrtc_check.cpp - Whether CUDA takes the text of kernels -----------===//
//
//   nvrtc_check CUDA ARCHITECTURES FILE...
//
// compiles each file, one program, for each of the architectures ("sm_75,…")
// by the NVRTC of the toolkit in CUDA, and says what it could not compile and
// which kernels need a stack or spill registers. `--ptx` in place of the
// architectures prints PTX for sm_90 instead.
//
//===----------------------------------------------------------------------===//

#include "compiler/cuda/Nvrtc.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace gradc::cuda;
using llvm::StringRef;

/// Kernels compiled and complaints, of all threads.
struct Tally {
  std::mutex mutex;
  int64_t kernels = 0, faults = 0, mostRegisters = 0;

  void complain(const llvm::Twine &what) {
    std::lock_guard<std::mutex> lock(mutex);
    llvm::errs() << what << "\n";
    ++faults;
  }
};

/// Whether a kernel reduces angles, for which CUDA's library needs a stack.
static bool usesAngles(StringRef text, StringRef kernel) {
  StringRef body = text.split(("// launch " + kernel + " ").str()).second;
  body = body.take_front(body.find("\n}\n"));
  return llvm::any_of(llvm::ArrayRef<StringRef>{"sin", "cos", "tan"},
                      [&](StringRef name) {
                        return body.contains((" " + name + "f(").str()) ||
                               body.contains((" " + name + "(").str());
                      });
}

static void check(const Nvrtc &nvrtc, StringRef path, StringRef text,
                  StringRef architecture, Tally &tally) {
  llvm::Expected<Compiled> compiled = nvrtc.compile(text, path, architecture);
  if (!compiled)
    return tally.complain(path + ": " + llvm::toString(compiled.takeError()));
  std::vector<KernelUsage> kernels = readUsage(compiled->log);
  if (kernels.empty() || kernels.size() != text.count("\n// launch "))
    tally.complain(path +
                   ": ptxas says nothing of some kernels, or there are "
                   "none:\n" +
                   compiled->log);
  for (const KernelUsage &kernel : kernels) {
    auto forbid = [&](int64_t bytes, StringRef what) {
      if (bytes > 0)
        tally.complain(path + ": " + kernel.name + " has " +
                       llvm::Twine(bytes) + " bytes of " + what + " on " +
                       architecture);
    };
    if (!usesAngles(text, kernel.name))
      forbid(kernel.stackBytes, "stack");
    forbid(kernel.spillBytes, "spilled registers");
  }
  std::lock_guard<std::mutex> lock(tally.mutex);
  tally.kernels += kernels.size();
  for (const KernelUsage &kernel : kernels)
    tally.mostRegisters = std::max(tally.mostRegisters, kernel.registers);
}

int main(int argc, char **argv) {
  if (argc < 4) {
    llvm::errs() << "usage: nvrtc_check CUDA ARCHITECTURES|--ptx FILE...\n";
    return 2;
  }
  llvm::Expected<Nvrtc> nvrtc = Nvrtc::open(argv[1]);
  if (!nvrtc) {
    llvm::errs() << "nvrtc_check: " << llvm::toString(nvrtc.takeError())
                 << "\n";
    return 2;
  }
  bool wantsPtx = StringRef(argv[2]) == "--ptx";
  llvm::SmallVector<StringRef> architectures;
  StringRef(argv[2]).split(architectures, ',');
  Tally tally;
  {
    llvm::DefaultThreadPool pool;
    for (const char *path : llvm::ArrayRef(argv + 3, argv + argc)) {
      auto file = llvm::MemoryBuffer::getFile(path);
      if (!file) {
        tally.complain(path + llvm::Twine(": ") + file.getError().message());
        continue;
      }
      std::string text = (*file)->getBuffer().str();
      if (wantsPtx) {
        llvm::Expected<Compiled> compiled = nvrtc->compile(text, path, "sm_90");
        if (compiled)
          llvm::outs() << compiled->ptx;
        else
          tally.complain(llvm::toString(compiled.takeError()));
        continue;
      }
      for (StringRef architecture : architectures)
        pool.async([=, &nvrtc, &tally] {
          check(*nvrtc, path, text, architecture, tally);
        });
    }
  }
  if (!wantsPtx && tally.faults == 0)
    llvm::outs() << "NVRTC " << nvrtc->getVersion() << " compiles "
                 << tally.kernels << " kernels, " << architectures.size()
                 << " architectures together, with at most "
                 << tally.mostRegisters << " registers\n";
  return tally.faults == 0 ? 0 : 1;
}
