//===- options.cpp - The command line of gradc-run ------------------------===//

#include "options.h"
#include "fault.h"
#include "nearest.h"

#include <CLI/CLI.hpp>

#include <cmath>

namespace gradc::run {

namespace {

using Values = std::vector<std::string>;

int64_t wholeNumber(const std::string &option, const std::string &text,
                    int64_t least) {
  size_t used = 0;
  int64_t value = 0;
  try {
    value = std::stoll(text, &used);
  } catch (const std::exception &) {
  }
  if (used == 0 || used != text.size() || value < least)
    inputFault("{}: expected a whole number of at least {}, found '{}'", option,
               least, text);
  return value;
}

/// Splits NAME=VALUE.
std::pair<std::string, std::string> assignment(const std::string &option,
                                               const char *form,
                                               const std::string &text) {
  size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    inputFault("{}: expected {}, found '{}'", option, form, text);
  return {text.substr(0, equals), text.substr(equals + 1)};
}

DataOptions dataOptions(const std::string &option, const Values &values) {
  DataOptions data;
  for (const std::string &value : values) {
    auto [name, file] = assignment(option, "NAME=FILE", value);
    if (name.find(',') != std::string::npos)
      inputFault("{} {}: token files are not read by this build; give each "
                 "input a file of its own",
                 option, value);
    if (!data.emplace(name, file).second)
      inputFault("{}: input '{}' is given twice", option, name);
  }
  return data;
}

Scalars scalarOptions(const Values &values) {
  Scalars scalars;
  for (const std::string &value : values) {
    auto [name, text] = assignment("--set", "NAME=NUMBER", value);
    char *end = nullptr;
    double number = std::strtod(text.c_str(), &end);
    if (*end || !std::isfinite(number))
      inputFault("--set {}: expected a number, found '{}'", name, text);
    scalars[name] = number;
  }
  return scalars;
}

/// The fault for arguments that no option took.
[[noreturn]] void unknownArguments(const CLI::App &app,
                                   const Values &arguments) {
  Values known;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      known.push_back("--" + name);
  std::string culprit = arguments.front();
  for (const std::string &argument : arguments)
    if (argument.size() > 1 && argument[0] == '-') {
      culprit = argument.substr(0, argument.find('='));
      inputFault("unknown option {}; did you mean {}?", culprit,
                 nearest(culprit, known));
    }
  inputFault("unexpected argument '{}'", culprit);
}

/// What can be asked for but is not in this build.
void refuse(const CLI::App &app, const char *option, const char *sentence) {
  if (app.count(option))
    inputFault("{}: {}", option, sentence);
}

void checkCall(const CLI::App &app, const Options &options) {
  if (options.inputs.empty() != options.outputs.empty())
    inputFault("--inputs and --outputs belong together: give both");
  if (!options.isCall())
    return;
  for (const char *option :
       {"--data", "--eval-data", "--steps", "--epochs", "--checkpoint",
        "--save-every", "--keep", "--resume", "--weights", "--log-dir",
        "--seed", "--json", "--on-nonfinite"})
    if (app.count(option))
      inputFault("{} belongs to training and does not go with --inputs",
                 option);
}

void checkTraining(const Options &options) {
  if (options.isCall())
    return;
  if (options.steps && options.epochs)
    inputFault("--steps and --epochs exclude each other: give one");
  if (!options.steps && !options.epochs && !options.resume)
    inputFault("how long to train is not said: give --epochs N (passes over "
               "the data) or --steps N");
  bool trains = options.steps.value_or(1) > 0 && options.epochs.value_or(1) > 0;
  if (options.data.empty() && trains)
    inputFault("there is nothing to train on: give --data NAME=FILE for every "
               "input of the model");
  if (options.checkpoint.empty() && (options.resume || options.saveEvery))
    inputFault("{} needs --checkpoint DIR",
               options.resume ? "--resume" : "--save-every");
  if (options.resume && !options.weights.empty())
    inputFault("--resume and --weights exclude each other: a checkpoint has "
               "its own weights");
}

} // namespace

Options parseOptions(int argc, const char *const *argv, std::string &text) {
  Options options;
  CLI::App app("Trains what gradc compiled: gradc-run STEP.so --data "
               "NAME=FILE... (--steps N | --epochs N)",
               "gradc-run");
  app.get_formatter()->column_width(34);
  app.allow_extras();
  std::string threads, steps, epochs, seed, saveEvery, keep, onNonFinite;
  std::string unsupported;
  Values data, evalData, set;
  bool version = false;

  // Of an option given twice the last one holds; lists grow.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.add_option("STEP.so", options.library, "the compiled library");
  app.add_option("--data", data,
                 "training data of an input: IDX (gzip'd too), .npy, .npz or "
                 "FILE.npz:ARRAY")
      ->type_name("NAME=FILE ...")
      ->take_all();
  app.add_option("--eval-data", evalData, "data to evaluate on, likewise")
      ->type_name("NAME=FILE ...")
      ->take_all();
  app.add_option("--steps", steps, "train for N steps in all")->type_name("N");
  app.add_option("--epochs", epochs, "train for N passes over the data in all")
      ->type_name("N");
  app.add_option("--seed", seed,
                 "of the initial state, the order of the data and dropout "
                 "(default 0)")
      ->type_name("S");
  app.add_option("--set", set, "set a hyperparameter of the recipe")
      ->type_name("NAME=NUMBER ...")
      ->take_all();
  app.add_option("--checkpoint", options.checkpoint,
                 "save into DIR after every epoch and at the end")
      ->type_name("DIR");
  app.add_option("--save-every", saveEvery,
                 "save every N steps instead of every epoch")
      ->type_name("N");
  app.add_option("--keep", keep, "keep the newest N checkpoints (default 1)")
      ->type_name("N");
  app.add_flag("--resume", options.resume,
               "go on from the newest checkpoint in DIR");
  app.add_option("--weights", options.weights,
                 "start from the weights of a safetensors file")
      ->type_name("FILE");
  app.add_option("--log-dir", options.logDir,
                 "append what --json prints to DIR/log.jsonl")
      ->type_name("DIR");
  app.add_option("--threads", threads, "that run a step (default: all CPUs)")
      ->type_name("N");
  app.add_option("--device", options.device, "where to run (default cpu)")
      ->type_name("NAME");
  app.add_flag("--json", options.json,
               "print one JSON object a line and nothing else");
  app.add_option("--on-nonfinite", onNonFinite,
                 "what a skipped step does: stop (default) or skip")
      ->type_name("stop|skip");
  app.add_option("--inputs", options.inputs,
                 "call a value_and_grad library on these arrays")
      ->type_name("IN.npz");
  app.add_option("--outputs", options.outputs,
                 "where the loss, outputs and gradients go")
      ->type_name("OUT.npz");
  app.add_flag("--version", version, "print the version");
  for (const char *name : {"-n", "--profile", "--generate", "--weights-map"})
    app.add_option(name, unsupported)->group("");

  options.arguments.assign(argv, argv + argc);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &) {
    text = app.help();
    return options;
  } catch (const CLI::ParseError &error) {
    inputFault("{}", error.what());
  }
  if (!app.remaining().empty())
    unknownArguments(app, app.remaining());
  if (version) {
    uint32_t number = gradc_version();
    text = fmt::format("gradc-run {}.{}.{}\n", number / 10000,
                       number / 100 % 100, number % 100);
    return options;
  }

