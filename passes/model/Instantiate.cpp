//===- Instantiate.cpp - The model as one function of typed layers --------===//
//
// Walks the model as it would run, a module's body once for every place that it
// is called from, and builds typed layers in @forward. A layer is inferred on a
// detached copy in which names have their values; the copy's location has the
// layer's own line innermost and the calls around it, so that every message
// names the line that a person has to look at.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Initializer.h"
#include "dialects/nn/NN.h"
#include "dialects/nn/NearestName.h"
#include "dialects/prim/Prim.h"
#include "dialects/train/Train.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "passes/model/BatchDim.h"
#include "passes/model/Names.h"
#include "passes/model/Passes.h"
#include "llvm/ADT/ScopeExit.h"

#define DEBUG_TYPE "gradc-instantiate"

namespace gradc::model {

#define GEN_PASS_DEF_INSTANTIATEPASS
#include "passes/model/Passes.h.inc"

using namespace mlir;

namespace {

/// A body that is being written out: the model's or that of one call.
struct Scope {
  /// Goes before every path within: "h.0.".
  std::string prefix;
  /// Values of the module's own names.
  DictionaryAttr names;
  /// The call, null for the model, and its place with the calls around it.
  nn::CallOp call;
  std::optional<Location> callLoc;
  const Scope *parent = nullptr;
  /// What the values of the body are in @forward.
  IRMapping values;
  /// How many dropouts without a name there were.
  unsigned numUnnamed = 0;

  /// `loc`, a place in the body, as seen from the model.
  Location place(Location loc) const {
    return callLoc ? Location(CallSiteLoc::get(loc, *callLoc)) : loc;
  }
};

/// FNV-1a, a hash that stays what it is from build to build.
uint64_t hashText(StringRef text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char c : text)
    hash = (hash ^ c) * 0x100000001b3;
  return hash;
}

/// "line 12" of the innermost place in a file.
std::string describePlace(Location loc) {
  std::string text;
  loc->walk([&](Location inner) {
    auto file = dyn_cast<FileLineColLoc>(inner);
    if (!file)
      return WalkResult::advance();
    text = "line " + std::to_string(file.getLine());
    return WalkResult::interrupt();
  });
  return text.empty() ? "another place" : text;
}

class Instantiator {
public:
  Instantiator(nn::ModelOp model, const Names &names)
      : model(model), names(names), context(model.getContext()),
        builder(context) {}

  LogicalResult run();

private:
  FailureOr<RankedTensorType> getInputType(DictionaryAttr input);
  LogicalResult addInputs(Scope &scope);

  LogicalResult writeBody(Block &body, Scope &scope);
  LogicalResult writeLayer(nn::LayerOpInterface layer, Scope &scope);
  LogicalResult writeParameter(nn::ParameterOp op, Scope &scope);
  LogicalResult writeCall(nn::CallOp op, Scope &scope);
  FailureOr<DictionaryAttr> bindArguments(nn::CallOp op, nn::ModuleDefOp callee,
                                          Scope &scope);
  LogicalResult writeReturn(nn::ReturnOp op, Scope &scope);
  void addResult(Value value, StringRef role, StringRef name);

  FailureOr<Operation *> copyResolved(Operation *op, const Scope &scope);
  FailureOr<Value> getParameter(Operation *op, const Twine &path,
                                RankedTensorType type, DictionaryAttr init);
  LogicalResult setDropoutPath(nn::DropoutOp op, Scope &scope);
  LogicalResult checkResultType(Operation *op, Type type);

  nn::ModelOp model;
  const Names &names;
  MLIRContext *context;
  OpBuilder builder;

  /// Rows of the batch; 0 without one.
  int64_t batch = 0;
  func::FuncOp forward;
  BatchDims batchDims;

