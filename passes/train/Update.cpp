//===- Update.cpp - The optimizer's part of a step ------------------------===//

#include "passes/train/Update.h"

#include "llvm/Support/GlobPattern.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::train;

//===----------------------------------------------------------------------===//
// Which parameters are trained
//===----------------------------------------------------------------------===//

/// For each group of the recipe, the parameters that it matches. A pattern
/// without a match is taken for a misspelling.
static FailureOr<SmallVector<SmallVector<bool>>>
matchGroups(const Forward &forward, const Recipe &recipe, RecipeOp op) {
  SmallVector<SmallVector<bool>> matches;
  for (const ParameterGroup &group : recipe.groups) {
    llvm::Expected<llvm::GlobPattern> glob =
        llvm::GlobPattern::create(group.pattern);
    assert(glob && "the recipe's verifier has read the pattern");
    SmallVector<bool> &match = matches.emplace_back();
    for (const ModelArgument &parameter : forward.parameters)
      match.push_back(glob->match(parameter.name.getValue()));
    if (llvm::is_contained(match, true))
      continue;
    SmallVector<StringRef> names;
    for (const ModelArgument &parameter : forward.parameters)
      names.push_back(parameter.name);
    return op.emitOpError("has the group \"")
               << group.pattern << "\", which matches no parameter"
               << suggestName(group.pattern, names),
           failure();
  }
  return matches;
}

static SmallVector<StringRef> getSlotSuffixes(const Recipe &recipe) {
  if (recipe.optimizer != Optimizer::SGD)
    return {"exp_avg", "exp_avg_sq"};
  if (recipe.momentum != 0.0)
    return {"momentum_buffer"};
  return {};
}

FailureOr<SmallVector<TrainedParameter>>
gradc::train::selectTrained(const Forward &forward, const Recipe &recipe,
                            RecipeOp op) {
  FailureOr<SmallVector<SmallVector<bool>>> matches =
      matchGroups(forward, recipe, op);
  if (failed(matches))
    return failure();
  SmallVector<bool> reached = forward.isReached(forward.parameters);
  SmallVector<TrainedParameter> trained;
  for (auto [index, argument] : llvm::enumerate(forward.parameters)) {
    TrainedParameter parameter;
    parameter.argument = &argument;
    parameter.lrName = "lr";
    parameter.lr = recipe.lr;
    parameter.weightDecayName = "weight_decay";
    parameter.weightDecay = recipe.weightDecay;
    // The longest pattern decides each setting on its own; it comes first.
    std::optional<bool> frozen;
    bool hasLr = false, hasWeightDecay = false;
    for (auto [group, match] : llvm::zip_equal(recipe.groups, *matches)) {
      if (!match[index])
        continue;
      if (group.lr && !std::exchange(hasLr, true)) {
        parameter.lrName = "lr[" + group.pattern + "]";
        parameter.lr = *group.lr;
      }
      if (group.weightDecay && !std::exchange(hasWeightDecay, true)) {
        parameter.weightDecayName = "weight_decay[" + group.pattern + "]";
        parameter.weightDecay = *group.weightDecay;
      }
      if (!frozen)
        frozen = group.frozen;
    }
    if (frozen.value_or(false))
      continue;
    if (!reached[index]) {
      emitWarning(argument.value.getLoc())
          << "parameter '" << argument.name.getValue()
          << "' is not reached by the loss: it will not be trained";
      continue;
    }
    Type element = getElementTypeOrSelf(argument.value.getType());
    if (!element.isF32() && !element.isF64())
      return emitError(argument.value.getLoc())
                 << "parameter '" << argument.name.getValue() << "' is of "
                 << element << ": only f32 and f64 can be trained",
             failure();
    for (StringRef suffix : getSlotSuffixes(recipe))
      parameter.slotNames.push_back(StringAttr::get(
          op.getContext(), (argument.name.getValue() + "." + suffix).str()));
    trained.push_back(std::move(parameter));
  }
  return trained;
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

Optimizing::Optimizing(Entry &entry, const Recipe &recipe, Value step,
                       Location loc)
    : entry(entry), recipe(recipe), step(step), loc(loc) {}

Value Optimizing::number(StringRef name, double defaultValue) {
  Value &value = numbers[name];
  OpBuilder &builder = entry.getBuilder();
  if (!value)
    value = entry.readScalar(name, builder.getF64Type(), loc,
                             builder.getF64FloatAttr(defaultValue));
  return value;
}

Value Optimizing::rate(StringRef name, double lr) {
  Value base = number(name, lr);
  if (!recipe.schedule || recipe.schedule.empty())
    return base;
  Value &value = rates[name];
  if (!value)
    value = entry.getBuilder().create<ScheduleOp>(
        loc, base, step, number("total_steps", 0.0), recipe.schedule);
  return value;
}

Value Optimizing::getRate() { return rate("lr", recipe.lr); }

NewValues Optimizing::update(const TrainedParameter &parameter,
                             Value gradient) {
  OpBuilder &builder = entry.getBuilder();
  // The update belongs to the line that made the parameter.
  Location at = parameter.argument->value.getLoc();
  Value lr = rate(parameter.lrName, parameter.lr);
  Value weightDecay = number(parameter.weightDecayName, parameter.weightDecay);
  if (recipe.optimizer == Optimizer::SGD) {
    Value momentum, dampening, buffer;
    if (!parameter.slots.empty()) {
      momentum = number("momentum", recipe.momentum);
      dampening = number("dampening", recipe.dampening);
      buffer = parameter.slots[0];
    }
    auto op = builder.create<SgdOp>(at, parameter.value, gradient, lr,
                                    weightDecay, step, momentum, dampening,
                                    buffer, recipe.nesterov);
    return NewValues(op.getResults());
  }
  // Named first: compilers evaluate arguments in different orders.
  Value beta1 = number("beta1", recipe.beta1);
  Value beta2 = number("beta2", recipe.beta2);
  Value eps = number("eps", recipe.eps);
  auto op = builder.create<AdamOp>(at, parameter.value, gradient,
                                   parameter.slots[0], parameter.slots[1], lr,
                                   beta1, beta2, eps, weightDecay, step,
                                   recipe.optimizer == Optimizer::AdamW);
  return NewValues(op.getResults());
}
