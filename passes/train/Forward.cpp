//===- Forward.cpp - The model's function, read ---------------------------===//

#include "passes/train/Forward.h"

#include "dialects/nn/NN.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace gradc;
using namespace gradc::train;

static FailureOr<func::FuncOp> findFunction(ModuleOp module) {
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  for (StringRef name : {"forward", "main"})
    for (func::FuncOp function : functions)
      if (function.getName() == name)
        return function;
  if (functions.size() == 1)
    return functions.front();
  module.emitError("there is no model: expected an nn.model, or one function "
                   "called @forward or @main");
  return failure();
}

/// Writes the layer that gives result `index` of `function` out until a
/// (sum, count) pair is in sight.
static LogicalResult exposePair(func::ReturnOp terminator, unsigned index) {
  while (Operation *op = terminator.getOperand(index).getDefiningOp()) {
    auto layer = dyn_cast<DecomposableOpInterface>(op);
    if (!layer || !op->hasTrait<nn::BatchMean>())
      return success();
    OpBuilder builder(op);
    FailureOr<SmallVector<Value>> values = layer.decompose(builder);
    if (failed(values))
      return failure();
    op->replaceAllUsesWith(*values);
    op->erase();
  }
  return success();
}

static bool isFloatScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 &&
         isa<FloatType>(tensor.getElementType());
}

namespace {

/// Reads the attributes of one function.
class Reader {
public:
  explicit Reader(func::FuncOp function) : function(function) {
    forward.function = function;
  }

  FailureOr<Forward> read() {
    if (!llvm::hasSingleElement(function.getBody()))
      return function.emitOpError("must have one block to be a model"),
             failure();
    auto module = function->getParentOfType<ModuleOp>();
    if (auto batch = module->getAttrOfType<IntegerAttr>(kBatchAttr))
      forward.batch = batch.getInt();
    for (BlockArgument argument : function.getArguments())
      if (failed(readArgument(argument)))
        return failure();
    auto terminator =
        cast<func::ReturnOp>(function.getBody().front().getTerminator());
    for (unsigned index : llvm::seq(terminator.getNumOperands()))
      if (failed(readResult(terminator, index)))
        return failure();
    return forward;
  }

private:
  StringAttr getName(StringAttr given, StringRef prefix, unsigned index) {
    if (given)
      return given;
    return StringAttr::get(function.getContext(),
                           (prefix + Twine(index)).str());
  }

  LogicalResult readArgument(BlockArgument value) {
    unsigned index = value.getArgNumber();
    auto attr = [&](StringRef name) {
      return function.getArgAttr(index, name);
    };
    ModelArgument argument;
    argument.value = value;
    argument.name =
        getName(dyn_cast_or_null<StringAttr>(attr(kNameAttr)), "arg", index);
    argument.init = dyn_cast_or_null<DictionaryAttr>(attr(kInitAttr));
    argument.batch = dyn_cast_or_null<IntegerAttr>(attr(kBatchAttr));
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !type.hasStaticShape())
      return function.emitOpError("argument '")
             << argument.name.getValue()
             << "' must be a tensor of static shape, found " << value.getType();
    if (!names.insert(argument.name).second)
      return function.emitOpError("has two arguments called '")
             << argument.name.getValue() << "'";
    for (StringRef taken : {"seed", "step", "skipped", "valid_rows"})
      if (argument.name == taken)
        return emitError(value.getLoc())
               << "no input or parameter can be called '" << taken
               << "': a step has one of that name already";
    auto role = dyn_cast_or_null<StringAttr>(attr(kRoleAttr));
    bool isState = role && (role == kParameter || role == kBuffer);
    if (role && !isState && role != kInput)
      return function.emitOpError("argument '")
             << argument.name.getValue() << "' of a model can't be a "
             << role.getValue();
    if (isState && !argument.init)
      return function.emitOpError(role.getValue())
             << " '" << argument.name.getValue()
             << "' needs initial values: 'train.init'";
    if (role && role == kParameter)
      forward.parameters.push_back(argument);
    else if (isState)
      forward.buffers.push_back(argument);
    else
      forward.inputs.push_back(argument);
    return success();
  }

  LogicalResult readResult(func::ReturnOp terminator, unsigned index) {
    auto attr = [&](StringRef name) {
      return function.getResultAttr(index, name);
    };
    StringRef role = kOutput;
    if (auto given = dyn_cast_or_null<StringAttr>(attr(kRoleAttr)))
      role = given.getValue();
    else if (index == 0 && isFloatScalar(terminator.getOperand(0).getType()))
      role = kLoss;
    ModelResult result;
    result.batch = dyn_cast_or_null<IntegerAttr>(attr(kBatchAttr));
    StringAttr given = dyn_cast_or_null<StringAttr>(attr(kNameAttr));
    result.name = role == kLoss ? StringAttr::get(function.getContext(), kLoss)
                                : getName(given, "result", index);
    if (role == kGradient)
      return function.emitOpError("result '")
             << result.name.getValue() << "' of a model can't be a gradient";
    if (role == kLoss || role == kMetric) {
      if (!isFloatScalar(terminator.getOperand(index).getType()))
        return function.emitOpError(role)
               << " '" << result.name.getValue()
               << "' must be a float scalar, found "
               << terminator.getOperand(index).getType();
      if (failed(exposePair(terminator, index)))
        return failure();
    }
    result.value = terminator.getOperand(index);
    if (role == kLoss && forward.loss.value)
      return function.emitOpError("has two losses");
    if (role == kLoss)
      forward.loss = result;
    else if (role == kMetric)
      forward.metrics.push_back(result);
    else if (role == kState)
      return readState(result);
    else
      forward.outputs.push_back(result);
    return success();
  }

  LogicalResult readState(const ModelResult &result) {
    for (const ModelArgument &buffer : forward.buffers)
      if (buffer.name == result.name &&
          buffer.value.getType() == result.value.getType()) {
        forward.newBuffers.push_back(result);
        return success();
      }
    return function.emitOpError("result '")
           << result.name.getValue() << "' is no buffer of its type";
  }

  func::FuncOp function;
  Forward forward;
  llvm::StringSet<> names;
};

} // namespace

FailureOr<Forward> Forward::get(ModuleOp module) {
  FailureOr<func::FuncOp> function = findFunction(module);
  if (failed(function))
    return failure();
  return Reader(*function).read();
}

SmallVector<bool> Forward::isReached(ArrayRef<ModelArgument> arguments) const {
  DenseSet<Value> reached;
  SmallVector<Value> worklist = {loss.value};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!isa<FloatType>(getElementTypeOrSelf(value.getType())) ||
        !reached.insert(value).second)
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || op->hasTrait<NotDifferentiable>())
      continue;
    llvm::append_range(worklist, op->getOperands());
    SetVector<Value> captures;
    getUsedValuesDefinedAbove(op->getRegions(), captures);
    llvm::append_range(worklist, captures);
  }
  return llvm::map_to_vector(arguments, [&](const ModelArgument &argument) {
    return reached.contains(argument.value);
  });
}
