//===- trainer.cpp - The training loop ------------------------------------===//

#include "trainer.h"
#include "fault.h"
#include "nearest.h"
#include "signals.h"
#include "weights.h"

#include <algorithm>
#include <cmath>

namespace gradc::run {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char *entry = "step";
constexpr const char *totalStepsScalar = "total_steps";

double toSeconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

} // namespace

Trainer::Trainer(StepLibrary &library, const Options &options)
    : library(library), options(options) {
  if (!library.hasEntry(entry))
    inputFault("{}: has no entry 'step', so it cannot be trained; call it with "
               "--inputs IN.npz --outputs OUT.npz",
               library.path());
  checkScalars();
  inputs = library.inputs(entry);
  results = library.results(entry);
  if (!options.data.empty())
    dataset.emplace(inputs, options.data, "--data");
  if (!options.evalData.empty())
    evaluator.emplace(library, options.evalData);
  if (!options.checkpoint.empty())
    folder.emplace(options.checkpoint);
  startOrResume();
  if (dataset) {
    sampler.emplace(static_cast<uint64_t>(state.seed), state.rows, state.batch);
    buffers = dataset->makeBuffers();
  }
}

void Trainer::checkScalars() const {
  auto known = library.scalars();
  for (auto &[name, value] : options.set)
    if (!library.hasScalar(name))
      inputFault("--set {}: the recipe has no number of that name{}", name,
                 hintAmong(name, known));
}

void Trainer::startOrResume() {
  int64_t rows = dataset ? dataset->rows() : 1;
  int64_t batch = std::max<int64_t>(library.batch(), 1);
  if (options.resume) {
    state = folder->restore(library);
    resumedFrom = checkpoint = folder->list().rbegin()->second;
    if (options.seed && *options.seed != state.seed)
      inputFault("{}: the run was begun with seed {}, so --seed {} cannot "
                 "continue it",
                 resumedFrom, state.seed, *options.seed);
    if (dataset && (state.rows != rows || state.batch != batch))
      inputFault("{}: the run was begun with {} rows in batches of {}, so it "
                 "cannot continue with {} rows in batches of {}; --weights "
                 "starts a new run from its weights",
                 resumedFrom, state.rows, state.batch, rows, batch);
  } else {
    if (folder && !folder->list().empty())
      inputFault("{}: holds checkpoints of an earlier run; give --resume to go "
                 "on with it, or another folder",
                 options.checkpoint);
    state.seed = options.seed.value_or(0);
    state.rows = rows;
    state.batch = batch;
    library.init(state.seed);
    if (!options.weights.empty())
      loadWeights(library, options.weights);
  }
  firstStep = savedStep = state.step;
  state.totalSteps = plannedSteps();
  if (!dataset && state.totalSteps > state.step)
    inputFault("there is nothing to train on: give --data NAME=FILE for every "
               "input of the model");
  // --set has the last word, over the length of this run too.
  if (library.hasScalar(totalStepsScalar))
    library.setScalar(totalStepsScalar, static_cast<double>(state.totalSteps));
  for (auto &[name, value] : options.set)
    state.set[name] = value;
  for (auto &[name, value] : state.set)
    if (library.hasScalar(name))
      library.setScalar(name, value);
}

int64_t Trainer::plannedSteps() const {
  if (options.steps)
    return *options.steps;
  if (options.epochs) {
    int64_t perEpoch = state.stepsPerEpoch();
    if (*options.epochs > (int64_t(1) << 60) / perEpoch)
      inputFault("--epochs {}: that is more steps than can be counted",
                 *options.epochs);
    return *options.epochs * perEpoch;
  }
  return state.totalSteps;
}

void Trainer::readResults(StepReport &report) const {
  for (const ResultInfo &result : results) {
    if (result.role == GRADC_ROLE_LOSS) {
      report.loss = library.readNumbers(entry, result).at(0);
    } else if (result.role == GRADC_ROLE_METRIC) {
      auto pair = library.readNumbers(entry, result);
      // Two metrics are about the step and not about its data.
      if (result.name == "lr")
        report.lr = pair.at(0) / pair.at(1);
      else if (result.name == "skipped")
        report.isSkipped = pair.at(0) > 0;
      else
        report.metrics.push_back({result.name, pair.at(0), pair.at(1)});
    }
  }
  if (!report.lr && library.hasScalar("lr"))
    report.lr = library.scalar("lr");
  report.isSkipped |= !std::isfinite(report.loss);
}

bool Trainer::runStep(const Observers &observers) {
  auto begin = Clock::now();
  StepReport report;
  const int64_t *rows = sampler->rowsOf(state.step, report.rows);
  dataset->gather(rows, report.rows, buffers);
  library.run(entry, inputs, buffers, library.batch() ? report.rows : -1);
  readResults(report);
  training += Clock::now() - begin;
  trainedRows += report.rows;

  ++state.step;
  state.skipped += report.isSkipped;
  report.step = state.step;
  report.epoch = (state.step - 1) / state.stepsPerEpoch() + 1;
  report.skipped = state.skipped;
  report.examplesPerSecond =
      static_cast<double>(trainedRows) / std::max(toSeconds(training), 1e-9);
  for (auto &observer : observers)
    observer->step(report);
  return report.isSkipped;
}

void Trainer::evaluate(const Observers &observers) {
  if (!evaluator || evaluatedStep == state.step)
    return;
  auto metrics = evaluator->evaluate();
  if (!metrics)
    return;
  evaluatedStep = state.step;
  EvalReport report{state.step, state.step / state.stepsPerEpoch(),
                    std::move(*metrics)};
  for (auto &observer : observers)
    observer->evaluation(report);
}

void Trainer::save() {
  if (!folder || savedStep == state.step)
    return;
  checkpoint = folder->save(library, state, options.keep);
  savedStep = state.step;
}

int Trainer::finish(const Observers &observers, int exitCode) {
  save();
  RunSummary summary;
  summary.finished = exitCode == ExitDone;
  summary.steps = state.step;
  summary.skipped = state.skipped;
  summary.seconds = toSeconds(Clock::now() - started);
  summary.examplesPerSecond =
      static_cast<double>(trainedRows) / std::max(toSeconds(training), 1e-9);
  summary.checkpoint = checkpoint;
  for (auto &observer : observers)
    observer->end(summary);
  return exitCode;
}

int Trainer::run(const Observers &observers) {
  started = Clock::now();
  RunPlan plan{library.path(), state.rows,       state.batch,
               firstStep,      state.totalSteps, state.stepsPerEpoch(),
               state.seed,     resumedFrom};
  for (auto &observer : observers)
    observer->begin(plan);
  bool mayStop = options.stopOnNonFinite && !library.hasState("loss_scale");

  while (state.step < state.totalSteps) {
    if (int signal = caughtSignal())
      return finish(observers, ExitSignal + signal);
    if (runStep(observers) && mayStop) {
      fmt::print(stderr,
                 "gradc-run: error: step {}: the loss or a gradient is not "
                 "finite and the update was skipped; --on-nonfinite=skip goes "
                 "on after such a step\n",
                 state.step);
      return finish(observers, ExitNonFinite);
    }
    bool epochEnds = state.step % state.stepsPerEpoch() == 0;
    if (epochEnds) {
      evaluate(observers);
      for (auto &observer : observers)
        observer->epochEnd(state.step / state.stepsPerEpoch());
    }
    if (options.saveEvery ? state.step % *options.saveEvery == 0 : epochEnds)
      save();
  }
  evaluate(observers);
  int signal = caughtSignal();
  return finish(observers, signal ? ExitSignal + signal : ExitDone);
}

} // namespace gradc::run
