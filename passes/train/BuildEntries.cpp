//===- BuildEntries.cpp - The library's entries from the model's function -===//

#include "dialects/prim/Expr.h"
#include "passes/train/Entry.h"
#include "passes/train/Passes.h"
#include "passes/train/Update.h"
#include "llvm/ADT/STLExtras.h"

namespace gradc::train {

#define GEN_PASS_DEF_BUILDENTRIESPASS
#include "passes/train/Passes.h.inc"

using namespace mlir;

namespace {

/// The values of `results` in the model's function.
SmallVector<Value> getValues(ArrayRef<ModelResult> results) {
  return llvm::map_to_vector(
      results, [](const ModelResult &result) { return result.value; });
}

RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Builds the entries of one model.
class EntriesBuilder {
public:
  EntriesBuilder(ModuleOp module, Forward &forward)
      : module(module), forward(forward), context(module.getContext()),
        loc(forward.function.getLoc()) {}

  LogicalResult buildTraining(RecipeOp recipeOp);
  void buildEval();
  void buildPredict();
  void buildValueAndGrad();

private:
  StringAttr name(StringRef text) { return StringAttr::get(context, text); }

  /// Adds an argument to `entry` and to the states of `@init`.
  Value addState(Entry &entry, StringRef role, StringAttr stateName, Type type,
                 Location at, DictionaryAttr init = {}) {
    states.push_back(
        State{role, stateName, cast<RankedTensorType>(type), init, at});
    return entry.addArgument(role, stateName, type, at, init);
  }
  void addModelStates(Entry &entry, IRMapping &mapping) {
    for (const ModelArgument &parameter : forward.parameters)
      mapping.map(parameter.value,
                  addState(entry, kParameter, parameter.name,
                           parameter.value.getType(), parameter.value.getLoc(),
                           parameter.init));
    for (const ModelArgument &buffer : forward.buffers)
      mapping.map(buffer.value,
                  addState(entry, kBuffer, buffer.name, buffer.value.getType(),
                           buffer.value.getLoc(), buffer.init));
  }
  Value addCounter(Entry &entry, StringRef counter) {
    Value value = entry.getCounter(counter, loc);
    states.push_back(State{kCounter, name(counter), getType(value), {}, loc});
    return value;
  }
  void addMetric(Entry &entry, const ModelResult &metric, IRMapping &mapping) {
    ExprContext c{entry.getBuilder(), metric.value.getLoc()};
    Value value = mapping.lookup(metric.value);
    entry.addResult(kMetric, metric.name,
                    packPair(getPair(entry, c, forward, value)));
  }

