//===- Nvrtc.h - NVIDIA's compiler of CUDA C++ ------------------*- C++ -*-===//
//
// NVRTC turns text into machine code for a GPU, on machines without one too.
// It is opened at run time: nothing of CUDA's is needed to build gradc.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_COMPILER_CUDA_NVRTC_H
#define GRADC_COMPILER_CUDA_NVRTC_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace gradc::cuda {

/// What became of one program.
struct Compiled {
  std::string cubin;
  std::string ptx;
  /// The compiler's words, those of ptxas -v included.
  std::string log;
};

/// What ptxas says about a kernel.
struct KernelUsage {
  std::string name;
  int64_t registers = 0;
  int64_t stackBytes = 0;
  /// Registers that went to memory, stores and loads.
  int64_t spillBytes = 0;
  int64_t sharedBytes = 0;
};

class Nvrtc {
public:
  /// Opens the library of the CUDA Toolkit in `folder`, from which headers are
  /// taken as well.
  static llvm::Expected<Nvrtc> open(llvm::StringRef folder);

  /// "13.0".
  std::string getVersion() const;

  /// The architectures that it makes code for: "sm_75", ….
  std::vector<std::string> getArchitectures() const;

  /// Compiles `text`, called `name` in messages, for `architecture`, without
  /// contraction of multiplications and additions. Thread-safe.
  llvm::Expected<Compiled> compile(llvm::StringRef text, llvm::StringRef name,
                                   llvm::StringRef architecture) const;

private:
  struct Functions;
  const Functions *functions = nullptr;
  std::string folder;
};

/// Reads what ptxas -v wrote into `log`.
std::vector<KernelUsage> readUsage(llvm::StringRef log);

} // namespace gradc::cuda

#endif // GRADC_COMPILER_CUDA_NVRTC_H
