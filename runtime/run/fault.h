//===- fault.h - How gradc-run fails ----------------------------*- C++ -*-===//
//
// Whatever goes wrong ends in one sentence and one exit code. The code that
// finds the fault throws it; main prints it.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_RUN_FAULT_H
#define GRADC_RUN_FAULT_H

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace gradc::run {

/// What the process returns; docs/gradc-run.md lists them for users.
enum ExitCode {
  ExitDone = 0,
  ExitInput = 1,     ///< the model, the data or the options are at fault
  ExitMachine = 2,   ///< no memory, full disk, missing library
  ExitNonFinite = 3, ///< stopped after a skipped step
  ExitSignal = 128   ///< plus the number of the signal
};

class Fault : public std::runtime_error {
public:
  Fault(ExitCode code, const std::string &sentence)
      : std::runtime_error(sentence), code(code) {}
  const ExitCode code;
};

/// The input is at fault: throws the formatted sentence with exit code 1.
template <typename... Args>
[[noreturn]] void inputFault(fmt::format_string<Args...> format,
                             Args &&...args) {
  throw Fault(ExitInput, fmt::format(format, std::forward<Args>(args)...));
}

/// The machine is at fault: throws the formatted sentence with exit code 2.
template <typename... Args>
[[noreturn]] void machineFault(fmt::format_string<Args...> format,
                               Args &&...args) {
  throw Fault(ExitMachine, fmt::format(format, std::forward<Args>(args)...));
}

} // namespace gradc::run

#endif // GRADC_RUN_FAULT_H