  struct Parameter {
    Value value;
    Location loc;
  };
  llvm::StringMap<Parameter> parameters;
  SmallVector<DictionaryAttr> parameterAttrs;
  struct Dropout {
    double rate;
    unsigned count;
  };
  llvm::StringMap<Dropout> dropouts;
  SmallVector<Value> results;
  SmallVector<DictionaryAttr> resultAttrs;
};

//===----------------------------------------------------------------------===//
// Inputs and parameters
//===----------------------------------------------------------------------===//

/// A detached copy of a layer, placed in the calls around it, whose options are
/// values of the right kind.
FailureOr<Operation *> Instantiator::copyResolved(Operation *op,
                                                  const Scope &scope) {
  Operation *copy = op->cloneWithoutRegions();
  copy->setLoc(scope.place(op->getLoc()));
  FailureOr<Attribute> options =
      names.resolve(copy, op->getAttrDictionary(), scope.names);
  if (succeeded(options)) {
    copy->setAttrs(cast<DictionaryAttr>(*options));
    if (succeeded(copy->getName().verifyInvariants(copy)))
      return copy;
  }
  copy->destroy();
  return failure();
}

FailureOr<RankedTensorType> Instantiator::getInputType(DictionaryAttr input) {
  StringRef name = input.getAs<StringAttr>("name");
  Type dtype = input.getAs<TypeAttr>("dtype").getValue();
  if (!nn::isElementType(dtype))
    return model.emitOpError("has the input '")
           << name << "' of the element type " << dtype
           << ", which no tensor has";
  SmallVector<int64_t> shape;
  for (Attribute size : input.getAs<ArrayAttr>("shape")) {
    if (auto dimension = dyn_cast<FlatSymbolRefAttr>(size))
      size = names.lookup(dimension.getAttr());
    auto value = dyn_cast<IntegerAttr>(size);
    if (!value || value.getInt() < 0)
      return model.emitOpError(
                 "has a size that is no number of elements in the "
                 "shape of '")
             << name << "': " << size;
    shape.push_back(value.getInt());
  }
  auto type = RankedTensorType::get(shape, dtype);
  if (failed(nn::verifySize(model, type)))
    return failure();
  return type;
}

LogicalResult Instantiator::addInputs(Scope &scope) {
  Block &entry = forward.getBody().front();
  for (auto [argument, attribute] :
       llvm::zip(model.getBody().getArguments(), model.getInputs())) {
    auto input = cast<DictionaryAttr>(attribute);
    FailureOr<RankedTensorType> type = getInputType(input);
    if (failed(type))
      return failure();
    Value value = entry.addArgument(*type, argument.getLoc());
    scope.values.map(argument, value);
    ArrayAttr shape = input.getAs<ArrayAttr>("shape");
    auto leading = shape.empty() ? FlatSymbolRefAttr()
                                 : dyn_cast<FlatSymbolRefAttr>(shape[0]);
    if (!leading || leading.getValue() != "B")
      continue;
    batch = type->getDimSize(0);
    if (batch == 0)
      return model.emitOpError("has an empty batch, B = 0");
    batchDims.set(value, 0);
  }
  return success();
}

/// The parameter named `path`: a new one, or the one that is there, shared.
FailureOr<Value> Instantiator::getParameter(Operation *op, const Twine &path,
                                            RankedTensorType type,
                                            DictionaryAttr init) {
  std::string name = path.str();
  if (failed(nn::verifySize(op, type)))
    return failure();
  auto it = parameters.find(name);
  if (it != parameters.end()) {
    const Parameter &first = it->second;
    if (first.value.getType() != type)
      return op->emitOpError("needs the parameter '")
             << name << "' to be " << type << ", but "
             << describePlace(first.loc) << " made it "
             << first.value.getType();
    return first.value;
  }
  for (DictionaryAttr input : model.getInputs().getAsRange<DictionaryAttr>())
    if (input.getAs<StringAttr>("name").getValue() == name)
      return op->emitOpError("makes the parameter '")
             << name << "', which has the name of an input";
  Value value = forward.getBody().front().addArgument(type, op->getLoc());
  parameters.insert({name, Parameter{value, op->getLoc()}});
  parameterAttrs.push_back(builder.getDictionaryAttr(
      {builder.getNamedAttr(train::kRoleAttr,
                            builder.getStringAttr(train::kParameter)),
       builder.getNamedAttr(train::kNameAttr, builder.getStringAttr(name)),
       builder.getNamedAttr(train::kInitAttr, init)}));
  return value;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

LogicalResult Instantiator::writeBody(Block &body, Scope &scope) {
  for (Operation &op : body.without_terminator()) {
    LogicalResult written =
        TypeSwitch<Operation *, LogicalResult>(&op)
            .Case([&](nn::CallOp call) { return writeCall(call, scope); })
            .Case([&](nn::ParameterOp parameter) {
              return writeParameter(parameter, scope);
            })
            .Case([&](nn::LayerOpInterface layer) {
              return writeLayer(layer, scope);
            })
            .Default([&](Operation *other) {
              return other->emitOpError(
                  "is no layer and can't stand in a model");
            });
    if (failed(written))
      return failure();
  }
  return success();
}

/// The type that the model states for a value, if it does.
LogicalResult Instantiator::checkResultType(Operation *op, Type type) {
  auto stated = op->getAttrOfType<TypeAttr>("result_type");
  if (!stated || stated.getValue() == type)
    return success();
  return op->emitOpError("yields ")
         << type << ", but the model says " << stated.getValue();
}

/// Full path and stream of a dropout.
LogicalResult Instantiator::setDropoutPath(nn::DropoutOp op, Scope &scope) {
  std::string path = scope.prefix;
  if (std::optional<StringRef> name = op.getPath()) {
    path += *name;
  } else {
    path += "dropout";
    if (unsigned ordinal = scope.numUnnamed++)
      path += "_" + std::to_string(ordinal);
  }
  Dropout &dropout =
      dropouts.try_emplace(path, Dropout{op.getP(), 0}).first->second;
  if (dropout.rate != op.getP())
    return op.emitOpError("gives '") << path << "' the rate " << op.getP()
                                     << ", which another dropout of "
                                     << "that name sets to " << dropout.rate;
  std::string key = path + "#" + std::to_string(dropout.count++);
  op.setPath(path);
  op.setStreamAttr(
      builder.getI64IntegerAttr(static_cast<int64_t>(hashText(key))));
  return success();
}

LogicalResult Instantiator::writeLayer(nn::LayerOpInterface layer,
                                       Scope &scope) {
  FailureOr<Operation *> copied = copyResolved(layer, scope);
  if (failed(copied))
    return failure();
  Operation *copy = *copied;
  auto destroy = llvm::make_scope_exit([copy] { copy->destroy(); });

  SmallVector<Value> operands;
  SmallVector<RankedTensorType> types;
  bool isAlongBatch = false, isLeading = true;
  for (Value operand : layer->getOperands()) {
    Value value = scope.values.lookup(operand);
    operands.push_back(value);
    types.push_back(cast<RankedTensorType>(value.getType()));
    if (batchDims.isAlong(value)) {
      isAlongBatch = true;
      isLeading &= batchDims.isLeading(value);
    }
  }
  bool isBatchMean = copy->hasTrait<nn::BatchMean>();
  if (isBatchMean && isAlongBatch && !isLeading)
    return copy->emitOpError(
        "is a mean over the batch, which is not the leading "
        "dimension of its inputs");
  if (isBatchMean && isAlongBatch)
    copy->setAttr("batch", builder.getI64IntegerAttr(batch));

  nn::LayerSignature signature(types);
  auto inferred = cast<nn::LayerOpInterface>(copy);
  if (failed(inferred.inferSignature(signature)) ||
      failed(checkResultType(copy, signature.results.front())))
    return failure();
  for (Type type : signature.results)
    if (failed(nn::verifySize(copy, type)))
      return failure();

  if (auto dropout = dyn_cast<nn::DropoutOp>(copy)) {
    if (failed(setDropoutPath(dropout, scope)))
      return failure();
  } else if (auto path = copy->getAttrOfType<StringAttr>("path")) {
    copy->setAttr("path",
                  builder.getStringAttr(scope.prefix + path.getValue()));
  }
  for (const nn::ParameterSpec &spec : signature.parameters) {
    StringRef path = copy->getAttrOfType<StringAttr>("path").getValue();
    FailureOr<Value> parameter =
        getParameter(copy, path + "." + spec.name, spec.type, spec.init);
    if (failed(parameter))
      return failure();
    operands.push_back(*parameter);
  }

  // What only the model's own form needs is not carried on.
  for (StringRef used : {"init", "bias_init", "result_type"})
    copy->removeAttr(used);
  OperationState state(copy->getLoc(), copy->getName());
  state.addOperands(operands);
  state.addTypes(signature.results);
  state.addAttributes(copy->getAttrs());
  Operation *typed = builder.create(state);
  Value result = typed->getResult(0);
  if (isBatchMean) {
    auto written = cast<DecomposableOpInterface>(typed).decompose(builder);
    if (failed(written))
      return failure();
    typed->erase();
    result = written->front();
  }
  if (!isBatchMean)
    batchDims.follow(typed);
  scope.values.map(layer->getResult(0), result);
  return success();
}

LogicalResult Instantiator::writeParameter(nn::ParameterOp op, Scope &scope) {
  FailureOr<Operation *> copied = copyResolved(op, scope);
  if (failed(copied))
    return failure();
  auto copy = cast<nn::ParameterOp>(*copied);
  auto destroy = llvm::make_scope_exit([&] { copy->destroy(); });
  SmallVector<int64_t> shape = copy.getShape();
  for (int64_t size : shape)
    if (size < 0) // (C1)
      return copy.emitOpError("has the negative size ") << size;
  Type dtype = copy.getDtype().value_or(builder.getF32Type());
  if (!isa<FloatType>(dtype) || !nn::isElementType(dtype))
    return copy.emitOpError("has dtype = ")
           << dtype << "; a parameter is of floats";
  auto type = RankedTensorType::get(shape, dtype);
  DictionaryAttr init =
      nn::parseInitializer(copy.getInit().value_or("zeros"), shape, context,
                           [&] { return copy.emitOpError(); });
  if (!init || failed(checkResultType(copy, type)))
    return failure();
  FailureOr<Value> value =
      getParameter(copy, scope.prefix + copy.getPath(), type, init);
  if (failed(value))
    return failure();
  scope.values.map(op.getResult(), *value);
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Values for the module's names: the call's, then the defaults.
FailureOr<DictionaryAttr> Instantiator::bindArguments(nn::CallOp op,
                                                      nn::ModuleDefOp callee,
                                                      Scope &scope) {
  FailureOr<Attribute> given =
      names.resolve(op, op.getArguments(), scope.names);
  if (failed(given))
    return failure();
  SmallVector<StringRef> known;
  for (NamedAttribute name : callee.getNames())
    known.push_back(name.getName());
  NamedAttrList bound;
  for (NamedAttribute argument : cast<DictionaryAttr>(*given)) {
    if (!callee.getNames().contains(argument.getName()))
      return op.emitOpError("gives '")
             << argument.getName().getValue() << "', which @"
             << callee.getSymName() << " does not take"
             << didYouMean(argument.getName(), known);
    bound.set(argument.getName(), argument.getValue());
  }
  for (NamedAttribute name : callee.getNames()) {
    if (bound.get(name.getName()))
      continue;
    if (isa<UnitAttr>(name.getValue()))
      return op.emitOpError("does not give '")
             << name.getName().getValue() << "', which @" << callee.getSymName()
             << " needs";
    FailureOr<Attribute> value =
        names.resolve(callee, name.getValue(), /*own=*/nullptr);
    if (failed(value))
      return failure();
    bound.set(name.getName(), *value);
  }
  return bound.getDictionary(context);
}

LogicalResult Instantiator::writeCall(nn::CallOp op, Scope &scope) {
  auto module = op->getParentOfType<mlir::ModuleOp>();
  auto callee = module.lookupSymbol<nn::ModuleDefOp>(op.getCalleeAttr());
  if (!callee) {
    SmallVector<StringRef> known;
    for (auto candidate : module.getOps<nn::ModuleDefOp>())
      known.push_back(candidate.getSymName());
    return op.emitOpError("calls @")
           << op.getCallee() << ", but there is no such nn.module"
           << didYouMean(op.getCallee(), known);
  }
  for (const Scope *outer = &scope; outer; outer = outer->parent)
    if (nn::CallOp call = outer->call;
        call && call.getCallee() == op.getCallee())
      return op.emitOpError("calls @")
             << op.getCallee() << " from within itself";

  Block &body = callee.getBody().front();
  auto results = cast<nn::ReturnOp>(body.getTerminator()).getValues();
  if (op.getInputs().size() != body.getNumArguments())
    return op.emitOpError("gives ")
           << op.getInputs().size() << " values, but @" << callee.getSymName()
           << " takes " << body.getNumArguments();
  if (op.getNumResults() != results.size())
    return op.emitOpError("names ")
           << op.getNumResults() << " results, but @" << callee.getSymName()
           << " returns " << results.size();
  FailureOr<DictionaryAttr> bound = bindArguments(op, callee, scope);
  if (failed(bound))
    return failure();

  int64_t times = 1;
  if (Attribute repeat = op.getRepeatAttr()) {
    FailureOr<Attribute> resolved = names.resolve(op, repeat, scope.names);
    if (failed(resolved))
      return failure();
    auto count = dyn_cast<IntegerAttr>(*resolved);
    if (!count || count.getInt() < 0)
      return op.emitOpError("has repeat ")
             << *resolved << ", which is no number of times";
    times = count.getInt();
    if (results.size() != body.getNumArguments())
      return op.emitOpError("repeats @")
             << callee.getSymName() << ", which takes "
             << body.getNumArguments() << " values and returns "
             << results.size() << ": what it returns must be what it takes";
  }
  std::string prefix = scope.prefix;
  if (std::optional<StringRef> path = op.getPath(); path && !path->empty())
    prefix += path->str() + ".";

  SmallVector<Value> values;
  for (Value input : op.getInputs())
    values.push_back(scope.values.lookup(input));
  for (int64_t i = 0; i < times; ++i) {
    Scope inner;
    inner.prefix =
        op.getRepeatAttr() ? prefix + std::to_string(i) + "." : prefix;
    inner.names = *bound;
    inner.call = op;
    inner.callLoc = scope.place(op.getLoc());
    inner.parent = &scope;
    inner.values.map(body.getArguments(), values);
    if (failed(writeBody(body, inner)))
      return failure();
    values.clear();
    for (Value result : results)
      values.push_back(inner.values.lookup(result));
  }
  scope.values.map(op.getResults(), values);
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void Instantiator::addResult(Value value, StringRef role, StringRef name) {
  NamedAttrList attributes;
  attributes.set(train::kRoleAttr, builder.getStringAttr(role));
  attributes.set(train::kNameAttr, builder.getStringAttr(name));
  auto type = cast<RankedTensorType>(value.getType());
  if (role == train::kOutput && batchDims.isLeading(value) &&
      type.getRank() > 0 && type.getDimSize(0) == batch)
    attributes.set(train::kBatchAttr, builder.getI64IntegerAttr(batch));
  results.push_back(value);
  resultAttrs.push_back(attributes.getDictionary(context));
}

LogicalResult Instantiator::writeReturn(nn::ReturnOp op, Scope &scope) {
  auto isScalar = [](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getRank() == 0 && isa<FloatType>(type.getElementType());
  };
  if (Value untyped = op.getLoss()) {
    Value loss = scope.values.lookup(untyped);
    if (!isScalar(loss))
      return op.emitOpError("needs a float scalar as its loss, found ")
             << loss.getType();
    addResult(loss, train::kLoss, "loss");
  }
  for (auto [untyped, name] : llvm::zip(
           op.getMetrics(), op.getMetricNames().getAsRange<StringAttr>())) {
    Value metric = scope.values.lookup(untyped);
    if (!isScalar(metric))
      return op.emitOpError("needs a float scalar as its metric '")
             << name.getValue() << "', found " << metric.getType();
    addResult(metric, train::kMetric, name);
  }
  for (auto [untyped, name] :
       llvm::zip(op.getOutputs(), op.getOutputNames().getAsRange<StringAttr>()))
    addResult(scope.values.lookup(untyped), train::kOutput, name);
  builder.create<func::ReturnOp>(op.getLoc(), results);
  return success();
}

LogicalResult Instantiator::run() {
  auto module = model->getParentOfType<mlir::ModuleOp>();
  if (module.lookupSymbol("forward"))
    return model.emitOpError(
        "becomes the function @forward, but there is one already");

  builder.setInsertionPoint(model);
  forward = builder.create<func::FuncOp>(model.getLoc(), "forward",
                                         builder.getFunctionType({}, {}));
  Block *entry = builder.createBlock(&forward.getBody());
  Scope scope;
  if (failed(addInputs(scope)))
    return failure();
  unsigned numInputs = entry->getNumArguments();
  builder.setInsertionPointToEnd(entry);
  Block &body = model.getBody().front();
  if (failed(writeBody(body, scope)) ||
      failed(writeReturn(cast<nn::ReturnOp>(body.getTerminator()), scope)))
    return failure();

  forward.setType(builder.getFunctionType(entry->getArgumentTypes(),
                                          ValueRange(results).getTypes()));
  SmallVector<DictionaryAttr> argAttrs;
  for (auto [argument, input] :
       llvm::zip(entry->getArguments().take_front(numInputs),
                 model.getInputs().getAsRange<DictionaryAttr>())) {
    NamedAttrList attributes;
    attributes.set(train::kRoleAttr, builder.getStringAttr(train::kInput));
    attributes.set(train::kNameAttr, input.get("name"));
    if (batchDims.isLeading(argument))
      attributes.set(train::kBatchAttr, builder.getI64IntegerAttr(batch));
    argAttrs.push_back(attributes.getDictionary(context));
  }
  llvm::append_range(argAttrs, parameterAttrs);
  forward.setAllArgAttrs(argAttrs);
  forward.setAllResultAttrs(resultAttrs);
  if (batch > 0)
    module->setAttr(train::kBatchAttr, builder.getI64IntegerAttr(batch));
  return success();
}

struct InstantiatePass : public impl::InstantiatePassBase<InstantiatePass> {
  using InstantiatePassBase::InstantiatePassBase;

  void runOnOperation() override {
    mlir::ModuleOp module = getOperation();
    auto models = llvm::to_vector(module.getOps<nn::ModelOp>());
    if (models.empty())
      return;
    if (models.size() > 1) {
      models[1].emitOpError("is the second model of the file, after that of ")
          << describePlace(models[0].getLoc());
      return signalPassFailure();
    }
    SmallVector<std::string> dimList(dims.begin(), dims.end());
    FailureOr<Names> names = Names::get(models.front(), dimList);
    if (failed(names) || failed(Instantiator(models.front(), *names).run()))
      return signalPassFailure();
    for (Operation &op : llvm::make_early_inc_range(module.getOps()))
      if (isa<nn::ModelOp, nn::ModuleDefOp>(op))
        op.erase();
  }
};

} // namespace
} // namespace gradc::model