  refuse(app, "-n", "this build trains on one rank only");
  refuse(app, "--profile", "this build has no profiler");
  refuse(app, "--generate", "this build does not generate text");
  refuse(app, "--weights-map",
         "this build loads weights by their own names only");
  if (options.library.empty())
    inputFault("no library is given: gradc-run STEP.so --data NAME=FILE... "
               "(see --help)");

  if (app.count("--threads"))
    options.threads = static_cast<int32_t>(
        std::min<int64_t>(wholeNumber("--threads", threads, 1), INT32_MAX));
  if (app.count("--steps"))
    options.steps = wholeNumber("--steps", steps, 0);
  if (app.count("--epochs"))
    options.epochs = wholeNumber("--epochs", epochs, 0);
  if (app.count("--seed"))
    options.seed =
        wholeNumber("--seed", seed, std::numeric_limits<int64_t>::min());
  if (app.count("--save-every"))
    options.saveEvery = wholeNumber("--save-every", saveEvery, 1);
  if (app.count("--keep"))
    options.keep = wholeNumber("--keep", keep, 1);
  if (app.count("--on-nonfinite")) {
    if (onNonFinite != "stop" && onNonFinite != "skip")
      inputFault("--on-nonfinite: expected stop or skip, found '{}'",
                 onNonFinite);
    options.stopOnNonFinite = onNonFinite == "stop";
  }
  options.data = dataOptions("--data", data);
  options.evalData = dataOptions("--eval-data", evalData);
  options.set = scalarOptions(set);
  checkCall(app, options);
  checkTraining(options);
  return options;
}

} // namespace gradc::run