  ModuleOp module;
  Forward &forward;
  MLIRContext *context;
  Location loc;
  SmallVector<State> states;
};

} // namespace

//===----------------------------------------------------------------------===//
// step
//===----------------------------------------------------------------------===//

LogicalResult EntriesBuilder::buildTraining(RecipeOp recipeOp) {
  FailureOr<Recipe> recipe = Recipe::get(
      recipeOp.getSettings(), [&] { return recipeOp.emitOpError(); });
  if (failed(recipe))
    return failure();
  FailureOr<SmallVector<TrainedParameter>> trained =
      selectTrained(forward, *recipe, recipeOp);
  if (failed(trained))
    return failure();
  for (const ModelResult &metric : forward.metrics)
    for (StringRef taken : {"loss", "lr", "skipped"})
      if (metric.name == taken)
        return emitError(metric.value.getLoc())
               << "a metric can't be called '" << taken
               << "': a step returns one of that name already";

  Entry entry(module, "step", loc);
  OpBuilder &builder = entry.getBuilder();
  IRMapping mapping;
  addModelStates(entry, mapping);
  for (TrainedParameter &parameter : *trained) {
    parameter.value = mapping.lookup(parameter.argument->value);
    for (StringAttr slot : parameter.slotNames)
      parameter.slots.push_back(addState(entry, kSlot, slot,
                                         parameter.value.getType(),
                                         parameter.value.getLoc()));
  }
  Value seed = addCounter(entry, kSeed);
  Value step = addCounter(entry, kStep);
  Value skipped = addCounter(entry, kSkipped);

  SmallVector<Value> roots = {forward.loss.value};
  llvm::append_range(roots, getValues(forward.metrics));
  llvm::append_range(roots, getValues(forward.newBuffers));
  entry.cloneForward(forward, roots, Mode::Train, mapping);
  Value loss = mapping.lookup(forward.loss.value);

  SmallVector<Value> gradients;
  if (!trained->empty()) {
    SmallVector<Value> wrt = llvm::map_to_vector(
        *trained, [](const TrainedParameter &p) { return p.value; });
    auto request =
        builder.create<GradientOp>(forward.loss.value.getLoc(), loss, wrt);
    llvm::append_range(gradients, request.getResults());
  }

  // Whether the update counts.
  SmallVector<Value> judged = {loss};
  if (recipe->skipOnGradients)
    llvm::append_range(judged, gradients);
  ExprContext c{builder, loc};
  Expr isOk(c, builder.create<AllFiniteOp>(loc, judged));

  // New values of states, by the old ones; any other state stays as it is.
  Optimizing optimizing(entry, *recipe, step, loc);
  DenseMap<Value, Value> updated;
  for (auto [parameter, gradient] : llvm::zip_equal(*trained, gradients)) {
    NewValues values = optimizing.update(parameter, gradient);
    updated[parameter.value] = values.front();
    for (auto [slot, value] :
         llvm::zip_equal(parameter.slots, ArrayRef(values).drop_front()))
      updated[slot] = value;
  }
  for (const ModelResult &buffer : forward.newBuffers)
    for (const ModelArgument &old : forward.buffers)
      if (old.name == buffer.name)
        updated[mapping.lookup(old.value)] = mapping.lookup(buffer.value);
  updated[step] = (Expr(c, step) + 1.0).get();

  Block *body = builder.getInsertionBlock();
  for (auto [index, state] : llvm::enumerate(states)) {
    Value old = body->getArgument(index);
    Value value = old;
    ExprContext at{builder, state.loc};
    if (old == skipped)
      value = select(isOk, Expr(c, old), Expr(c, old) + 1.0).get();
    else if (Value candidate = updated.lookup(old))
      value = select(Expr(at, isOk.get()), Expr(at, candidate), Expr(at, old))
                  .get();
    entry.addResult(kState, state.name, value);
  }
  (void)seed; // Never changes; it is returned for the checkpoint.

  entry.addResult(kLoss, forward.loss.name, loss);
  for (const ModelResult &metric : forward.metrics)
    addMetric(entry, metric, mapping);
  Expr rate = convert(Expr(c, optimizing.getRate()), builder.getF32Type());
  Expr one = fullLike(rate, 1.0);
  entry.addResult(kMetric, name("lr"), packPair({rate, one}));
  entry.addResult(
      kMetric, name("skipped"),
      packPair({convert(logicalNot(isOk), builder.getF32Type()), one}));
  entry.finish();
  buildInit(module, states, loc);
  return success();
}

//===----------------------------------------------------------------------===//
// eval, predict
//===----------------------------------------------------------------------===//

void EntriesBuilder::buildEval() {
  Entry entry(module, "eval", loc);
  IRMapping mapping;
  SmallVector<Value> roots = {forward.loss.value};
  llvm::append_range(roots, getValues(forward.metrics));
  llvm::append_range(roots, getValues(forward.outputs));
  entry.cloneForward(forward, roots, Mode::Evaluate, mapping);
  addMetric(entry, forward.loss, mapping);
  for (const ModelResult &metric : forward.metrics)
    addMetric(entry, metric, mapping);
  for (const ModelResult &output : forward.outputs)
    entry.addResult(kOutput, output.name, mapping.lookup(output.value),
                    output.batch);
  entry.finish();
}

void EntriesBuilder::buildPredict() {
  if (forward.outputs.empty())
    return;
  Entry entry(module, "predict", loc);
  IRMapping mapping;
  entry.cloneForward(forward, getValues(forward.outputs), Mode::Evaluate,
                     mapping);
  for (const ModelResult &output : forward.outputs)
    entry.addResult(kOutput, output.name, mapping.lookup(output.value),
                    output.batch);
  entry.finish();
}

//===----------------------------------------------------------------------===//
// value_and_grad
//===----------------------------------------------------------------------===//

void EntriesBuilder::buildValueAndGrad() {
  Entry entry(module, "value_and_grad", loc);
  OpBuilder &builder = entry.getBuilder();
  IRMapping mapping;
  addModelStates(entry, mapping);
  addCounter(entry, kSeed);
  addCounter(entry, kStep);
  for (const ModelArgument &input : forward.inputs)
    mapping.map(input.value, entry.addArgument(kInput, input));

  SmallVector<Value> roots = {forward.loss.value};
  llvm::append_range(roots, getValues(forward.metrics));
  llvm::append_range(roots, getValues(forward.outputs));
  entry.cloneForward(forward, roots, Mode::Train, mapping);
  Value loss = mapping.lookup(forward.loss.value);

  SmallVector<const ModelArgument *> wanted;
  for (ArrayRef<ModelArgument> arguments :
       {ArrayRef(forward.parameters), ArrayRef(forward.inputs)})
    for (const ModelArgument &argument : arguments)
      if (argument.isFloat())
        wanted.push_back(&argument);
  SmallVector<Value> gradients;
  if (!wanted.empty()) {
    SmallVector<Value> wrt =
        llvm::map_to_vector(wanted, [&](const ModelArgument *argument) {
          return mapping.lookup(argument->value);
        });
    auto request =
        builder.create<GradientOp>(forward.loss.value.getLoc(), loss, wrt);
    llvm::append_range(gradients, request.getResults());
  }

  entry.addResult(kLoss, forward.loss.name, loss);
  for (const ModelResult &metric : forward.metrics)
    addMetric(entry, metric, mapping);
  for (const ModelResult &output : forward.outputs)
    entry.addResult(kOutput, output.name, mapping.lookup(output.value),
                    output.batch);
  for (auto [argument, gradient] : llvm::zip_equal(wanted, gradients))
    entry.addResult(kGradient, argument->name, gradient, argument->batch);
  entry.finish();
  buildInit(module, states, loc);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct BuildEntriesPass : public impl::BuildEntriesPassBase<BuildEntriesPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(build(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult build(ModuleOp module) {
    if (entry != "step" && entry != "value_and_grad")
      return module.emitError("unknown entry '")
             << entry << "'; known are step, value_and_grad";
    FailureOr<Forward> forward = Forward::get(module);
    if (failed(forward))
      return failure();
    if (!forward->loss.value)
      return forward->function.emitError("the model has no loss: return one, a "
                                         "float scalar");
    // The entries must not meet the model's function under their own name.
    forward->function->remove();
    EntriesBuilder builder(module, *forward);
    LogicalResult result = success();
    if (entry == "value_and_grad") {
      builder.buildValueAndGrad();
    } else {
      auto recipes = module.getOps<RecipeOp>();
      if (recipes.empty())
        result = forward->function.emitError(
            "the model has no recipe: add train.recipe {optimizer = \"adamw\", "
            "lr = 1.0e-3}");
      else
        result = builder.buildTraining(*recipes.begin());
      if (succeeded(result)) {
        builder.buildEval();
        builder.buildPredict();
      }
    }
    forward->function->erase();
    return result;
  }
};

} // namespace
} // namespace gradc::train
