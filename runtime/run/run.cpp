//===- run.cpp - The whole of gradc-run -----------------------------------===//

#include "run.h"
#include "advice.h"
#include "fault.h"
#include "grad_call.h"
#include "json_log.h"
#include "progress.h"
#include "signals.h"
#include "trainer.h"

#include <new>
#include <unistd.h>

namespace gradc::run {

namespace {

int train(StepLibrary &library, const Options &options) {
  catchSignals();
  Trainer trainer(library, options);
  Observers observers;
  if (options.json) {
    observers.push_back(std::make_unique<JsonLog>(stdout, false));
  } else {
    std::optional<double> lr;
    if (library.hasScalar("lr"))
      lr = library.scalar("lr");
    observers.push_back(std::make_unique<Progress>(
        stdout, isatty(STDOUT_FILENO) != 0,
        adviceFor(options, trainer.totalSteps(), lr)));
  }
  if (!options.logDir.empty())
    observers.push_back(openLog(options.logDir));
  int exitCode = trainer.run(observers);
  if (exitCode > ExitSignal && !options.json)
    fmt::print("{}\n", options.checkpoint.empty()
                           ? "nothing was saved; --checkpoint DIR would have"
                           : "go on: " + resumeCommand(options));
  // Else a full disk would look like a run that has said all.
  if (exitCode == ExitDone &&
      (std::fflush(stdout) != 0 || std::ferror(stdout) != 0))
    machineFault("standard output could not be written to the end");
  return exitCode;
}

int runOptions(int argc, const char *const *argv) {
  std::string text;
  Options options = parseOptions(argc, argv, text);
  if (!text.empty()) {
    fmt::print("{}", text);
    return ExitDone;
  }
  StepLibrary library(options.library, options.device, options.threads);
  if (!options.isCall())
    return train(library, options);
  if (!options.set.empty())
    for (auto &[name, value] : options.set)
      library.setScalar(name, value);
  callValueAndGrad(library, options.inputs, options.outputs);
  return ExitDone;
}

} // namespace

int runTool(int argc, const char *const *argv) {
  try {
    return runOptions(argc, argv);
  } catch (const Fault &fault) {
    fmt::print(stderr, "gradc-run: error: {}\n", fault.what());
    return fault.code;
  } catch (const std::bad_alloc &) {
    fmt::print(stderr, "gradc-run: error: there is not enough memory\n");
    return ExitMachine;
  } catch (const std::exception &error) {
    fmt::print(stderr, "gradc-run: error: {}\n", error.what());
    return ExitMachine;
  }
}

} // namespace gradc::run
