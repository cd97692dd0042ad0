//===- Entry.cpp - One entry of the library under construction ------------===//

#include "passes/train/Entry.h"

#include "dialects/nn/NN.h"
#include "dialects/prim/Expr.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::train;

Entry::Entry(ModuleOp module, StringRef name, Location loc)
    : function(func::FuncOp::create(
          loc, name, FunctionType::get(module.getContext(), {}, {}))),
      builder(module.getContext()) {
  module.push_back(function);
  builder.setInsertionPointToStart(function.addEntryBlock());
}

Value Entry::addArgument(StringRef role, StringAttr name, Type type,
                         Location loc, DictionaryAttr init, IntegerAttr batch) {
  NamedAttrList attributes;
  attributes.append(kRoleAttr, builder.getStringAttr(role));
  attributes.append(kNameAttr, name);
  if (init)
    attributes.append(kInitAttr, init);
  if (batch)
    attributes.append(kBatchAttr, batch);
  argumentAttributes.push_back(attributes.getDictionary(builder.getContext()));
  return function.front().addArgument(type, loc);
}

Value Entry::addArgument(StringRef role, const ModelArgument &argument) {
  return addArgument(role, argument.name, argument.value.getType(),
                     argument.value.getLoc(), argument.init, argument.batch);
}

void Entry::addResult(StringRef role, StringAttr name, Value value,
                      IntegerAttr batch) {
  NamedAttrList attributes;
  attributes.append(kRoleAttr, builder.getStringAttr(role));
  attributes.append(kNameAttr, name);
  if (batch)
    attributes.append(kBatchAttr, batch);
  resultAttributes.push_back(attributes.getDictionary(builder.getContext()));
  results.push_back(value);
}

Value Entry::getCounter(StringRef name, Location loc) {
  Value &counter = counters[name];
  if (!counter)
    counter = addArgument(kCounter, builder.getStringAttr(name),
                          RankedTensorType::get({}, builder.getI64Type()), loc);
  return counter;
}

Value Entry::readScalar(StringRef name, Type elementType, Location loc,
                        TypedAttr defaultValue) {
  return builder.create<ScalarOp>(loc, RankedTensorType::get({}, elementType),
                                  name, defaultValue);
}

Value Entry::readValidRows(const Forward &forward, Location loc) {
  return readScalar("valid_rows", builder.getI64Type(), loc,
                    builder.getI64IntegerAttr(forward.batch));
}

func::FuncOp Entry::finish() {
  builder.create<func::ReturnOp>(function.getLoc(), results);
  function.setType(builder.getFunctionType(function.front().getArgumentTypes(),
                                           ValueRange(results).getTypes()));
  function.setAllArgAttrs(argumentAttributes);
  function.setAllResultAttrs(resultAttributes);
  return function;
}

//===----------------------------------------------------------------------===//
// Copies of the model
//===----------------------------------------------------------------------===//

/// The value that stands for `op` outside of training; null where `op` stays.
static Value getReplacement(Operation *op, Mode mode) {
  if (mode == Mode::Evaluate && isa<nn::DropoutOp>(op))
    return op->getOperand(0);
  return {};
}

DenseSet<Value> gradc::train::collectNeeded(ArrayRef<Value> roots, Mode mode) {
  DenseSet<Value> needed;
  SmallVector<Value> worklist(roots);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!needed.insert(value).second || !op)
      continue;
    if (Value replacement = getReplacement(op, mode)) {
      worklist.push_back(replacement);
      continue;
    }
    llvm::append_range(worklist, op->getOperands());
    SetVector<Value> captures;
    getUsedValuesDefinedAbove(op->getRegions(), captures);
    llvm::append_range(worklist, captures);
  }
  return needed;
}

void Entry::cloneForward(const Forward &forward, ArrayRef<Value> roots,
                         Mode mode, IRMapping &mapping) {
  DenseSet<Value> needed = collectNeeded(roots, mode);
  auto isNeeded = [&](Value value) { return needed.contains(value); };

  auto addStates = [&](StringRef role, ArrayRef<ModelArgument> arguments) {
    for (const ModelArgument &argument : arguments)
      if (isNeeded(argument.value) && !mapping.contains(argument.value))
        mapping.map(argument.value, addArgument(role, argument));
  };
  addStates(kParameter, forward.parameters);
  addStates(kBuffer, forward.buffers);
  func::FuncOp model = forward.function;
  Block &body = model.getBody().front();
  // Scalars of the training state that an op of the model reads by name.
  for (StringRef name : {kSeed, kStep})
    for (auto scalar : body.getOps<ScalarOp>())
      if (scalar.getName() == name && isNeeded(scalar) &&
          !mapping.contains(scalar))
        mapping.map(scalar, getCounter(name, scalar.getLoc()));
  for (const ModelArgument &input : forward.inputs)
    if (isNeeded(input.value) && !mapping.contains(input.value))
      mapping.map(input.value, addArgument(kInput, input));

  Value validRows;
  for (const ModelArgument &input : forward.inputs) {
    if (!input.batch || !isNeeded(input.value))
      continue;
    Location loc = input.value.getLoc();
    if (!validRows)
      validRows = readValidRows(forward, loc);
    mapping.map(input.value,
                builder.create<ValidInputOp>(loc, mapping.lookup(input.value),
                                             validRows, input.batch.getInt()));
  }

  for (Operation &op : body.without_terminator()) {
    if (!llvm::any_of(op.getResults(), isNeeded))
      continue;
    if (op.getNumResults() == 1 && mapping.contains(op.getResult(0)))
      continue;
    if (Value replacement = getReplacement(&op, mode))
      mapping.map(op.getResult(0), mapping.lookup(replacement));
    else
      builder.clone(op, mapping);
  }
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

Pair gradc::train::getPair(Entry &entry, ExprContext &c, const Forward &forward,
                           Value value) {
  if (auto mean = value.getDefiningOp<BatchMeanOp>())
    return {Expr(c, mean.getSum()), Expr(c, mean.getCount())};
  Expr mean(c, value);
  if (forward.batch == 0)
    return {mean, fullLike(mean, 1.0)};
  Expr rows = convert(Expr(c, entry.readValidRows(forward, c.loc)),
                      mean.getElementType());
  return {mean * rows, rows};
}

Value gradc::train::packPair(Pair pair) {
  Expr sum = reshape(pair.sum, {1});
  Expr count = reshape(pair.count, {1});
  return concatenate({sum, count}, 0).get();
}
