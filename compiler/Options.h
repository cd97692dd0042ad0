//===- Options.h - The command line of gradc --------------------*- C++ -*-===//
//
// Free of MLIR, so that the parser of command lines may throw.
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_COMPILER_OPTIONS_H
#define GRADC_COMPILER_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gradc {

struct Options {
  std::string model;
  std::string output;
  std::string target = "cpu";
  /// LLVM's name of the CPU; empty for this machine's.
  std::string cpu;
  std::string entry = "step";
  /// "on" or "off".
  std::string fusion = "on";
  /// The floor to print instead of writing a library; empty for none.
  std::string emit;
  /// NAME=N of the model's dimensions.
  std::vector<std::string> dims;
  /// KEY=VALUE of the recipe.
  std::vector<std::string> settings;
  bool wantsReport = false;
  /// Where the report goes, by its ending as text or JSON; empty for stdout.
  std::string report;
  bool printRecipe = false;
  bool verbose = false;
};

/// Reads the command line. Returns the exit code if the program ends here,
/// with help or an error printed.
std::optional<int> parseOptions(int argc, char **argv, Options &options);

} // namespace gradc

#endif // GRADC_COMPILER_OPTIONS_H
