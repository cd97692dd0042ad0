//===- MachineCode.h - LLVM IR to a shared library --------------*- C++ -*-===//

#ifndef GRADC_COMPILER_CPU_MACHINECODE_H
#define GRADC_COMPILER_CPU_MACHINECODE_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace gradc::cpu {

/// The machine that code is made for: this one's CPU, or the one that LLVM
/// knows as `cpu`.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::StringRef cpu);

/// Bit i: `machine` may use feature i of GRADC_CPU_FEATURES (library.h).
uint64_t getCpuFeatures(const llvm::TargetMachine &machine);

/// Optimises `module` for `machine`.
void optimize(llvm::Module &module, llvm::TargetMachine &machine);

/// `module` as an object file, or as assembly.
llvm::Error emitCode(llvm::Module &module, llvm::TargetMachine &machine,
                     llvm::CodeGenFileType type,
                     llvm::raw_pwrite_stream &stream);

/// Links object files into the shared library `library`, in this process.
llvm::Error linkLibrary(llvm::ArrayRef<std::string> objects,
                        llvm::StringRef library);

} // namespace gradc::cpu

#endif // GRADC_COMPILER_CPU_MACHINECODE_H
