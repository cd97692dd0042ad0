//===- options.h - The command line of gradc-run ----------------*- C++ -*-===//

#ifndef GRADC_RUN_OPTIONS_H
#define GRADC_RUN_OPTIONS_H

#include "checkpoint.h"
#include "dataset.h"

namespace gradc::run {

struct Options {
  std::string library;
  std::string device = "cpu";
  int32_t threads = 0; ///< 0: one for each CPU

  // A call of value_and_grad.
  std::string inputs, outputs; ///< .npz files; both or neither

  // Training.
  DataOptions data, evalData;
  std::optional<int64_t> steps, epochs;
  std::optional<int64_t> seed;
  Scalars set;
  std::string checkpoint;
  std::optional<int64_t> saveEvery;
  int64_t keep = 1;
  bool resume = false;
  std::string weights;
  std::string logDir;
  bool json = false;
  bool stopOnNonFinite = true;

  std::vector<std::string> arguments; ///< as typed, for what to try next

  bool isCall() const { return !inputs.empty(); }
};

/// Reads the command line. Whatever is wrong with it throws an input fault; for
/// --help and --version `text` is what to print instead of running.
Options parseOptions(int argc, const char *const *argv, std::string &text);

} // namespace gradc::run

#endif // GRADC_RUN_OPTIONS_H
