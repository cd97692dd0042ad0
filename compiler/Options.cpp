//===- Options.cpp - The command line of gradc ----------------------------===//

#include "compiler/Options.h"

#include "CLI/CLI.hpp"
#include "dialects/nn/NearestName.h"
#include <iostream>

using namespace gradc;

/// The option or flag of `app` whose name is nearest to `word`, or "".
static std::string nearestOption(const CLI::App &app, const std::string &word) {
  llvm::SmallVector<llvm::StringRef> names;
  std::vector<std::string> storage;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      storage.push_back("--" + name);
  names.assign(storage.begin(), storage.end());
  return nearestName(word, names).str();
}

std::optional<int> gradc::parseOptions(int argc, char **argv,
                                       Options &options) {
  CLI::App app("gradc compiles a model into a library that trains it.\n");
  app.add_option("MODEL", options.model, "The model file, - for standard input")
      ->required();
  app.add_option("-o", options.output, "The library to write, such as step.so");
  app.add_option("--target", options.target,
                 "What to make code for: cpu or cuda")
      ->capture_default_str();
  app.add_option("--cpu", options.cpu,
                 "The CPU by LLVM's name, such as x86-64-v3; else this one");
  app.add_option("--dim", options.dims,
                 "NAME=N: the size of a named dimension of the model")
      ->allow_extra_args(false);
  app.add_option(
         "--entry", options.entry,
         "step: a library that trains; value_and_grad: one that returns "
         "the loss, the outputs and all gradients")
      ->check(CLI::IsMember({"step", "value_and_grad"}))
      ->capture_default_str();
  app.add_option("--emit", options.emit,
                 "Print the program on one floor instead: nn, train, prim, "
                 "kernel, rt; of cpu code, llvm, asm; of cuda gpu, cuda")
      ->check(CLI::IsMember({"nn", "train", "prim", "kernel", "rt", "code",
                             "llvm", "asm", "gpu", "cuda"}));
  app.add_option("--fusion", options.fusion,
                 "off: every op is a kernel of its own, to see what fusion "
                 "changes")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  app.add_option("--report", options.report,
                 "What a step takes: memory, work, launches; =FILE.json or "
                 "=FILE.txt writes it there")
      ->expected(0, 1)
      ->trigger_on_parse();
  app.add_option("--set", options.settings,
                 "KEY=VALUE: a setting of the recipe, over the model file's")
      ->allow_extra_args(false);
  app.add_flag("--print-recipe", options.printRecipe,
               "Print the recipe that holds and where each setting is from");
  app.add_flag("--verbose", options.verbose, "Print the time of every phase");
  app.set_version_flag("--version", std::string("gradc ") + GRADC_VERSION);
  app.footer("docs/language.md describes the model file.");
  app.get_formatter()->column_width(28);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError &error) {
    std::string word = app.remaining().empty() ? "" : app.remaining().front();
    word = word.substr(0, word.find('='));
    std::string nearest = nearestOption(app, word);
    std::cerr << "gradc: unknown option " << word
              << (nearest.empty() ? "" : "; did you mean " + nearest + "?")
              << "\n";
    return 1;
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0)
      return app.exit(error);
    std::cerr << "gradc: " << error.what() << "\n";
    return 1;
  }
  options.wantsReport = app.count("--report") > 0;
  bool writes = !options.output.empty() || !options.emit.empty() ||
                options.wantsReport || options.printRecipe;
  if (!writes) {
    std::cerr << "gradc: nothing to do: give -o FILE, --emit, --report or "
                 "--print-recipe\n";
    return 1;
  }
  return std::nullopt;
}
